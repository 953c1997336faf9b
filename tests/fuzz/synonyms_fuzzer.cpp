// A graph of synonyms, as given and with corrected checksums: looks up words, lists them, and
// traverses the graph.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "embed/synonyms.hpp"
#include "forged_segment.hpp"
#include "scratch_folder.hpp"
#include "sluice/core/error.hpp"

namespace {

using namespace sluice;

void check(const std::string &path) {
  try {
    const Synonyms synonyms = Synonyms::open(path);
    const std::vector<std::string> stems = {"singer", "person", "zip code", "", "a", "\xFF"};
    const SynonymChannel channel(synonyms, stems);
    for (const std::string_view word : {"singers", "person", "zip code", "", "a", "sing"}) {
      for (const StemMatch &match : channel.matches(word, 0)) {
        if (match.stem >= stems.size() || !(match.strength > 0) || match.strength > 1) std::abort();
      }
      for (const RelatedWord &related : synonyms.related(word)) {
        if (!(related.strength > 0) || related.strength > 1) std::abort();
      }
    }
  } catch (const Error &) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const fuzz::ScratchFolder folder;
  std::string bytes(reinterpret_cast<const char *>(data), size);
  folder.put("graph", bytes);
  check(folder.path("graph"));
  fuzz::forge(bytes);
  folder.put("graph", bytes);
  check(folder.path("graph"));
  return 0;
}
