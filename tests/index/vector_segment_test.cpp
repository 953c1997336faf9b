#include "sluice/index/vector_segment.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "fuzz/forged_segment.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/index/hnsw_index.hpp"
#include "sluice/index/quantized_index.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "vectors.hpp"

namespace sluice {
namespace {

constexpr std::size_t dimensions = 24;
constexpr std::uint64_t embedder = 0x0123456789ABCDEF;

std::vector<RowId> ids_of(std::size_t rows, std::size_t first, std::size_t step) {
  std::vector<RowId> ids;
  for (std::size_t row = 0; row < rows; ++row) ids.push_back(RowId(first + row * step));
  return ids;
}

VectorSegment made(std::size_t rows, std::size_t step, bool with_graph) {
  Random random(rows);
  QuantizedRows quantized(test::clustered_rows(random, rows, dimensions, 10), dimensions);
  std::optional<HnswGraph> graph;
  if (with_graph) graph = HnswGraph::build(quantized, {.links = 4, .breadth = 20});
  return VectorSegment(std::move(quantized), ids_of(rows, 3, step), embedder, std::move(graph));
}

/// A temporary folder for one file.
class Folder {
 public:
  std::string path() const { return (folder_.path() / "vectors.segment").string(); }
  std::shared_ptr<const VectorSegment> open(std::string_view bytes,
                                            std::uint64_t fingerprint = embedder) const {
    write_file(path(), bytes);
    return VectorSegment::open(path(), fingerprint);
  }
  /// The error of opening and using the whole file, without the path.
  std::string what(std::string_view bytes, std::uint64_t fingerprint = embedder) const {
    const auto error = test::error_if_any([&] { use(*open(bytes, fingerprint)); });
    if (!error) return "(no error)";
    CHECK(error->where().source == path());
    return error->message();
  }
  /// Searches so that every row and every link is read.
  static std::vector<Scored<RowId>> use(const VectorSegment &segment) {
    Random random(1);
    const std::vector<float> query = test::unit_rows(random, 1, segment.rows().dimensions());
    auto found = QuantizedIndex(segment.rows()).search(query, 20);
    if (segment.graph() != nullptr) {
      const HnswIndex index(segment.rows(), *segment.graph(), 4);
      for (const auto &row : index.search(query, 4)) found.push_back(row);
      segment.check();
    }
    return found;
  }

 private:
  test::TemporaryDirectory folder_;
};

}  // namespace

TEST_CASE("a segment read from its file has the same answers, graph and ids") {
  const Folder folder;
  for (const std::size_t rows : {1U, 63U, 700U}) {
    for (const std::size_t step : {1U, 5U}) {
      for (const bool with_graph : {false, true}) {
        CAPTURE(rows);
        CAPTURE(step);
        CAPTURE(with_graph);
        const VectorSegment segment = made(rows, step, with_graph);
        const std::string bytes = segment.bytes();
        const auto opened = folder.open(bytes);
        CHECK((opened->graph() != nullptr) == with_graph);
        CHECK(Folder::use(*opened) == Folder::use(segment));
        CHECK(opened->bytes() == bytes);
        for (std::size_t row = 0; row < rows; ++row) {
          CHECK(opened->id_of(row) == RowId(3 + row * step));
          CHECK(opened->row_of(RowId(3 + row * step)) == row);
        }
        CHECK(opened->row_of(RowId(2)) == std::nullopt);
        CHECK(opened->row_of(RowId(3 + rows * step)) == std::nullopt);
        if (step > 1) CHECK(opened->row_of(RowId(4)) == std::nullopt);
      }
    }
  }
}

TEST_CASE("a flipped byte anywhere is an error, or changes nothing at all") {
  const Folder folder;
  const VectorSegment segment = made(300, 5, true);
  const std::string bytes = segment.bytes();
  const auto expected = Folder::use(segment);
  Random random(4);
  for (std::size_t i = 0; i < 400; ++i) {
    std::string flipped = bytes;
    const std::size_t at = i < 300 ? i : static_cast<std::size_t>(random.below(bytes.size()));
    CAPTURE(at);
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << random.below(8)));
    const std::string what = folder.what(flipped);
    CHECK(what != "(no error)");
    CHECK(what.find('\n') == what.npos);
  }
  // The error names the section.
  std::string flipped = bytes;
  flipped[bytes.size() - 300] = static_cast<char>(flipped[bytes.size() - 300] ^ 1);
  CHECK(folder.what(flipped) == "has damaged bytes in section \"code\"");
}

TEST_CASE("damage is detected when it is read: opening succeeds, a search that reads it fails") {
  const Folder folder;
  std::string bytes = made(600, 1, false).bytes();
  bytes[bytes.size() - 300] = static_cast<char>(bytes[bytes.size() - 300] ^ 1);
  const auto opened = folder.open(bytes);
  const std::vector<float> query(dimensions, 0.1F);
  const QuantizedIndex index(opened->rows());
  // The first rows are in intact blocks.
  const RowSet first(10, RowSet::Holds::everything);
  CHECK(index.search(query, 5, first).size() == 5);
  for (int again = 0; again < 2; ++again) {
    const Error error = test::error_of([&] { return index.search(query, 5); });
    CHECK(error.code() == ErrorCode::malformed);
    CHECK(error.message() == "has damaged bytes in section \"code\"");
    CHECK(error.where().source == folder.path());
  }
  test::check_code(ErrorCode::malformed, [&] { opened->check(); });
  test::check_code(ErrorCode::malformed, [&] { return opened->bytes(); });
}

TEST_CASE("a file that is truncated anywhere is refused when it is opened") {
  const Folder folder;
  const std::string bytes = made(200, 5, true).bytes();
  Random random(9);
  for (std::size_t i = 0; i < 150; ++i) {
    const std::size_t size = static_cast<std::size_t>(random.below(bytes.size()));
    CAPTURE(size);
    test::check_code(ErrorCode::malformed,
                     [&] { return folder.open(std::string_view(bytes).substr(0, size)); });
  }
  CHECK(folder.what(bytes + "x") == "has extra bytes at the end");
}

TEST_CASE("a file of another embedder or of another kind is refused with a message that says so") {
  const Folder folder;
  const std::string bytes = made(5, 1, false).bytes();
  CHECK(folder.what(bytes, 7) ==
        "holds vectors of another embedder (fingerprint 0123456789abcdef, expected "
        "0000000000000007); index again");
  test::check_code(ErrorCode::mismatch, [&] { return folder.open(bytes, 7); });
  test::check_code(ErrorCode::mismatch, [&] {
    return folder.open(SegmentWriter({'P', 'O', 'S', 'T'}, embedder).bytes());
  });
  test::check_code(ErrorCode::not_found,
                   [&] { return VectorSegment::open(folder.path() + "x", embedder); });
}

TEST_CASE("a crafted file with valid checksums is refused or read within its bounds") {
  const Folder folder;
  const std::string bytes = made(120, 5, true).bytes();
  Random random(11);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < 600; ++i) {
    std::string forged = bytes;
    for (std::uint64_t flips = 1 + random.below(3); flips > 0; --flips) {
      const std::size_t at = static_cast<std::size_t>(random.below(forged.size()));
      forged[at] = static_cast<char>(random.below(256));
    }
    fuzz::forge(forged);
    refused += test::error_if_any([&] { Folder::use(*folder.open(forged)); }) ? 1 : 0;
  }
  CHECK(refused > 50);
}

TEST_CASE("a scale that is not a number is refused when the file is opened") {
  const Folder folder;
  const VectorSegment segment = made(50, 1, false);
  std::string bytes = segment.bytes();
  const float scale = segment.rows().scales()[7];
  std::string pattern(reinterpret_cast<const char *>(&scale), sizeof scale);
  const std::size_t at = bytes.find(pattern);
  REQUIRE(at != bytes.npos);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(bytes.data() + at, &nan, sizeof nan);
  fuzz::forge(bytes);
  CHECK(folder.what(bytes) == "is inconsistent: a vector's scale is out of range");
}

TEST_CASE("invalid segments are refused") {
  const QuantizedRows rows(std::vector<float>{1, 0, 0, 1}, 2);
  const auto refused = [](auto call) { test::check_code(ErrorCode::invalid_argument, call); };
  refused([&] { VectorSegment(rows, {RowId(1)}, 1); });
  refused([&] { VectorSegment(rows, {RowId(2), RowId(1)}, 1); });
  refused([&] { VectorSegment(rows, {RowId(1), RowId(1)}, 1); });
  refused([&] { VectorSegment(QuantizedRows(2), {}, 1); });
  const HnswGraph other = HnswGraph::build(QuantizedRows(std::vector<float>{1, 0}, 2));
  refused([&] { VectorSegment(rows, {RowId(1), RowId(2)}, 1, other); });
}

}  // namespace sluice
