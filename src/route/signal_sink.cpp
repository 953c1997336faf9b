#include "signal_sink.hpp"

#include <algorithm>

#include <Eigen/Core>

namespace sluice::detail {
namespace {

constexpr float nothing = -1e30F;  // below every signal
constexpr float something = -1e29F;

/// A signal's best database, the first of equal ones, and the next one's value.
struct Leader {
  explicit Leader(const std::vector<float> &values) {
    const auto size = static_cast<Eigen::Index>(values.size());
    const Eigen::Map<const Eigen::ArrayXf> all(values.data(), size);
    if (size == 0) return;
    best = all.maxCoeff();
    at = static_cast<std::size_t>(std::ranges::find(values, best) - values.begin());
    const auto before = static_cast<Eigen::Index>(at);
    if (before > 0) second = all.head(before).maxCoeff();
    if (before + 1 < size) second = std::max(second, all.tail(size - before - 1).maxCoeff());
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
  std::vector<float> shown;
  const float *values = by_table.data();
  if (layout_.hides_tables) {
    shown = by_table;
    for (std::size_t t = 0; t < shown.size(); ++t) {
      if (layout_.visible_table[t] == 0) shown[t] = nothing;
    }
    values = shown.data();
  }
  for (std::size_t d = 0; d < best.size(); ++d) {
    float first = nothing, second = nothing;
    for (std::size_t t = layout_.first_table[d]; t < layout_.first_table[d + 1]; ++t) {
      const float value = values[t];
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
  const bool hides = std::ranges::find(visible, std::uint8_t{0}) != visible.end();
  std::vector<float> shown;
  std::vector<float> features(2 * half);
  float *value = features.data(), *gap = value + half;
  for (const std::vector<float> &signal : databases_) {
    shown = signal;
    for (std::size_t d = 0; hides && d < size; ++d)
      shown[d] = visible[d] != 0 ? signal[d] : nothing;
    const Leader leader(shown);
    for (std::size_t d = 0; d < size; ++d) {
      value[d] = shown[d];
      gap[d] = shown[d] - leader.best;
    }
    if (leader.at < size && leader.best > something)
      gap[leader.at] = leader.second > something ? leader.best - leader.second : 0.0F;
    for (std::size_t d = 0; hides && d < size; ++d) {
      if (visible[d] == 0) value[d] = gap[d] = 0;
    }
    value += size;
    gap += size;
  }
  return features;
}

}  // namespace sluice::detail
