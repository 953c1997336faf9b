/// Rows of RankerFeatures: what a question's signals say of one table, one column.

#include <algorithm>
#include <array>
#include <string_view>

#include <Eigen/Core>

#include "schema_layout.hpp"
#include "sluice/route/ranker_features.hpp"

namespace sluice {
namespace {

using detail::SchemaLayout;
using detail::StemId;

constexpr float nothing = -1e30F;  // below every signal
constexpr float least_gap = -1e3F;

/// A number a channel.
using Channels = Eigen::Array<float, static_cast<int>(StemSignals::most_channels), 1>;

Eigen::Map<const Channels> channels_of(
    const std::array<float, StemSignals::most_channels> &numbers) {
  return Eigen::Map<const Channels>(numbers.data());
}

Eigen::Map<Eigen::ArrayXf> row_of(float *at, std::size_t size) {
  return {at, static_cast<Eigen::Index>(size)};
}

float flag(bool is) { return is ? 1.0F : 0.0F; }

/// The letters that a text's words begin with: most columns are not in a question by these alone.
class FirstLetters {
 public:
  explicit FirstLetters(std::string_view text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] == ' ') begins_[static_cast<unsigned char>(text[i + 1])] = true;
    }
  }
  bool hold(char letter) const { return begins_[static_cast<unsigned char>(letter)]; }

 private:
  std::array<bool, 256> begins_{};
};

}  // namespace

void RankerFeatures::database(const QuestionSignals &signals, DatabaseId id,
                              std::vector<float> &row) const {
  const std::size_t databases = schema_.layout_->log_tables.size();
  const std::size_t size = database_names_.size() / 2;
  for (std::size_t f = 0; f < size; ++f)
    row.push_back(signals.databases[f * databases + id.index()]);
  for (std::size_t f = 0; f < size; ++f) row.push_back(signals.hardness * row[row.size() - size]);
}

std::vector<float> RankerFeatures::database_scores(const QuestionSignals &signals,
                                                   const LinearModel &model) const {
  const std::size_t databases = schema_.layout_->log_tables.size();
  const std::size_t size = database_names_.size() / 2;
  std::vector<float> scores(databases, model.bias);
  auto sums = row_of(scores.data(), databases);
  constexpr float limit = Standardiser::limit;
  for (std::size_t f = 0; f < size; ++f) {
    const Eigen::Map<const Eigen::ArrayXf> values(signals.databases.data() + f * databases,
                                                  static_cast<Eigen::Index>(databases));
    const std::size_t h = f + size;
    const Standardiser &by = model.standardiser;
    const auto plain = (values - by.means()[f]) * by.inverses()[f];
    const auto hard = (values * signals.hardness - by.means()[h]) * by.inverses()[h];
    sums += model.weights[f] * plain.max(-limit).min(limit) +
            model.weights[h] * hard.max(-limit).min(limit);
  }
  return scores;
}

void RankerFeatures::tables(const QuestionSignals &signals, DatabaseId id,
                            std::vector<float> &rows) const {
  const SchemaLayout &layout = *schema_.layout_;
  const std::size_t first = layout.first_table[id.index()],
                    end = layout.first_table[id.index() + 1];
  if (first == end) return;
  const std::size_t width = table_names_.size(), gapped = signals.tables.size();
  const std::size_t start = rows.size();
  rows.resize(start + (end - first) * width);
  for (std::size_t f = 0; f < gapped; ++f) {
    const float *signal = signals.tables[f].data();
    float best = nothing;
    for (std::size_t t = first; t < end; ++t) {
      if (layout.visible_table[t] != 0) best = std::max(best, signal[t]);
    }
    float *at = rows.data() + start + f;
    for (std::size_t t = first; t < end; ++t, at += width) {
      at[0] = signal[t];
      at[gapped] = std::max(signal[t] - best, least_gap);
    }
  }
  float *at = rows.data() + start + 2 * gapped;
  for (std::size_t t = first; t < end; ++t, at += width) {
    constexpr float few = 4;
    const float degree = layout.degree[t];
    at[0] = degree;
    at[1] = layout.log_columns[t];
    at[2] = flag(degree >= 2 && static_cast<float>(layout.columns[t]) <= few);
    at[3] = layout.log_tables[id.index()];
  }
}

std::vector<float> RankerFeatures::best_of_tables(const QuestionSignals &signals,
                                                  TableId id) const {
  const SchemaLayout &layout = *schema_.layout_;
  const std::size_t database = layout.owner[id.index()];
  std::vector<float> best;
  for (const std::size_t signal : partner_signals_) {
    const float *of = signals.tables[signal].data();
    float greatest = nothing;
    for (std::size_t t = layout.first_table[database]; t < layout.first_table[database + 1]; ++t) {
      if (layout.visible_table[t] != 0) greatest = std::max(greatest, of[t]);
    }
    best.push_back(greatest);
  }
  return best;
}

void RankerFeatures::columns(const QuestionSignals &signals, TableId id,
                             std::vector<float> &rows) const {
  const SchemaLayout &layout = *schema_.layout_;
  const auto columns = schema_.catalog().columns(id);
  if (columns.size() == 0) return;
  const auto table_name = layout.table_names[id.index()];
  const std::size_t channels = signals.channels;
  const std::size_t width = column_names_.size();
  const std::size_t gapped = 4 * channels + 1 + signals.column_signals.size();
  const std::size_t start = rows.size();
  rows.resize(start + columns.size() * width);
  const FirstLetters letters(signals.phrase);
  const std::vector<float> leads = best_of_tables(signals, id);
  std::vector<float> best(gapped, nothing);
  float *at = rows.data() + start;
  bool is_behind_first = false;  // of those that are visible
  for (const ColumnId column : columns) {
    const auto name = layout.column_names[column.index()];
    const auto extras = layout.column_extras[column.index()];
    float likelihood = 0, rarity = 0;
    Channels mass = Channels::Zero(), own = mass, whole = mass, strongest = mass;
    for (const StemId stem : name) {
      const StemSignals::Row &row = signals.stems[stem];
      likelihood += row.likelihood;
      rarity += layout.rarity[stem];
      const Channels weights = channels_of(row.weights), strengths = channels_of(row.strengths);
      mass += weights;
      if (std::ranges::find(table_name, stem) == table_name.end()) own += weights;
      whole += strengths;
      strongest = strongest.max(strengths);
    }
    for (const StemId stem : extras)
      strongest = strongest.max(channels_of(signals.stems[stem].strengths));
    const auto size = static_cast<float>(name.size());
    if (!name.empty()) whole /= size;
    float *of = at;
    for (std::size_t c = 0; c < channels; ++c) {
      const auto lane = static_cast<Eigen::Index>(c);
      *of++ = mass[lane];
      *of++ = own[lane];
      *of++ = whole[lane];
      *of++ = strongest[lane];
    }
    *of++ = name.empty() ? 0 : likelihood / size;
    for (const std::vector<float> &signal : signals.column_signals) *of++ = signal[column.index()];
    if (layout.visible_column[column.index()] != 0) {
      row_of(best.data(), gapped) = row_of(best.data(), gapped).max(row_of(at, gapped));
    }
    const std::string &phrase = layout.phrases[column.index()];
    const bool is_said = phrase.size() > 2 && letters.hold(phrase[1]) &&
                         signals.phrase.find(phrase) != std::string::npos;
    of = at + 2 * gapped;
    *of++ = flag(layout.in_key[column.index()] != 0);
    *of++ = flag(layout.in_join[column.index()] != 0);
    *of++ = flag(!is_behind_first);
    *of++ = flag(layout.is_id[column.index()] != 0);
    *of++ = flag(layout.is_name[column.index()] != 0);
    *of++ = flag(layout.is_number[column.index()] != 0);
    *of++ = flag(is_said);
    *of++ = layout.log_columns[id.index()];
    *of++ = size;
    *of++ = rarity;
    const auto partners = layout.partners[column.index()];
    for (std::size_t s = 0; s < partner_signals_.size() && !partners.empty(); ++s) {
      const std::vector<float> &signal = signals.tables[partner_signals_[s]];
      float greatest = nothing;
      for (const std::uint32_t table : partners) greatest = std::max(greatest, signal[table]);
      of[2 * s] = greatest;
      of[2 * s + 1] = greatest - leads[s];
    }
    at += width;
    is_behind_first = is_behind_first || layout.visible_column[column.index()] != 0;
  }
  at = rows.data() + start;
  for (std::size_t c = 0; c < columns.size(); ++c, at += width) {
    row_of(at + gapped, gapped) = (row_of(at, gapped) - row_of(best.data(), gapped)).max(least_gap);
  }
}

}  // namespace sluice
