// Segment files, as given and with corrected checksums: sections are inside the file and aligned,
// and postings are found, scored and written again without access out of bounds.

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
#include "sluice/core/segment_file.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/index/lexical_index.hpp"

namespace {

using namespace sluice;

/// Copies everything that may be read.
void read_sections(const std::string &path, FourCc kind) {
  static std::string bytes;
  static std::vector<std::uint64_t> numbers;
  const SegmentFile file(path, kind);
  for (const FourCc name : {FourCc{'t', 'e', 'r', 'm'}, FourCc{'p', 'o', 's', 't'}, FourCc{}}) {
    try {
      bytes = file.section(name);
      const auto records = file.records<std::uint64_t>(name);
      numbers.assign(records.begin(), records.end());
    } catch (const Error &) {
    }
  }
}

void search(const std::string &path) {
  const std::shared_ptr<const LexicalIndex> index = LexicalIndex::open(path);
  for (const Level level : {Level::database, Level::table, Level::column}) {
    const Bm25 ranking(index,
                       {.granularity = level, .weights = FieldWeights::names_and_implied(0.5F)});
    const std::vector<std::string> terms{"name", "custom", "id", "", "zzz"};
    if (ranking.scores(terms).size() != index->lengths(level).size()) std::abort();
  }
  if (index->bytes().size() < 32) std::abort();
}

void check(const std::string &path, std::string_view bytes) {
  try {
    FourCc kind{};
    if (bytes.size() >= 12) bytes.copy(kind.data(), kind.size(), 8);
    read_sections(path, kind);
  } catch (const Error &) {
  }
  try {
    search(path);
  } catch (const Error &) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const fuzz::ScratchFolder folder;
  std::string bytes(reinterpret_cast<const char *>(data), size);
  folder.put("file", bytes);
  check(folder.path("file"), bytes);
  fuzz::forge(bytes);
  folder.put("file", bytes);
  check(folder.path("file"), bytes);
  return 0;
}
