#include "ranker_weights.hpp"

#if defined(SLUICE_STATIC_RANKER)

#include "embed/weights/embed_file.hpp"

SLUICE_EMBED_FILE(sluice_static_ranker, SLUICE_STATIC_RANKER)
SLUICE_EMBED_FILE(sluice_minilm_ranker, SLUICE_MINILM_RANKER)

namespace sluice::detail {
namespace {

std::string_view between(const char *begin, const char *end) noexcept {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::array<std::string_view, 2> ranker_weights() noexcept {
  return {between(sluice_static_ranker, sluice_static_ranker_end),
          between(sluice_minilm_ranker, sluice_minilm_ranker_end)};
}

}  // namespace sluice::detail

#else

namespace sluice::detail {

std::array<std::string_view, 2> ranker_weights() noexcept { return {}; }

}  // namespace sluice::detail

#endif
