#include "ranker_weights.hpp"

#if defined(SLUICE_STATIC_RANKER)

#include "embed/weights/embed_file.hpp"

SLUICE_EMBED_FILE(sluice_static_ranker, SLUICE_STATIC_RANKER)
SLUICE_EMBED_FILE(sluice_minilm_ranker, SLUICE_MINILM_RANKER)
SLUICE_EMBED_FILE(sluice_mpnet_ranker, SLUICE_MPNET_RANKER)

namespace sluice::detail {
namespace {

std::string_view between(const char *begin, const char *end) noexcept {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::array<ShippedRanker, 3> ranker_weights() noexcept {
  return {{{between(sluice_static_ranker, sluice_static_ranker_end), {}},
           {between(sluice_minilm_ranker, sluice_minilm_ranker_end),
            {0x01ADFB5A11426071, 0x7479CFAA46C40B40}},
           {between(sluice_mpnet_ranker, sluice_mpnet_ranker_end),
            {0xB4F1EA54C35E162C, 0x2E94EFC85A93FF83}}}};
}

}  // namespace sluice::detail

#else

namespace sluice::detail {

std::array<ShippedRanker, 3> ranker_weights() noexcept { return {}; }

}  // namespace sluice::detail

#endif
