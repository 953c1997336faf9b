// Modified stores of examples with corrected checksums: an accepted store can be used.
//
// The input is a list of edits to a small store's file, four bytes each: the operation, the
// position (two bytes, little-endian), and the new byte. Compressed parts are edited before
// compression.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/compression.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/rank/shape_rankers.hpp"
#include "support/aligned_bytes.hpp"

namespace {

using namespace sluice;

constexpr std::size_t dimensions = 4;

struct Sections {
  std::string head, text, shapes, vectors;
  std::uint64_t fingerprint = 0;
};

Sections original() {
  const std::vector<Example> examples{{"How many?", "zoo", "SELECT count(*) FROM animal"},
                                      {"Who?", "zoo", "SELECT name FROM keeper WHERE id = 1"},
                                      {"What?", "", "SELECT a FROM b WHERE c = 'd'"}};
  const ExampleStore store = ExampleStore(HashedEmbedder(dimensions)).with(examples, nullptr).store;
  const std::string bytes = store.bytes();
  const test::AlignedBytes aligned(bytes);
  const SegmentFile file(aligned.view(), "file", {'E', 'X', 'M', 'P'});
  return {std::string(file.section({'h', 'e', 'a', 'd'})),
          decompressed(file.section({'t', 'e', 'x', 't'}), "file"),
          std::string(file.section({'s', 'h', 'a', 'p'})),
          std::string(file.section({'v', 'e', 'c', 't'})), file.fingerprint()};
}

void use(std::shared_ptr<const ExampleStore> store) {
  if (store->bytes().empty()) std::abort();
  const std::vector<ApproximatedQuery> guess{{"SELECT count(*) FROM t", 1}};
  ExampleQuery query;
  query.question = "How many?";
  query.approximations = guess;
  ShapeRanker(store).rank(query);
  LikelyShapeRanker(store).rank(query);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const Sections untouched = original();
  Sections sections = untouched;
  for (std::size_t at = 0; at + 4 <= size && at < 200; at += 4) {
    const std::size_t where = data[at + 1] + data[at + 2] * 256U;
    std::string &bytes = data[at] % 4 == 0   ? sections.head
                         : data[at] % 4 == 1 ? sections.text
                         : data[at] % 4 == 2 ? sections.shapes
                                             : sections.vectors;
    if (data[at] >= 240) {
      bytes.resize(where < bytes.size() ? where : bytes.size());
    } else if (data[at] >= 200) {
      bytes.insert(where < bytes.size() ? where : bytes.size(), 1, static_cast<char>(data[at + 3]));
    } else if (!bytes.empty()) {
      bytes[where % bytes.size()] = static_cast<char>(data[at + 3]);
    }
  }
  const auto write = [&](std::uint64_t fingerprint) {
    SegmentWriter writer({'E', 'X', 'M', 'P'}, fingerprint);
    writer.add({'h', 'e', 'a', 'd'}, sections.head);
    writer.add({'t', 'e', 'x', 't'}, compressed(sections.text));
    writer.add({'s', 'h', 'a', 'p'}, sections.shapes);
    writer.add({'v', 'e', 'c', 't'}, sections.vectors);
    return writer.bytes();
  };
  const std::string bytes = write(untouched.fingerprint);
  const test::AlignedBytes aligned(bytes);
  try {
    use(std::make_shared<const ExampleStore>(
        ExampleStore::parse(aligned.view(), "file", HashedEmbedder(dimensions))));
  } catch (const Error &) {
    if (size == 0) std::abort();
  }
  return 0;
}
