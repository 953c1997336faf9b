/// Structs of older and newer releases: checks and copies.

#include "internal.hpp"

namespace sluice::inline v0::capi {
namespace {

/// Larger than a struct of any release. A larger struct_size was not initialized.
constexpr std::size_t max_bytes = 4096;

}  // namespace

bool is_plausible(std::size_t struct_size, std::size_t first_size) noexcept {
  return struct_size >= first_size && struct_size <= max_bytes;
}

void check_struct(const void *given, std::size_t struct_size, std::size_t first_size,
                  std::size_t size, const char *parameter) {
  if (!is_plausible(struct_size, first_size)) {
    refuse(std::string(parameter) + "->struct_size is " + std::to_string(struct_size) +
           ", expected " + std::to_string(size) + "; initialize the struct with its _INIT macro");
  }
  if (struct_size <= size) return;
  const auto *bytes = static_cast<const unsigned char *>(given);
  const auto *end = bytes + struct_size;
  if (std::find_if(bytes + size, end, [](unsigned char byte) { return byte != 0; }) == end) return;
  throw Error(ErrorCode::unsupported,
              std::string(parameter) +
                  " sets fields that this release of the library does not know");
}

void check_reserved(std::uint32_t reserved, const char *parameter) {
  if (reserved == 0) return;
  throw Error(ErrorCode::unsupported,
              std::string(parameter) +
                  " sets a field that this release of the library does not know");
}

}  // namespace sluice::inline v0::capi
