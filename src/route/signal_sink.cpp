#include "signal_sink.hpp"

#include <algorithm>

namespace sluice::detail {
namespace {

constexpr float nothing = -1e30F;  // below every signal
constexpr float something = -1e29F;

/// A signal's best visible database, the first of equal ones, and the next one's value.
struct Leader {
  Leader(const std::vector<float> &values, const std::vector<std::uint8_t> &visible) {
    for (std::size_t d = 0; d < visible.size(); ++d) {
      const float value = visible[d] != 0 ? values[d] : nothing;
      second = std::max(second, std::min(best, value));
      best = std::max(best, value);
    }
    while (at < visible.size() && (visible[at] == 0 || values[at] != best)) ++at;
  }

  float best = nothing;
  float second = nothing;
  std::size_t at = 0;
};

}  // namespace

void SignalSink::database(std::string_view channel, std::string_view name,
                          std::vector<float> values) {
  if (database_names_ != nullptr) {
    database_names_->push_back(std::string(channel) + std::string(name));
  }
  databases_.push_back(std::move(values));
}

void SignalSink::table(std::string_view channel, std::string_view name, std::vector<float> values) {
  if (table_names_ != nullptr) table_names_->push_back(std::string(channel) + std::string(name));
  tables_.push_back(std::move(values));
}

std::pair<std::vector<float>, std::vector<float>> SignalSink::best_two(
    const std::vector<float> &by_table) const {
  std::vector<float> best(layout_.log_tables.size(), 0), both = best;
  for (std::size_t d = 0; d < best.size(); ++d) {
    float first = nothing, second = nothing;
    for (std::size_t t = layout_.first_table[d]; t < layout_.first_table[d + 1]; ++t) {
      const float value = layout_.visible_table[t] != 0 ? by_table[t] : nothing;
      second = std::max(second, std::min(first, value));
      first = std::max(first, value);
    }
    if (first < something) continue;
    best[d] = first;
    both[d] = first + (second > 0 ? second : 0);
  }
  return {std::move(best), std::move(both)};
}

void SignalSink::cover(std::string_view channel, CoverSignals signals) {
  database(channel, "_cover", std::move(signals.covered));
  database(channel, "_best_table", std::move(signals.best_table));
  database(channel, "_table_names", std::move(signals.table_names));
  database(channel, "_database_name", std::move(signals.database_name));
  database(channel, "_best_pair", std::move(signals.best_pair));
  table(channel, "_table", std::move(signals.table));
  table(channel, "_name", std::move(signals.name));
  table(channel, "_pair", std::move(signals.pair));
  table(channel, "_unique", std::move(signals.unique));
}

void SignalSink::names(std::string_view channel, NameSignals signals) {
  auto [name, names] = best_two(signals.name);
  database(channel, "_whole_name", std::move(name));
  database(channel, "_whole_names", std::move(names));
  database(channel, "_whole_columns", best_two(signals.columns).first);
  table(channel, "_whole_name", std::move(signals.name));
  table(channel, "_whole_columns", std::move(signals.columns));
}

void SignalSink::sentences(std::string_view channel, SentenceCosines signals) {
  auto [best, both] = best_two(signals.tables);
  auto [named, both_named] = best_two(signals.qualified);
  database(channel, "_table", std::move(best));
  database(channel, "_two_tables", std::move(both));
  database(channel, "_qualified", std::move(named));
  database(channel, "_two_qualified", std::move(both_named));
  database(channel, "_mean", std::move(signals.mean));
  database(channel, "_column", best_two(signals.best_columns).first);
  database(channel, "_five_columns", std::move(signals.five_columns));
  table(channel, "_table", std::move(signals.tables));
  table(channel, "_qualified", std::move(signals.qualified));
  table(channel, "_column", std::move(signals.best_columns));
}

std::vector<float> SignalSink::database_features() const {
  const std::vector<std::uint8_t> &visible = layout_.visible_database;
  const std::size_t size = visible.size(), half = databases_.size() * size;
  std::vector<float> features(2 * half);
  float *value = features.data(), *gap = value + half;
  for (const std::vector<float> &signal : databases_) {
    const Leader leader(signal, visible);
    for (std::size_t d = 0; d < size; ++d) {
      const float shown = visible[d] != 0 ? 1.0F : 0.0F;
      value[d] = shown * signal[d];
      gap[d] = shown * (signal[d] - leader.best);
    }
    if (leader.at < size)
      gap[leader.at] = leader.second > something ? leader.best - leader.second : 0.0F;
    value += size;
    gap += size;
  }
  return features;
}

}  // namespace sluice::detail
