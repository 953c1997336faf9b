#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "round_trip.hpp"
#include "sluice/sql/ddl.hpp"

// The first byte chooses a dialect; one more than there are lets it be found.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t choice = data[0] % (sluice::sql::dialect_count + 1);
  const std::string_view script(reinterpret_cast<const char *>(data) + 1, size - 1);
  std::vector<sluice::SkippedItem> skipped;
  sluice::LoadOptions options{.skipped = &skipped};
  if (choice < sluice::sql::dialect_count)
    options.dialect = static_cast<sluice::sql::Dialect>(choice);
  try {
    sluice::fuzz::check_round_trip({sluice::load_ddl(script, "fuzzed", "fuzzed.sql", options)});
  } catch (const sluice::Error &) {
  }
  return 0;
}
