#include <cstddef>
#include <cstdint>
#include <string_view>

#include "round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view sql(reinterpret_cast<const char *>(data), size);
  // Small limits, so that endless scripts are stopped early.
  const sluice::LoadOptions options{
      .limits = {.steps = 50'000, .seconds = 5, .bytes = std::int64_t{64} << 20}};
  try {
    sluice::fuzz::check_round_trip({sluice::load_ddl(sql, "fuzzed", "fuzzed.sql", options)});
  } catch (const sluice::Error &) {
  }
  return 0;
}
