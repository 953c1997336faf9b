#include "kept_path.hpp"

#include <filesystem>
#include <system_error>

namespace sluice::inline v0::detail {

namespace fs = std::filesystem;

std::string current_folder() {
  std::error_code failed;
  return fs::current_path(failed).string();
}

std::string kept_path(const std::string &path, const std::string &folder) {
  if (path.starts_with('/') || folder.empty() || folder == current_folder()) return path;
  return (fs::path(folder) / path).string();
}

}  // namespace sluice::inline v0::detail
