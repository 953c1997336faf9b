/// Implements RankerFeatures: the rows of databases, tables and columns.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "route/features/kernels/ranker_kernels.hpp"
#include "route/features/ranker_features.hpp"
#include "route/features/schema_layout.hpp"

namespace sluice::inline v0 {
namespace {

using route_detail::SchemaLayout;
using route_detail::StemId;

using route_detail::LinearRow;
using route_detail::NameStems;
using route_detail::RankerKernels;

constexpr float no_signal = -1e30F;  // below every signal

float flag(bool is) { return is ? 1.0F : 0.0F; }

/// The first two letters of a text's words, as a filter: most names of columns are not in a
/// question by these alone.
class WordStarts {
 public:
  explicit WordStarts(std::string_view text) {
    for (std::size_t i = 0; i + 2 < text.size(); ++i) {
      if (text[i] == ' ') begins_[place(text[i + 1], text[i + 2])] = true;
    }
  }
  bool hold(char first, char second) const { return begins_[place(first, second)]; }

 private:
  static constexpr unsigned letters = 32;
  static std::size_t place(char first, char second) {
    return static_cast<unsigned char>(first) % letters * letters +
           static_cast<unsigned char>(second) % letters;
  }

  std::array<bool, letters * letters> begins_{};
};

LinearRow view_of(const LinearModel &model) {
  const Standardizer &by = model.standardizer;
  return {model.columns(),      model.weights.data(), by.means().data(),
          by.inverses().data(), Standardizer::limit,  model.bias};
}

}  // namespace

void RankerFeatures::database(const QuestionSignals &question_signals, DatabaseId id,
                              std::vector<float> &row) const {
  const route_detail::DatabaseGrid &grid = schema_.layout_->grid;
  const float *value = question_signals.databases.data() + grid.place_of_database[id.index()];
  const std::size_t before = row.size();
  row.resize(before + database_names_.size());
  for (float &feature : std::span(row).subspan(before)) {
    feature = *value;
    value += grid.databases();
  }
}

void RankerFeatures::words(const QuestionSignals &question_signals, DatabaseId id,
                           RowParts &parts) const {
  constexpr float usual = 3;  // a typical rarity, and number of words
  const std::size_t place = schema_.layout_->grid.place_of_database[id.index()];
  const WordStrengths &strengths = question_signals.strengths;
  std::vector<float> part(word_names_.size());
  parts.begin_row();
  for (std::size_t w = 0; w < question_signals.words.size(); ++w) {
    const float *strength = strengths.at(w, place);
    for (std::size_t s = 0; s < strengths.per_word(); ++s, strength += strengths.places())
      part[s] = *strength;
    float *const of_word = part.data() + strengths.per_word();
    of_word[0] = question_signals.words[w].rarity / usual;
    of_word[1] = flag(question_signals.words[w].is_name);
    of_word[2] = question_signals.per_word * usual;
    parts.add(part);
  }
}

std::vector<float> RankerFeatures::database_feature(const QuestionSignals &question_signals,
                                                    std::size_t feature) const {
  const route_detail::DatabaseGrid &grid = schema_.layout_->grid;
  std::vector<float> values;
  for (const std::uint32_t place : grid.place_of_database)
    values.push_back(question_signals.databases[feature * grid.databases() + place]);
  return values;
}

std::vector<float> RankerFeatures::database_scores(const QuestionSignals &question_signals,
                                                   const LinearModel &model) const {
  const route_detail::DatabaseGrid &grid = schema_.layout_->grid;
  std::vector<float> by_place(grid.databases()), scores;
  scores.reserve(grid.place_of_database.size());
  route_detail::ranker_kernels().score_databases(view_of(model), question_signals.databases.data(),
                                                 grid.databases(), by_place.data());
  for (const std::uint32_t place : grid.place_of_database) scores.push_back(by_place[place]);
  return scores;
}

const float *RankerFeatures::table_signal(const QuestionSignals &question_signals,
                                          std::size_t signal) const noexcept {
  return question_signals.tables.data() + signal * schema_.layout_->grid.size();
}

void RankerFeatures::tables(const QuestionSignals &question_signals, DatabaseId id,
                            std::vector<float> &rows) const {
  const SchemaLayout &layout = *schema_.layout_;
  const std::size_t first = layout.first_table[id.index()],
                    end = layout.first_table[id.index() + 1];
  if (first == end) return;
  const std::size_t width = table_names_.size(), gapped = table_signals_;
  const std::size_t start = rows.size();
  const std::size_t last = start + (end - first) * width;
  rows.resize(last + gapped);  // scratch space after the rows for the best of each signal
  float *at = rows.data() + start;
  for (std::size_t t = first; t < end; ++t, at += width) {
    const float *signal = question_signals.tables.data() + layout.grid.place_of[t];
    for (std::size_t f = 0; f < gapped; ++f) at[f] = signal[f * layout.grid.size()];
  }
  route_detail::ranker_kernels().add_gaps(rows.data() + start, end - first, width, gapped,
                                          layout.visible_table.data() + first, rows.data() + last);
  rows.resize(last);
  at = rows.data() + start + 2 * gapped;
  const float *of_tables = layout.databases[id.index()]->degree.data();
  for (std::size_t t = first; t < end; ++t, at += width) {
    constexpr float few = 4;
    const float degree = of_tables[t - first];
    at[0] = degree;
    at[1] = layout.log_columns[t];
    at[2] = flag(degree >= 2 && static_cast<float>(layout.columns[t]) <= few);
    at[3] = layout.log_tables[id.index()];
  }
}

std::vector<float> RankerFeatures::best_of_tables(const QuestionSignals &question_signals,
                                                  TableId id) const {
  const SchemaLayout &layout = *schema_.layout_;
  const std::size_t database = layout.owner[id.index()];
  std::vector<float> best;
  best.reserve(partner_signals_.size());
  for (const std::size_t signal : partner_signals_) {
    const float *of = table_signal(question_signals, signal);
    float greatest = no_signal;
    for (std::size_t t = layout.first_table[database]; t < layout.first_table[database + 1]; ++t) {
      if (layout.visible_table[t] != 0) greatest = std::max(greatest, of[layout.grid.place_of[t]]);
    }
    best.push_back(greatest);
  }
  return best;
}

void RankerFeatures::columns(const QuestionSignals &question_signals, TableId id,
                             std::vector<float> &rows) const {
  const SchemaLayout &layout = *schema_.layout_;
  const auto columns = schema_.catalog().columns(id);
  if (columns.size() == 0) return;
  const std::size_t owner = layout.owner[id.index()];
  const route_detail::DatabaseStems &known = *layout.databases[owner];
  const auto position = [&](ColumnId column) {
    return column.index() - layout.first_column[owner];
  };
  const std::size_t channels = question_signals.channels;
  const std::size_t width = column_names_.size();
  const std::size_t gapped = 4 * channels + 1 + question_signals.column_signals.size();
  const std::size_t start = rows.size();
  rows.resize(start + columns.size() * width);
  const RankerKernels &kernels = route_detail::ranker_kernels();
  const WordStarts starts(question_signals.phrase);
  std::vector<float> best_in_database;
  // A stem's weights follow its strengths in memory.
  static_assert(sizeof(StemSignals::Row::strengths) == offsetof(StemSignals::Row, weights));
  NameStems stems;
  stems.slots = question_signals.stems.places().data();
  stems.numbers = question_signals.stems.rows().front().strengths.data();
  stems.stride = sizeof(StemSignals::Row) / sizeof(float);
  float *at = rows.data() + start;
  for (const ColumnId column : columns) {
    const auto name = known.column_names[position(column)];
    float likelihood = 0;
    for (const StemId stem : name) {
      const double ratio = question_signals.stems[stem].ratio;
      if (ratio != 1) likelihood += question_signals.per_word * static_cast<float>(std::log(ratio));
    }
    stems.name = name;
    stems.extras = known.column_extras[position(column)];
    stems.of_table = known.in_table_too[position(column)].data();
    kernels.read_name(stems, at);
    float *of = at + 4 * channels;
    *of++ = name.empty() ? 0 : likelihood / static_cast<float>(name.size());
    for (const std::vector<float> &signal : question_signals.column_signals)
      *of++ = signal.empty() ? 0 : signal[column.index()];
    at += width;
  }
  std::vector<float> best(gapped);
  const std::size_t first_column = (*columns.begin()).index();
  kernels.add_gaps(rows.data() + start, columns.size(), width, gapped,
                   layout.visible_column.data() + first_column, best.data());
  at = rows.data() + start;
  bool is_behind_first = false;  // whether a visible column came before
  for (const ColumnId column : columns) {
    const auto name = known.column_names[position(column)];
    const auto letters = known.phrases[position(column)];
    const std::string_view phrase(letters.data(), letters.size());
    const bool is_in_question = phrase.size() > 2 && starts.hold(phrase[1], phrase[2]) &&
                                question_signals.phrase.find(phrase) != std::string::npos;
    const route_detail::DatabaseStems::Traits &traits = known.columns[position(column)];
    float rarity = 0;
    for (const StemId stem : name) rarity += layout.rarity[stem];
    float *of = at + 2 * gapped;
    *of++ = flag(traits.in_key != 0);
    *of++ = flag(traits.in_join != 0);
    *of++ = flag(!is_behind_first);
    *of++ = flag(traits.is_id != 0);
    *of++ = flag(traits.is_name != 0);
    *of++ = flag(traits.is_number != 0);
    *of++ = flag(is_in_question);
    *of++ = layout.log_columns[id.index()];
    *of++ = static_cast<float>(name.size());
    *of++ = rarity;
    std::fill(of, of + 2 * partner_signals_.size(), 0.0F);
    const auto partners = known.partners[position(column)];
    if (!partners.empty() && best_in_database.empty())
      best_in_database = best_of_tables(question_signals, id);
    for (std::size_t s = 0; s < partner_signals_.size() && !partners.empty(); ++s) {
      const float *signal = table_signal(question_signals, partner_signals_[s]);
      float greatest = no_signal;
      for (const std::uint32_t table : partners)
        greatest =
            std::max(greatest, signal[layout.grid.place_of[layout.first_table[owner] + table]]);
      of[2 * s] = greatest;
      of[2 * s + 1] = greatest - best_in_database[s];
    }
    at += width;
    is_behind_first = is_behind_first || layout.visible_column[column.index()] != 0;
  }
}

}  // namespace sluice::inline v0
