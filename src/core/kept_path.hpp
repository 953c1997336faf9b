#ifndef SLUICE_SRC_CORE_KEPT_PATH_HPP
#define SLUICE_SRC_CORE_KEPT_PATH_HPP

/// Paths that are used later, when another folder may be the current one.

#include <string>

namespace sluice::detail {

/// The current folder, from which relative paths start; empty if there is none.
std::string current_folder();

/// A path that was given while `folder` was the current one: as it was given as long as it is, else
/// absolute.
std::string kept_path(const std::string &path, const std::string &folder);

}  // namespace sluice::detail

#endif
