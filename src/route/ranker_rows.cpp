/// Rows of RankerFeatures: what a question's signals say of one table, one column.

#include <algorithm>
#include <array>
#include <string_view>

#include "schema_layout.hpp"
#include "sluice/route/ranker_features.hpp"

namespace sluice {
namespace {

using detail::SchemaLayout;
using detail::StemId;

constexpr float nothing = -1e30F;  // below every signal
constexpr float least_gap = -1e3F;

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

void RankerFeatures::tables(const QuestionSignals &signals, DatabaseId id,
                            std::vector<float> &rows) const {
  const SchemaLayout &layout = *schema_.layout_;
  const auto tables = schema_.catalog().tables(id);
  if (tables.size() == 0) return;
  const std::size_t width = table_names_.size(), gapped = signals.tables.size();
  const std::size_t start = rows.size();
  rows.resize(start + tables.size() * width);
  for (std::size_t f = 0; f < gapped; ++f) {
    const std::vector<float> &signal = signals.tables[f];
    float best = nothing;
    for (const TableId table : tables) {
      if (layout.visible_table[table.index()] != 0) best = std::max(best, signal[table.index()]);
    }
    float *at = rows.data() + start + f;
    for (const TableId table : tables) {
      at[0] = signal[table.index()];
      at[gapped] = std::max(at[0] - best, least_gap);
      at += width;
    }
  }
  float *at = rows.data() + start + 2 * gapped;
  for (const TableId table : tables) {
    constexpr float few = 4;
    const float degree = layout.degree[table.index()];
    const auto columns = static_cast<float>(layout.columns[table.index()]);
    at[0] = degree;
    at[1] = layout.log_columns[table.index()];
    at[2] = flag(degree >= 2 && columns <= few);
    at[3] = layout.log_tables[id.index()];
    at += width;
  }
}

std::vector<float> RankerFeatures::best_of_tables(const QuestionSignals &signals,
                                                  TableId id) const {
  std::vector<float> best;
  for (const std::size_t signal : partner_signals_) {
    float greatest = nothing;
    for (const TableId table : schema_.catalog().tables(schema_.catalog().database_of(id))) {
      if (schema_.layout_->visible_table[table.index()] != 0)
        greatest = std::max(greatest, signals.tables[signal][table.index()]);
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
  const std::size_t channels = signals.stem_strengths.size();
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
    for (const StemId stem : name) {
      likelihood += signals.stem_likelihoods[stem];
      rarity += layout.rarity[stem];
      const bool is_own = std::ranges::find(table_name, stem) == table_name.end();
      for (std::size_t c = 0; c < channels; ++c) {
        const float weight = signals.stem_weights[c][stem],
                    strength = signals.stem_strengths[c][stem];
        float *of = at + 4 * c;  // mass, own, whole, strongest
        of[0] += weight;
        if (is_own) of[1] += weight;
        of[2] += strength;
        of[3] = std::max(of[3], strength);
      }
    }
    const auto size = static_cast<float>(name.size());
    for (std::size_t c = 0; c < channels; ++c) {
      float *of = at + 4 * c;
      for (const StemId stem : extras) of[3] = std::max(of[3], signals.stem_strengths[c][stem]);
      if (!name.empty()) of[2] /= size;
    }
    float *of = at + 4 * channels;
    *of++ = name.empty() ? 0 : likelihood / size;
    for (const std::vector<float> &signal : signals.column_signals) *of++ = signal[column.index()];
    if (layout.visible_column[column.index()] != 0) {
      for (std::size_t f = 0; f < gapped; ++f) best[f] = std::max(best[f], at[f]);
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
    for (std::size_t f = 0; f < gapped; ++f) at[gapped + f] = std::max(at[f] - best[f], least_gap);
  }
}

}  // namespace sluice
