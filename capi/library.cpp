/// Version of the library, and names of statuses.

#include "internal.hpp"
#include "sluice/core/version.hpp"

const char *sluice_version() noexcept { return sluice::version.data(); }

int32_t sluice_abi_version() noexcept { return SLUICE_ABI_VERSION; }

const char *sluice_status_name(sluice_status status) noexcept {
  if (status == SLUICE_OK) return "ok";
  if (status == SLUICE_OUT_OF_MEMORY) return "out_of_memory";
  return sluice::name_of(sluice::ErrorCode{status}).data();  // string literals, all of them
}
