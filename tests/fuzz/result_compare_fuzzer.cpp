/// Two small results from the input: the comparison by hashes agrees with trying every order of
/// columns, row by row.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "judge/denotations.hpp"

namespace {

using namespace sluice;

/// Returns one of a few values; few, so that rows and columns are often equal.
Cell value(std::uint8_t byte) {
  switch (byte % 12) {
    case 0: return Cell::of_null();
    case 1: return Cell::of(1.0);
    case 2: return Cell::of(0.5);
    case 3: return Cell::of_text("1");
    case 4: return Cell::of_text("a");
    case 5: return Cell::of_blob("a");
    case 6: return Cell::of(-0.0);
    case 7: return Cell::of(9007199254740992.0);
    case 8: return Cell::of(std::int64_t{9007199254740993});
    default: return Cell::of(std::int64_t{byte % 3});
  }
}

void require(bool truth) {
  if (!truth) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::size_t at = 0;
  const auto next = [&]() -> std::uint8_t { return at < size ? data[at++] : 0; };
  const std::size_t columns = 1 + next() % 5;
  const std::size_t rows = next() % 7;
  const std::uint8_t change = next();
  const auto order = change % 2 == 0 ? RowOrder::ignored : RowOrder::matters;
  test::Rows gold(rows);
  for (auto &row : gold) {
    for (std::size_t c = 0; c < columns; ++c) row.push_back(value(next()));
  }
  test::Rows predicted = gold;
  // Swaps of rows and columns, then changes.
  for (std::size_t n = 0; n < change % 16U && rows > 0; ++n) {
    std::swap(predicted[next() % rows], predicted[next() % rows]);
    const std::size_t a = next() % columns;
    const std::size_t b = next() % columns;
    for (auto &row : predicted) std::swap(row[a], row[b]);
  }
  for (std::size_t n = 0; n < change / 64U && rows > 0; ++n) {
    predicted[next() % rows][next() % columns] = value(next());
  }

  ComparisonRules rules;
  rules.order = order;
  const ComparisonResult official = test::compare(gold, predicted, rules);
  const bool same = test::same_under_some_order(gold, predicted, order);
  require(official.same == same || (same && official.difference == Difference::number_types));

  rules.mode = ComparisonMode::strict;
  const bool in_order =
      order == RowOrder::matters
          ? std::equal(gold.begin(), gold.end(), predicted.begin(), predicted.end(), test::same_row)
          : test::same_bag(gold, predicted);
  require(test::compare(gold, predicted, rules).same == in_order);

  rules.mode = ComparisonMode::bird;
  const auto within = [](const test::Rows &some, const test::Rows &all) {
    return std::all_of(some.begin(), some.end(), [&](const auto &row) {
      return std::any_of(all.begin(), all.end(),
                         [&](const auto &other) { return test::same_row(row, other); });
    });
  };
  require(test::compare(gold, predicted, rules).same ==
          (within(gold, predicted) && within(predicted, gold)));

  rules.mode = ComparisonMode::bird_soft_f1;
  const double share = test::compare(gold, predicted, rules).score;
  require(share >= 0 && share <= 1);
  rules.mode = ComparisonMode::spider2;
  require(test::compare(gold, gold, rules).same);
  return 0;
}
