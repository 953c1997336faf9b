#include "sluice/index/hnsw_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/index/quantized_index.hpp"
#include "support/error_of.hpp"
#include "vectors.hpp"

namespace sluice {
namespace {

static_assert(VectorIndex<HnswIndex>);

constexpr std::size_t dimensions = 32;

bool same(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  return std::ranges::equal(a, b);
}

bool same(const HnswGraph &a, const HnswGraph &b) {
  const auto pairs = [](const HnswGraph &graph) {
    std::vector<std::uint32_t> numbers;
    for (const auto &node : graph.parts().upper) {
      numbers.insert(numbers.end(), {node.row, node.below});
    }
    return numbers;
  };
  return a.parts().levels == b.parts().levels && a.parts().start == b.parts().start &&
         same(a.parts().row_links, b.parts().row_links) &&
         same(a.parts().upper_links, b.parts().upper_links) && pairs(a) == pairs(b);
}

/// Number of rows of `found` that score at least as well as the last of `exact`.
std::size_t hits(std::span<const Scored<RowId>> found, std::span<const Scored<RowId>> exact) {
  return static_cast<std::size_t>(std::ranges::count_if(
      found, [&](const Scored<RowId> &row) { return row.score >= exact.back().score; }));
}

struct Clusters {
  Clusters() {
    Random random(3);
    const std::vector<float> numbers = test::clustered_rows(random, 6000 + 50, dimensions, 300);
    const std::span<const float> all(numbers);
    rows = QuantizedRows(all.first(6000 * dimensions), dimensions);
    queries.assign(all.begin() + 6000 * dimensions, all.end());
  }
  std::span<const float> query(std::size_t i) const { return test::row_of(queries, i, dimensions); }
  QuantizedRows rows{dimensions};
  std::vector<float> queries;
};

const Clusters &clusters() {
  static const Clusters made;
  return made;
}

const HnswIndex &index() {
  static const HnswIndex built(clusters().rows, {}, 32);
  return built;
}

}  // namespace

TEST_CASE("the graph finds nearly all rows that a full scan finds, with the same scores") {
  const QuantizedIndex exact(clusters().rows);
  std::size_t found = 0;
  for (std::size_t q = 0; q < 50; ++q) {
    const auto expected = exact.search(clusters().query(q), 10);
    const auto best = index().search(clusters().query(q), 10);
    CHECK(best.size() == 10);
    CHECK(std::ranges::is_sorted(best, BestFirst{}));
    found += hits(best, expected);
    std::vector<float> cosines(exact.size());
    exact.similarities(clusters().query(q), cosines);
    for (const auto &row : best) CHECK(row.score == cosines[row.id.index()]);
  }
  CHECK(found >= 490);  // of 500
}

TEST_CASE("a masked search finds visible rows only, and nearly all of the best") {
  const QuantizedIndex exact(clusters().rows);
  for (const std::uint64_t one_in : {1U, 2U, 10U, 50U, 1000U}) {
    CAPTURE(one_in);
    Random random(one_in);
    const RowSet visible(exact.size(), [&](RowId) { return random.below(one_in) == 0; });
    std::size_t found = 0;
    std::size_t of = 0;
    for (std::size_t q = 0; q < 50; ++q) {
      const auto expected = exact.search(clusters().query(q), 10, visible);
      const auto best = index().search(clusters().query(q), 10, visible);
      REQUIRE(best.size() == expected.size());
      for (const auto &row : best) CHECK(visible.contains(row.id));
      found += hits(best, expected);
      of += expected.size();
      const auto asked =
          index().search(clusters().query(q), 10, [&](RowId row) { return visible.contains(row); });
      CHECK(asked == best);
    }
    CHECK(found * 100 >= of * 98);
  }
}

TEST_CASE("if a mask leaves few rows, all of them are scanned") {
  const RowSet visible(index().size(), [](RowId row) { return row.value % 100 == 7; });
  const QuantizedIndex exact(clusters().rows);
  for (std::size_t q = 0; q < 50; ++q) {
    CHECK(index().search(clusters().query(q), 10, visible) ==
          exact.search(clusters().query(q), 10, visible));
  }
  CHECK(index().search(clusters().query(0), 10, RowSet()).empty());
}

TEST_CASE("a mask that hides a query's neighborhood does not hide the rows beyond") {
  // All rows except those nearest to the query are visible, so links lead through many hidden rows.
  const QuantizedIndex exact(clusters().rows);
  for (std::size_t q = 0; q < 10; ++q) {
    RowSet visible(index().size(), RowSet::Holds::everything);
    for (const auto &row : exact.search(clusters().query(q), 3000)) visible.erase(row.id);
    const auto expected = exact.search(clusters().query(q), 10, visible);
    CHECK(hits(index().search(clusters().query(q), 10, visible), expected) >= 9);
  }
}

TEST_CASE("building a graph again gives the same bits, and another seed gives another graph") {
  const QuantizedRows &rows = clusters().rows;
  CHECK(same(HnswGraph::build(rows), index().graph()));
  CHECK_FALSE(same(HnswGraph::build(rows, {.seed = 2}), index().graph()));
}

TEST_CASE("graphs of few rows, of equal rows and of zeros work") {
  for (const std::size_t rows : {1U, 2U, 3U, 40U, 500U}) {
    CAPTURE(rows);
    for (const float value : {0.0F, 0.25F}) {
      const QuantizedRows equal(std::vector<float>(rows * 16, value), 16);
      const HnswGraph graph = HnswGraph::build(equal, {.links = 4});
      const std::vector<float> query(16, 0.25F);
      for (const std::size_t breadth : {1U, 4U, 100U}) {
        const auto best = HnswIndex(equal, graph, breadth).search(query, 2);
        CHECK(best.size() == std::min<std::size_t>(rows, 2));
        for (const auto &row : best) CHECK(row.score == doctest::Approx(value * 4));
      }
    }
  }
}

TEST_CASE("building reports progress and can be cancelled") {
  const QuantizedRows &rows = clusters().rows;
  std::size_t reports = 0;
  const auto report = [&](std::string_view, std::size_t, std::size_t total) {
    ++reports;
    CHECK(total == rows.size());
  };
  HnswGraph::build(rows, {.links = 4, .breadth = 10}, Progress(report));
  CHECK(reports > 3);
  const CancellationToken token;
  token.cancel();
  test::check_code(ErrorCode::cancelled, [&] { HnswGraph::build(rows, {}, Progress(token)); });
}

TEST_CASE("invalid options and parts are refused") {
  const QuantizedRows &rows = clusters().rows;
  test::check_code(ErrorCode::invalid_argument, [&] { HnswGraph::build(rows, {.links = 1}); });
  test::check_code(ErrorCode::invalid_argument, [&] { HnswGraph::build(rows, {.links = 65}); });
  test::check_code(ErrorCode::invalid_argument, [&] { HnswGraph::build(rows, {.breadth = 0}); });
  test::check_code(ErrorCode::invalid_argument,
                   [&] { HnswGraph::build(QuantizedRows(dimensions)); });
  test::check_code(ErrorCode::invalid_argument,
                   [&] { HnswIndex(QuantizedRows(dimensions), index().graph()); });
  HnswGraph::Parts parts = index().graph().parts();
  parts.start = HnswGraph::no_link;
  test::check_code(ErrorCode::invalid_argument,
                   [&] { HnswGraph(nullptr, parts, rows.size(), nullptr); });
}

TEST_CASE("links to rows out of range are an error, not an out-of-bounds access") {
  const std::vector<float> query{1, 0};
  std::vector<float> numbers;
  for (int row = 0; row < 100; ++row) numbers.insert(numbers.end(), {1, 0});
  const QuantizedRows rows(numbers, 2);
  const std::vector<std::uint32_t> links(400, 100);
  const HnswGraph outside(nullptr, {2, 0, 0, {}, {}, links}, 100, nullptr);
  test::check_code(ErrorCode::malformed,
                   [&] { return HnswIndex(rows, outside, 1).search(query, 1); });
  const std::vector<std::uint32_t> none(400, HnswGraph::no_link);
  const std::vector<HnswGraph::UpperNode> upper{{5, 200}};
  const HnswGraph nowhere(nullptr, {2, 1, 0, upper, std::span(none).first(2), none}, 100, nullptr);
  test::check_code(ErrorCode::malformed,
                   [&] { return HnswIndex(rows, nowhere, 1).search(query, 1); });
}

}  // namespace sluice
