// Files of vector segments, as given, with corrected checksums, and valid ones with a few changed
// bytes: exact and graph search, with and without masks, without access out of bounds.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "forged_segment.hpp"
#include "scratch_folder.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/index/vector_segment.hpp"
#include "sluice/index/vector_snapshot.hpp"

namespace {

using namespace sluice;

constexpr std::uint64_t embedder = 5;

/// 150 rows of 3 numbers with a graph of several levels.
std::string sound_file() {
  Random random(1);
  std::vector<float> numbers(450);
  for (float &x : numbers) x = static_cast<float>(random.unit() - 0.5);
  const QuantizedRows rows(numbers, 3);
  std::vector<RowId> ids;
  for (std::size_t row = 0; row < rows.size(); ++row) ids.push_back(RowId(row * 2));
  const HnswGraph graph = HnswGraph::build(rows, {.links = 2, .breadth = 8});
  return VectorSegment(rows, ids, embedder, graph).bytes();
}

void search(const std::shared_ptr<const VectorSegment> &segment) {
  const std::size_t dimensions = segment->rows().dimensions();
  const VectorSnapshot snapshot(dimensions, embedder, {{segment, nullptr}});
  const std::vector<float> query(dimensions, 0.5F);
  const RowSet visible(100, [](RowId id) { return id.value % 5 != 1; });
  for (const std::size_t breadth : {0U, 1U}) {
    try {
      const VectorSnapshot searched = snapshot.with_breadth(breadth);
      for (const auto &row : searched.search(query, 1, visible)) {
        if (!visible.contains(row.id)) std::abort();
      }
      for (const auto &row : searched.search(query, 1)) {
        if (!snapshot.contains(row.id)) std::abort();
      }
    } catch (const Error &) {
    }
  }
  segment->check();
  if (segment->bytes().size() < 32) std::abort();
}

void check(const std::string &path) {
  try {
    search(VectorSegment::open(path, embedder));
  } catch (const Error &) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const fuzz::ScratchFolder folder;
  static const std::string sound = sound_file();
  const auto try_file = [&](const std::string &bytes) {
    folder.put("file", bytes);
    check(folder.path("file"));
  };
  std::string bytes(reinterpret_cast<const char *>(data), size);
  try_file(bytes);
  fuzz::forge(bytes);
  try_file(bytes);
  std::string changed = sound;
  for (std::size_t at = 0; at + 3 <= size && at < 60; at += 3) {
    changed[(data[at] + data[at + 1] * 256U) % changed.size()] = static_cast<char>(data[at + 2]);
  }
  try_file(changed);
  fuzz::forge(changed);
  try_file(changed);
  return 0;
}
