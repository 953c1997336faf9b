#include "sluice/index/vector_snapshot.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "sluice/core/random.hpp"
#include "sluice/index/quantized_index.hpp"
#include "sluice/index/vector_store.hpp"
#include "support/error_of.hpp"
#include "vectors.hpp"

namespace sluice {
namespace {

static_assert(VectorIndex<VectorSnapshot>);

constexpr std::size_t dimensions = 16;
constexpr std::uint64_t embedder = 77;

using Vector = std::vector<float>;

/// The expected content of a snapshot.
using Rows = std::map<RowId, Vector>;

Vector random_vector(Random &random) { return test::unit_rows(random, 1, dimensions); }

/// The answer of an exact index with exactly these rows.
std::vector<Scored<RowId>> search_one_index(const Rows &rows, std::span<const float> query,
                                            std::size_t k, function_ref<bool(RowId)> eligible) {
  RowQuantizer quantizer(dimensions);
  std::vector<RowId> ids;
  for (const auto &[id, vector] : rows) {
    if (!eligible(id)) continue;
    quantizer.add(vector);
    ids.push_back(id);
  }
  auto found = QuantizedIndex(quantizer.finish()).search(query, k);
  for (auto &row : found) row.id = ids[row.id.index()];
  return found;
}

void check_same(const VectorSnapshot &snapshot, const Rows &rows, Random &random) {
  CHECK(snapshot.live() == rows.size());
  const Vector query = random_vector(random);
  const auto all = [](RowId) { return true; };
  const auto some = [](RowId id) { return id.value % 3 != 1; };
  CHECK(snapshot.search(query, 10) == search_one_index(rows, query, 10, all));
  const auto expected = search_one_index(rows, query, 10, some);
  CHECK(snapshot.search(query, 10, some) == expected);
  CHECK(snapshot.search(query, 10, RowSet(snapshot.size(), some)) == expected);
  std::vector<float> cosines(snapshot.size());
  snapshot.similarities(query, cosines);
  for (std::size_t id = 0; id < cosines.size(); ++id) {
    CHECK(snapshot.contains(RowId(id)) == rows.contains(RowId(id)));
    if (!rows.contains(RowId(id))) CHECK(cosines[id] == 0);
  }
  for (const auto &row : search_one_index(rows, query, 1000, all)) {
    CHECK(cosines[row.id.index()] == row.score);
  }
}

std::vector<RowId> random_ids(Random &random, std::size_t count, std::size_t bound) {
  std::vector<RowId> ids;
  for (std::size_t id = 0; id < bound; ++id) ids.push_back(RowId(id));
  random.shuffle(ids);
  ids.resize(count);
  return ids;
}

std::vector<RowId> range(std::size_t first, std::size_t last) {
  std::vector<RowId> ids;
  for (; first < last; ++first) ids.push_back(RowId(first));
  return ids;
}

std::string all_bytes(const VectorSnapshot &snapshot) {
  std::string bytes;
  for (const auto &part : snapshot.parts()) bytes += part.segment->bytes();
  return bytes;
}

}  // namespace

TEST_CASE("after any additions and removals, a snapshot answers like one index of its live rows") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Rows rows;
    VectorSnapshot snapshot(dimensions, embedder);
    check_same(snapshot, rows, random);
    for (std::size_t step = 0; step < 25; ++step) {
      const std::vector<RowId> ids = random_ids(random, random.below(60), 400);
      const VectorSnapshot before = snapshot;
      const Rows rows_before = rows;
      switch (random.below(4)) {
        case 0:
          snapshot = snapshot.without(ids);
          for (const RowId id : ids) rows.erase(id);
          break;
        case 1: snapshot = snapshot.compacted({.segments = 1 + random.below(3)}); break;
        default:
          Vector vectors;
          for (const RowId id : ids) {
            rows[id] = random_vector(random);
            vectors.insert(vectors.end(), rows[id].begin(), rows[id].end());
          }
          snapshot = snapshot.with(ids, vectors);
      }
      check_same(snapshot, rows, random);
      check_same(before, rows_before, random);  // the old snapshot does not change
    }
  }
}

TEST_CASE("adding rows one by one leaves few segments, and large ones are shared") {
  Random random(1);
  VectorSnapshot snapshot(dimensions, embedder);
  snapshot = snapshot.with(range(0, 50'000), test::unit_rows(random, 50'000, dimensions));
  const auto large = snapshot.parts().front().segment;
  for (std::size_t id = 50'000; id < 50'300; ++id) {
    snapshot = snapshot.with(range(id, id + 1), random_vector(random));
  }
  CHECK(snapshot.live() == 50'300);
  CHECK(snapshot.parts().size() < 12);
  CHECK(snapshot.parts().front().segment == large);
  snapshot = snapshot.without(range(5, 6));
  CHECK(snapshot.parts().front().segment == large);
}

TEST_CASE("compaction with graphs gives the same bits on any number of threads") {
  Random random(2);
  VectorSnapshot snapshot(dimensions, embedder);
  snapshot = snapshot.with(range(0, 4000), test::clustered_rows(random, 4000, dimensions, 100));
  snapshot = snapshot.without(random_ids(random, 500, 4000));
  const HnswOptions graph{.links = 8, .breadth = 40};
  const VectorSnapshot one = snapshot.compacted({.segments = 4, .graph = graph, .threads = 1});
  const VectorSnapshot four = snapshot.compacted({.segments = 4, .graph = graph, .threads = 4});
  CHECK(one.parts().size() == 4);
  CHECK(all_bytes(one) == all_bytes(four));
  // Without the graphs, the division into segments does not affect answers.
  for (int i = 0; i < 10; ++i) {
    const Vector query = random_vector(random);
    CHECK(one.with_breadth(0).search(query, 10) == snapshot.search(query, 10));
    for (const auto &row : one.with_breadth(8).search(query, 10)) CHECK(snapshot.contains(row.id));
  }
}

TEST_CASE("compaction can be cancelled, on every thread") {
  Random random(3);
  VectorSnapshot snapshot(dimensions, embedder);
  snapshot = snapshot.with(range(0, 3000), test::unit_rows(random, 3000, dimensions));
  const CancellationToken token;
  token.cancel();
  test::check_code(ErrorCode::cancelled, [&] {
    return snapshot.compacted({.segments = 3, .graph = HnswOptions{}, .threads = 3},
                              Progress(token));
  });
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return snapshot.compacted({.segments = 0}); });
  const Error error = test::error_of([&] {
    return snapshot.compacted({.segments = 3, .graph = HnswOptions{.links = 1}, .threads = 3});
  });
  CHECK(error.message() == "1 links per row; expected 2 to 64");
}

TEST_CASE("invalid changes are refused with an error that says why") {
  Random random(4);
  VectorSnapshot snapshot(dimensions, embedder);
  const Vector two = test::unit_rows(random, 2, dimensions);
  const auto message = [](auto call) { return test::error_of(call).message(); };
  CHECK(message([&] { return snapshot.with(range(0, 1), two); }) ==
        "vectors and their ids differ in number");
  const std::vector<RowId> twice{RowId(4), RowId(4)};
  CHECK(message([&] { return snapshot.with(twice, two); }) == "the row 4 is added twice");
  Vector broken = two;
  broken[20] = std::numeric_limits<float>::quiet_NaN();
  CHECK(message([&] { return snapshot.with(range(0, 2), broken); }) ==
        "a vector holds a number that is not finite");
  snapshot = snapshot.with(range(0, 2), two);
  const std::vector<VectorSnapshot::Part> parts(snapshot.parts().begin(), snapshot.parts().end());
  test::check_code(ErrorCode::mismatch, [&] { return VectorSnapshot(dimensions, 78, parts); });
  test::check_code(ErrorCode::invalid_argument,
                   [&] { return VectorSnapshot(dimensions + 1, embedder, parts); });
  test::check_code(ErrorCode::invalid_argument, [&] { return snapshot.search(broken, 3); });
}

TEST_CASE("readers continue while rows are added, removed and compacted") {
  Random random(5);
  constexpr std::size_t fixed = 2000;  // rows that are never removed
  VectorStore store(VectorSnapshot(dimensions, embedder)
                        .with(range(0, fixed), test::unit_rows(random, fixed, dimensions))
                        .with_breadth(0));
  const Vector query = random_vector(random);
  const RowSet stays(fixed, RowSet::Holds::everything);
  const auto expected = store.snapshot()->search(query, 10, stays);
  std::atomic<bool> done = false;
  std::atomic<std::size_t> wrong = 0;
  std::atomic<std::size_t> searches = 0;
  {
    std::vector<std::thread> readers;
    for (int r = 0; r < 4; ++r) {
      readers.emplace_back([&] {
        while (!done || searches < 8) {
          const auto snapshot = store.snapshot();
          // Rows that come and go do not affect callers who may not see them.
          if (snapshot->search(query, 10, stays) != expected) ++wrong;
          if (snapshot->search(query, 10).size() != 10) ++wrong;
          ++searches;
        }
      });
    }
    std::thread compactor([&] {
      for (int i = 0; i < 3; ++i) {
        store.compact(
            {.segments = 2, .graph = HnswOptions{.links = 4, .breadth = 10}, .threads = 2});
      }
    });
    for (std::size_t i = 0; i < 10; ++i) {
      const std::size_t first = fixed + i * 1000;
      store.add(range(first, first + 1000), test::unit_rows(random, 1000, dimensions));
      store.remove(range(first, first + 500));
    }
    compactor.join();
    done = true;
    for (std::thread &reader : readers) reader.join();
  }
  CHECK(wrong == 0);
  const auto last = store.snapshot();
  CHECK(last->live() == fixed + 5000);
  for (std::size_t id = fixed; id < last->size(); ++id) {
    CHECK(last->contains(RowId(id)) == ((id - fixed) % 1000 >= 500));
  }
  CHECK(last->breadth() == 0);
}

}  // namespace sluice
