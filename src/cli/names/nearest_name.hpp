#ifndef SLUICE_SRC_CLI_NAMES_NEAREST_NAME_HPP
#define SLUICE_SRC_CLI_NAMES_NEAREST_NAME_HPP

/// The name that a user probably meant.

#include <span>
#include <string>
#include <string_view>

namespace sluice::cli {

/// The first of the known names with the fewest edits to `written`, if these are at most a third of
/// its letters and digits, or one; else empty. An edit inserts, removes or replaces a byte, or
/// swaps two neighbors.
std::string nearest_name(std::string_view written, std::span<const std::string> known);

}  // namespace sluice::cli

#endif
