#include "ranker_weights.hpp"

#include "core/shipped_file.hpp"

#if defined(SLUICE_STATIC_RANKER)
#include "embed/weights/embed_file.hpp"

SLUICE_EMBED_FILE(sluice_static_ranker, SLUICE_STATIC_RANKER)
#endif

namespace sluice::inline v0::route_detail {

std::array<ShippedRanker, 3> ranker_weights() {
  std::array<ShippedRanker, 3> rankers{
      {{"static.ranker", {}, {}},
       {"minilm.ranker", {}, {0x01ADFB5A11426071, 0x7479CFAA46C40B40}},
       {"mpnet.ranker", {}, {0xB4F1EA54C35E162C, 0x2E94EFC85A93FF83}}}};
#if defined(SLUICE_STATIC_RANKER)
  rankers[0].bytes = {sluice_static_ranker,
                      static_cast<std::size_t>(sluice_static_ranker_end - sluice_static_ranker)};
#endif
  for (ShippedRanker &ranker : rankers) {
    if (ranker.bytes.empty()) ranker.bytes = detail::shipped_bytes(ranker.name);
  }
  return rankers;
}

}  // namespace sluice::inline v0::route_detail
