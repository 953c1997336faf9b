#include "sluice/report/score_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/report/score_report.hpp"

namespace sluice::inline v0 {
namespace {

bool executed(const ScoreReport &report) {
  return std::any_of(report.items.begin(), report.items.end(),
                     [](const ScoreItem &item) { return item.execution.has_value(); });
}

bool matched(const ScoreReport &report) {
  return std::any_of(report.items.begin(), report.items.end(),
                     [](const ScoreItem &item) { return item.exact.has_value(); });
}

}  // namespace

void check_comparable(const ScoreReport &before, const ScoreReport &after,
                      const std::string &source) {
  const auto fail = [&source](const std::string &message) {
    throw Error(ErrorCode::mismatch, message, {source});
  };
  if (before.items.size() != after.items.size()) {
    fail(fmt::format("has {} questions, this run has {}", before.items.size(), after.items.size()));
  }
  for (std::size_t i = 0; i < after.items.size(); ++i) {
    if (before.items[i].database == after.items[i].database) continue;
    fail(fmt::format("is about a different gold file: item {} is about \"{}\", here about \"{}\"",
                     i, before.items[i].database, after.items[i].database));
  }
  if (!before.gold_fingerprint.empty() && before.gold_fingerprint != after.gold_fingerprint)
    fail("is about a different gold file: its queries differ");
  if (!before.complete) fail("was interrupted: finish it with --resume");
  if (before.mode != after.mode)
    fail(fmt::format("was judged with --mode {}, this run with {}", before.mode, after.mode));
  if (before.settings != after.settings) {
    fail(fmt::format("was judged with different flags: \"{}\", here \"{}\"", before.settings,
                     after.settings));
  }
}

double mcnemar_p_value(std::uint64_t a, std::uint64_t b) noexcept {
  const std::uint64_t n = a + b, k = std::min(a, b);
  if (n == 0) return 1;
  // C(n, k) / 2^n as a product with a separate exponent. Unlike lgamma, it uses only operations
  // whose results and roundings are the same on every platform.
  double value = 1;
  int exponent = 0;
  const auto rescale = [&] {
    int shift = 0;
    value = std::frexp(value, &shift);
    exponent += shift;
  };
  for (std::uint64_t j = 1; j <= k; ++j) {
    value = value * static_cast<double>(n - k + j) / static_cast<double>(j);
    rescale();
  }
  const int halvings = static_cast<int>(std::min<std::uint64_t>(n, 1 << 30));
  const double last = std::ldexp(value, exponent - halvings);
  // The remaining terms, each computed from the previous one by their ratio.
  double sum = 0, term = 1;
  for (std::uint64_t i = k;; --i) {
    sum += term;
    if (i == 0 || term < 1e-18 * sum) break;
    term = term * static_cast<double>(i) / static_cast<double>(n - i + 1);
  }
  return std::min(1.0, 2 * last * sum);
}

ScoreComparison compare_scores(const ScoreReport &before, const ScoreReport &after,
                               const std::string &source, const BootstrapOptions &options) {
  check_comparable(before, after, source);
  const bool by_execution = executed(before) && executed(after);
  if (!by_execution && !(matched(before) && matched(after))) {
    throw Error(ErrorCode::mismatch, "was judged with a different --etype", {source});
  }
  ScoreComparison comparison;
  comparison.measure = by_execution ? "execution" : "exact";
  comparison.before = by_execution ? before.execution() : before.exact();
  comparison.after = by_execution ? after.execution() : after.exact();
  std::map<std::string, Ratio> by_database;
  std::vector<Ratio> by_question;
  for (std::size_t i = 0; i < after.items.size(); ++i) {
    const auto right = [by_execution](const ScoreItem &item) {
      return by_execution ? item.execution && item.execution->right
                          : item.exact && item.exact->match;
    };
    const auto score = [by_execution, right](const ScoreItem &item) {
      if (!by_execution) return right(item) ? 1.0 : 0.0;
      return item.execution ? item.execution->score : 0.0;
    };
    const ScoreItem &old = before.items[i], &now = after.items[i];
    const bool was = right(old), is = right(now);
    if (was && !is) comparison.broke.push_back(i);
    if (!was && is) comparison.fixed.push_back(i);
    comparison.both_right += was && is ? 1 : 0;
    comparison.both_wrong += !was && !is ? 1 : 0;
    // Adds 2 to the difference, since the bootstrap requires parts of at least 0.
    const double part = score(now) - score(old) + 2;
    by_question.push_back({part, 1});
    Ratio &database = by_database[now.database];
    database.part += part;
    database.whole += 1;
  }
  comparison.p_value = mcnemar_p_value(comparison.broke.size(), comparison.fixed.size());
  std::vector<Ratio> groups;
  for (const auto &entry : by_database) groups.push_back(entry.second);
  const Interval shifted = bootstrap_interval(groups.size() > 1 ? groups : by_question, options);
  if (!by_question.empty()) comparison.interval = {shifted.low - 2, shifted.high - 2};
  return comparison;
}

std::string comparison_text(const ScoreComparison &comparison) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(
      out, "{}: {:.4f} before, {:.4f} now, difference {:+.4f}, 95 % interval {:+.4f} to {:+.4f}\n",
      comparison.measure, comparison.before, comparison.after, comparison.after - comparison.before,
      comparison.interval.low, comparison.interval.high);
  fmt::format_to(
      out,
      "{} broke, {} fixed, {} right in both, {} wrong in both; McNemar's exact test: p = {:.4g}\n",
      comparison.broke.size(), comparison.fixed.size(), comparison.both_right,
      comparison.both_wrong, comparison.p_value);
  const auto list = [&](std::string_view name, const std::vector<std::size_t> &items) {
    if (items.empty()) return;
    text += name;
    for (const std::size_t item : items) fmt::format_to(out, " {}", item);
    text += '\n';
  };
  list("broke, items:", comparison.broke);
  list("fixed, items:", comparison.fixed);
  return text;
}

}  // namespace sluice::inline v0
