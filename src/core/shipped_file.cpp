#include "shipped_file.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "own_program.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"

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

#if defined(SLUICE_SINGLE_HEADER) && !defined(SLUICE_NO_WEIGHTS)

namespace {

constexpr std::string_view weights_name = "sluice_weights.bin";
constexpr std::string_view weights_magic = "SLUICEW1";
constexpr std::size_t weights_alignment = 64;

/// packaging/bundle/weights.py describes the file.
struct PackedFile {
  char name[48];
  std::uint64_t offset;
  std::uint64_t size;
};
static_assert(sizeof(PackedFile) == weights_alignment);

std::string path_of_weights() {
  constexpr const char *variable = "SLUICE_WEIGHTS_FILE";
  if (const char *named = std::getenv(variable); named != nullptr && *named != '\0') return named;
#if defined(SLUICE_WEIGHTS_FILE)
  return SLUICE_WEIGHTS_FILE;
#else
  const std::string code = path_of_this_code();
  std::string beside = code.substr(0, code.rfind('/') + 1).append(weights_name);
  if (is_readable(beside)) return beside;
  if (std::string shared = shipped_file(weights_name); !shared.empty()) return shared;
  throw Error(ErrorCode::not_found,
              "not found; put the file that came with the single header there, set the environment "
              "variable SLUICE_WEIGHTS_FILE to its path, or define SLUICE_NO_WEIGHTS",
              {beside});
#endif
}

/// The weights and their path. Never unmapped: views of them outlive all other objects.
const std::pair<MappedFile, std::string> &weights() {
  static const auto *const opened = [] {
    std::string path = path_of_weights();
    MappedFile file(path);
    const std::string_view bytes = file.bytes();
    if (bytes.size() < weights_alignment || !bytes.starts_with(weights_magic))
      throw Error(ErrorCode::malformed, "is not a file of sluice's weights", {path});
    return new std::pair(std::move(file), std::move(path));
  }();
  return *opened;
}

}  // namespace

std::string_view shipped_bytes(std::string_view name) {
  const auto &[file, path] = weights();
  const std::string_view bytes = file.bytes();
  std::uint64_t count = 0;
  std::memcpy(&count, bytes.data() + weights_magic.size(), sizeof count);
  if (count > bytes.size() / sizeof(PackedFile) - 1)
    throw Error(ErrorCode::malformed, "is truncated", {path});
  for (std::uint64_t f = 1; f <= count; ++f) {
    PackedFile packed;
    std::memcpy(&packed, bytes.data() + f * sizeof packed, sizeof packed);
    if (name != std::string_view(packed.name, ::strnlen(packed.name, sizeof packed.name))) continue;
    if (packed.offset % weights_alignment != 0 || packed.offset > bytes.size() ||
        packed.size > bytes.size() - packed.offset)
      throw Error(ErrorCode::malformed, "is truncated", {path});
    return bytes.substr(packed.offset, packed.size);
  }
  return {};
}

#else

std::string_view shipped_bytes(std::string_view) { return {}; }

#endif

}  // namespace sluice::inline v0::detail
