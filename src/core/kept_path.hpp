#ifndef SLUICE_SRC_CORE_KEPT_PATH_HPP
#define SLUICE_SRC_CORE_KEPT_PATH_HPP

/// Keeps relative paths valid after the current folder changes.

#include <string>

namespace sluice::inline v0::detail {

/// The current folder; empty if there is none.
std::string current_folder();

/// A path relative to `folder`, which was current when the path was given: unchanged if `folder`
/// still is, else absolute.
std::string kept_path(const std::string &path, const std::string &folder);

}  // namespace sluice::inline v0::detail

#endif
