// Modified suite files with corrected checksums: an accepted suite can be used.
//
// The input is a list of edits to a small suite's file before compression, four bytes each: the
// operation, the position (two bytes, little-endian), and the new byte.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/compression.hpp"
#include "scratch_folder.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/suite/live_database.hpp"
#include "sluice/suite/suite_file.hpp"

namespace {

using namespace sluice;

constexpr FourCc kind{'S', 'U', 'I', 'T'};
constexpr FourCc body{'b', 'o', 'd', 'y'};

Suite small_suite() {
  DatabaseDefinition shop;
  shop.name = "shop";
  shop.tables = {
      {"customer", "", "", {{"id", "", "INTEGER", "", {}}, {"name", "", "TEXT", "", {}}}, {0}}};
  SuiteSchema schema;
  schema.id = "shop";
  schema.schema = Database::make(shop);
  schema.definitions = Constraints::declared(schema.schema).definitions();
  TestDatabase database(schema.schema);
  const Cell row[] = {Cell::of(std::int64_t{1}), Cell::of_text("Ana")};
  database.add(0, row);
  schema.databases.push_back({"witness of gold 0", 1, database.bytes()});
  SuiteGold gold;
  gold.text = "SELECT name FROM customer";
  gold.databases = {0};
  gold.undistinguished.push_back({"SELECT name FROM customer WHERE 1", "made", 1, false});
  schema.golds.push_back(gold);
  Suite suite;
  suite.settings = "made by hand";
  suite.schemas.push_back(schema);
  return suite;
}

std::string original_body(const fuzz::ScratchFolder &folder) {
  folder.put("file", suite_bytes(small_suite()));
  const SegmentFile file(folder.path("file"), kind);
  return decompressed(file.section(body), "file");
}

/// Also corrects the checksum of the settings.
std::string file_of(const std::string &bytes) {
  std::uint64_t fingerprint = 0;
  if (bytes.size() >= 8) {
    const auto size = static_cast<unsigned char>(bytes[4]);
    fingerprint = hash64(std::string_view(bytes).substr(8, size));
  }
  SegmentWriter writer(kind, fingerprint);
  writer.add(body, compressed(bytes));
  return writer.bytes();
}

void use(const Suite &suite) {
  if (suite_bytes(suite).empty()) std::abort();
  for (const SuiteSchema &schema : suite.schemas) {
    try {
      QueryLimits limits;
      limits.steps = 10'000;
      LiveDatabase live(schema.constraints(), limits);
      for (const SuiteDatabase &database : schema.databases) {
        live.load(TestDatabase::from_bytes(schema.schema, database.bytes));
        for (const SuiteGold &gold : schema.golds) live.run(gold.text, [](Row) { return true; });
      }
    } catch (const Error &) {
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const fuzz::ScratchFolder folder;
  static const std::string original = original_body(folder);
  std::string bytes = original;
  for (std::size_t at = 0; at + 4 <= size && at < 200; at += 4) {
    const std::size_t where = data[at + 1] + data[at + 2] * 256U;
    if (data[at] >= 240) {
      bytes.resize(where < bytes.size() ? where : bytes.size());
    } else if (data[at] >= 200) {
      bytes.insert(where < bytes.size() ? where : bytes.size(), 1, static_cast<char>(data[at + 3]));
    } else if (!bytes.empty()) {
      bytes[where % bytes.size()] = static_cast<char>(data[at + 3]);
    }
  }
  folder.put("file", file_of(bytes));
  try {
    use(read_suite(folder.path("file")));
  } catch (const Error &) {
    if (bytes == original) std::abort();
  }
  return 0;
}
