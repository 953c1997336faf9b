#include "ranker_weights.hpp"

#if defined(SLUICE_STATIC_RANKER)

#include "embed/weights/embed_file.hpp"

SLUICE_EMBED_FILE(sluice_static_ranker, SLUICE_STATIC_RANKER)

namespace sluice::detail {

std::string_view static_ranker() noexcept {
  return {sluice_static_ranker,
          static_cast<std::size_t>(sluice_static_ranker_end - sluice_static_ranker)};
}

}  // namespace sluice::detail

#else

namespace sluice::detail {

std::string_view static_ranker() noexcept { return {}; }

}  // namespace sluice::detail

#endif
