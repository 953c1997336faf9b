#include <cstddef>
#include <cstdint>
#include <string_view>

#include "round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char *>(data), size);
  try {
    sluice::fuzz::check_round_trip(sluice::load_tables_json(json, "tables.json"));
  } catch (const sluice::Error &) {
  }
  return 0;
}
