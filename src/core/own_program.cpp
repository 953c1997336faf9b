#include "own_program.hpp"

#include <filesystem>
#include <system_error>

#ifdef __APPLE__
#include <limits.h>
#include <mach-o/dyld.h>

#include <cstdint>
#endif

namespace sluice::inline v0::detail {

std::string own_program() {
  std::error_code error;
#ifdef __APPLE__
  char path[PATH_MAX];
  std::uint32_t size = sizeof path;
  if (_NSGetExecutablePath(path, &size) != 0) return {};
  return std::filesystem::canonical(path, error).string();
#else
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
#endif
}

}  // namespace sluice::inline v0::detail
