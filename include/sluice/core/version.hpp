#ifndef SLUICE_CORE_VERSION_HPP
#define SLUICE_CORE_VERSION_HPP

/// The release that this header belongs to. The build reads the three numbers from here.

#include <string_view>

#include "sluice/core/language.hpp"

#define SLUICE_VERSION_MAJOR 0
#define SLUICE_VERSION_MINOR 1
#define SLUICE_VERSION_PATCH 0

#define SLUICE_DETAIL_QUOTE(text) #text
#define SLUICE_DETAIL_VERSION(major, minor, patch) \
  SLUICE_DETAIL_QUOTE(major) "." SLUICE_DETAIL_QUOTE(minor) "." SLUICE_DETAIL_QUOTE(patch)

namespace sluice::inline v0 {

/// "major.minor.patch", as compiled into the calling code.
inline constexpr std::string_view version =
    SLUICE_DETAIL_VERSION(SLUICE_VERSION_MAJOR, SLUICE_VERSION_MINOR, SLUICE_VERSION_PATCH);

}  // namespace sluice::inline v0

#undef SLUICE_DETAIL_VERSION
#undef SLUICE_DETAIL_QUOTE

#endif
