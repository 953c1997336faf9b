#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "round_trip.hpp"
#include "schema/tabular/information_schema.hpp"
#include "sluice/core/utf8.hpp"

// Several files, separated by a byte that no text contains.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace sluice;
  constexpr std::size_t max_files = 4;
  std::string_view rest(reinterpret_cast<const char *>(data), size);
  if (!is_utf8(rest)) return 0;  // files are decoded before they are read
  std::vector<schema_detail::SourceText> files;
  while (!rest.empty() && files.size() < max_files) {
    const std::string_view text = rest.substr(0, rest.find('\x1c'));
    rest.remove_prefix(text.size() < rest.size() ? text.size() + 1 : rest.size());
    files.push_back({"shop/" + std::to_string(files.size()) + ".csv", text});
    schema_detail::is_information_schema(files.back());
  }
  std::vector<SkippedItem> skipped;
  LoadOptions options;
  options.skipped = &skipped;
  std::vector<DatabaseDefinition> definitions;
  try {
    definitions = schema_detail::read_information_schema(files, options);
  } catch (const Error &) {
    return 0;
  }
  if (definitions.empty()) std::abort();
  // Each must be valid; two may have the same name.
  for (DatabaseDefinition &definition : definitions)
    fuzz::check_round_trip({Database::make(std::move(definition))});
  return 0;
}
