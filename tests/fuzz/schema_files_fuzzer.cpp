/// Readers of files that define schemas: JSON, schema.rb, Prisma, descriptions. The first byte
/// chooses the reader; bytes 0x1E split the rest into files of one folder.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/apps/description_files.hpp"
#include "schema/apps/prisma_schema.hpp"
#include "schema/apps/rails_schema.hpp"
#include "schema/families.hpp"
#include "schema/json/bigquery_schema.hpp"
#include "schema/json/spider2_tables.hpp"
#include "schema/json/tbls_schema.hpp"
#include "schema/load/merge_definitions.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/database.hpp"

namespace {

using namespace sluice;
using namespace sluice::schema_detail;

struct FuzzedReader {
  bool (*recognizes)(const SourceText &file);
  std::vector<DatabaseDefinition> (*read)(std::span<const SourceText> files,
                                          const LoadOptions &options);
};

constexpr FuzzedReader fuzzed_readers[] = {
    {is_bigquery_schema, read_bigquery_schemas}, {is_spider2_table, read_spider2_tables},
    {is_tbls_schema, read_tbls_schemas},         {is_rails_schema, read_rails_schemas},
    {is_prisma_schema, read_prisma_schemas},     {is_description_file, read_description_files},
};

/// What a reader returns must be valid, also after folding and merging.
void check_valid(const DatabaseDefinition &definition) {
  try {
    static_cast<void>(Database::make(definition));
  } catch (const Error &) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0) return 0;
  const FuzzedReader &reader = fuzzed_readers[data[0] % std::size(fuzzed_readers)];
  const std::string text = repair_utf8({reinterpret_cast<const char *>(data + 1), size - 1});
  std::vector<SourceText> files;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\x1E', start), text.size());
    const std::string number = std::to_string(files.size());
    files.push_back(
        {"folder/p.d/file" + number, std::string_view(text).substr(start, end - start)});
    reader.recognizes(files.back());
    start = end + 1;
  }
  std::vector<SkippedItem> skipped;
  const LoadOptions options{.samples = 2, .skipped = &skipped};
  try {
    for (DatabaseDefinition &definition : reader.read(files, options)) {
      check_valid(definition);
      DatabaseDefinition folded = definition;
      fold_families(folded);
      check_valid(folded);
      merge_definition(folded, std::move(definition), size % 2 == 0);
      check_valid(folded);
    }
  } catch (const Error &) {
  }
  return 0;
}
