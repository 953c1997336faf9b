#include "sluice/index/adaptive_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/index/vector_snapshot.hpp"
#include "support/error_of.hpp"
#include "vectors.hpp"

namespace sluice {
namespace {

static_assert(VectorIndex<AdaptiveIndex>);

constexpr std::size_t dimensions = 16;
constexpr std::size_t many = 12'000;  // enough that following links pays
constexpr std::size_t queries = 40;

const std::vector<float> &numbers() {
  static const std::vector<float> made = [] {
    Random random(5);
    return test::clustered_rows(random, many + queries, dimensions, 300);
  }();
  return made;
}

std::span<const float> query(std::size_t number) {
  return test::row_of(numbers(), many + number, dimensions);
}

QuantizedRows rows(std::size_t count) {
  return {std::span(numbers()).first(count * dimensions), dimensions};
}

const AdaptiveIndex &with_graph() {
  static const AdaptiveIndex built = AdaptiveIndex::build(rows(many), many);
  return built;
}

std::vector<RowId> some_rows(std::uint64_t seed, std::size_t bound) {
  Random random(seed);
  std::vector<RowId> chosen;
  for (std::size_t i = 0; i < 700; ++i) chosen.emplace_back(random.below(bound));
  return chosen;
}

/// Whether the cosines of some rows are those of all rows.
template <class Index>
bool agree(const Index &index) {
  std::vector<float> all(index.size());
  index.similarities(query(0), all);
  const std::vector<RowId> wanted = some_rows(1, index.size());
  std::vector<float> some(wanted.size());
  similarities_of(index, query(0), wanted, some);
  return std::ranges::equal(wanted, some, {}, [&](RowId row) { return all[row.index()]; });
}

}  // namespace

TEST_CASE("below the size there is no graph, and every search is exact") {
  const AdaptiveIndex index = AdaptiveIndex::build(rows(many - 1), many);
  CHECK_FALSE(index.has_graph());
  const QuantizedIndex exact(index.rows());
  for (std::size_t q = 0; q < queries; ++q)
    CHECK(index.search(query(q), 10) == exact.search(query(q), 10));
  CHECK_FALSE(AdaptiveIndex::build(QuantizedRows(dimensions), 0).has_graph());
}

TEST_CASE("from the size on, a graph finds nearly all rows that a full scan finds") {
  REQUIRE(with_graph().has_graph());
  const QuantizedIndex exact(with_graph().rows());
  std::size_t hits = 0;
  for (std::size_t q = 0; q < queries; ++q) {
    const auto expected = exact.search(query(q), 10);
    for (const auto &row : with_graph().search(query(q), 10))
      hits += row.score >= expected.back().score ? 1 : 0;
  }
  CHECK(hits >= queries * 10 * 97 / 100);
}

TEST_CASE("with a mask, a search is exact even if there is a graph") {
  const QuantizedIndex exact(with_graph().rows());
  for (const std::uint64_t one_in : {1U, 2U, 100U}) {
    Random random(one_in);
    const RowSet visible(many, [&](RowId) { return random.below(one_in) == 0; });
    const auto is_visible = [&](RowId row) { return visible.contains(row); };
    for (std::size_t q = 0; q < queries; ++q) {
      const auto expected = exact.search(query(q), 10, visible);
      CHECK(with_graph().search(query(q), 10, visible) == expected);
      CHECK(with_graph().search(query(q), 10, is_visible) == expected);
    }
  }
}

TEST_CASE("the cosines of some rows are those of all rows, in every index") {
  CHECK(agree(with_graph()));
  CHECK(agree(QuantizedIndex(rows(500))));
  CHECK(agree(HnswIndex(rows(500))));
  CHECK(agree(ExactIndex({numbers().begin(), numbers().begin() + 501 * dimensions}, dimensions)));
  VectorSnapshot snapshot(dimensions, 1);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    std::vector<RowId> ids = some_rows(seed, 3000);
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    snapshot = snapshot.with(ids, std::span(numbers()).subspan(seed * 9, ids.size() * dimensions));
    snapshot = snapshot.without(std::span(ids).first(20));
  }
  CHECK(agree(snapshot));
}

TEST_CASE("a row that does not exist and a graph over other rows are refused") {
  const std::vector<RowId> wanted{RowId(500)};
  std::vector<float> cosines(1);
  test::check_code(ErrorCode::invalid_argument,
                   [&] { QuantizedIndex(rows(500)).similarities(query(0), wanted, cosines); });
  const HnswGraph graph = HnswGraph::build(rows(20));
  test::check_code(ErrorCode::invalid_argument, [&] { AdaptiveIndex(rows(21), graph); });
}

}  // namespace sluice
