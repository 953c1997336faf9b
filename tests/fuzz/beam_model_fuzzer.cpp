// A beam router's file, as given and with corrected checksums: opens it, routes with it, and writes
// it again.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "beam/small_catalog.hpp"
#include "forged_segment.hpp"
#include "scratch_folder.hpp"
#include "sluice/beam/beam_router.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/hashed_embedder.hpp"

namespace {

using namespace sluice;

void check(const fuzz::ScratchFolder &folder) {
  static const test::SmallSchema small;
  static const AnyEmbedder words = HashedEmbedder(4);
  try {
    const BeamRouter router = BeamRouter::open(folder.path("model"), small.graphs, words);
    for (const std::string_view question : {"age of singers", "", "\xFF brillig"}) {
      for (const RoutedSchema &routed : router.route(question).schemas) {
        if (routed.schema.database.index() >= small.catalog->database_count()) std::abort();
      }
    }
    router.store(folder.path("again"));
    static_cast<void>(BeamRouter::open(folder.path("again"), small.graphs, words));
  } catch (const Error &) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const fuzz::ScratchFolder folder;
  std::string bytes(reinterpret_cast<const char *>(data), size);
  folder.put("model", bytes);
  check(folder);
  fuzz::forge(bytes);
  folder.put("model", bytes);
  check(folder);
  return 0;
}
