#include "shipped_file.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>

#include "own_program.hpp"

namespace sluice::inline v0::detail {
namespace {

constexpr int folders_above = 3;  // as many as from lib/<architecture>/ to the prefix, and one more

/// The absolute path of the shared library or program that holds this code; empty if the system
/// does not say.
std::string path_of_this_code() {
  char resolved[PATH_MAX];
  Dl_info info{};
  const bool known = ::dladdr(reinterpret_cast<void *>(&shipped_file), &info) != 0;
  // The loader knows a program by what it was called with, which need not be a path.
  if (known && info.dli_fname != nullptr && std::strchr(info.dli_fname, '/') != nullptr &&
      ::realpath(info.dli_fname, resolved) != nullptr)
    return resolved;
  return own_program();
}

bool is_readable(const std::string &path) { return ::access(path.c_str(), R_OK) == 0; }

}  // namespace

std::string shipped_file(std::string_view name) {
  const std::string below = std::string("/share/sluice/").append(name);
  std::string folder = path_of_this_code();
  for (int up = 0; up <= folders_above; ++up) {
    const std::size_t slash = folder.rfind('/');
    if (slash == std::string::npos) break;
    folder.resize(slash);
    if (std::string path = folder + below; is_readable(path)) return path;
  }
#if defined(SLUICE_SHARE_FOLDER)
  if (std::string path = std::string(SLUICE_SHARE_FOLDER "/").append(name); is_readable(path))
    return path;
#endif
  return {};
}

}  // namespace sluice::inline v0::detail
