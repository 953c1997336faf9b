#include "label_weights.hpp"

#if defined(SLUICE_LABELS)

#include "embed/weights/embed_file.hpp"

SLUICE_EMBED_FILE(sluice_labels, SLUICE_LABELS)

namespace sluice::detail {

std::string_view label_weights() noexcept {
  return {sluice_labels, static_cast<std::size_t>(sluice_labels_end - sluice_labels)};
}

}  // namespace sluice::detail

#else

namespace sluice::detail {

std::string_view label_weights() noexcept { return {}; }

}  // namespace sluice::detail

#endif
