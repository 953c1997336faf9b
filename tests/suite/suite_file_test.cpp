#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/compression.hpp"
#include "schema/sql_keys.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/suite/neighbor_finder.hpp"
#include "sluice/suite/suite_folder.hpp"
#include "sluice/suite/suite_source.hpp"
#include "sluice/suite/test_database.hpp"
#include "sluice/suite/tree_mutators.hpp"
#include "suites.hpp"
#include "support/error_of.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

const SampleGolds &samples() {
  static const SampleGolds made({"vineyard", "farm_coop", "telecom_billing", "museum_collection"});
  return made;
}

const Suite &sample_suite() {
  static const Suite built = samples().build(quick_options());
  return built;
}

std::string flipped(std::string bytes, std::size_t at) {
  bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
  return bytes;
}

}  // namespace

TEST_CASE("a suite has the same bytes with two threads, in shards, and resumed") {
  const std::string bytes = suite_bytes(sample_suite());
  CHECK(sample_suite().schemas.size() == 4);
  CHECK(count(sample_suite()).golds == samples().golds().size());

  SuiteOptions options = quick_options();
  options.jobs = 2;
  CHECK(suite_bytes(samples().build(options)) == bytes);

  options = quick_options();
  options.shards = 4;
  Suite merged;
  for (options.shard = 4; options.shard-- > 0;) {
    Suite shard = samples().build(options);
    CHECK(shard.schemas.size() == 1);
    merged = options.shard == 3 ? std::move(shard) : merge(std::move(merged), std::move(shard));
  }
  CHECK(suite_bytes(merged) == bytes);

  // Finished schemas are reused: a modified copy shows it.
  std::vector<SuiteSchema> known = {sample_suite().schemas[1], sample_suite().schemas[2]};
  CHECK(suite_bytes(samples().build(quick_options(), known)) == bytes);
  known[0].golds[0].lines = 77;
  CHECK(samples().build(quick_options(), known).schemas[1].golds[0].lines == 77);
  // Unless it was built from other inputs.
  known[0].fingerprint ^= 1;
  CHECK(suite_bytes(samples().build(quick_options(), known)) == bytes);

  options = quick_options();
  options.shards = 4;
  options.distill.seed = 5;
  CHECK(samples().build(options).schemas[0].fingerprint != sample_suite().schemas[0].fingerprint);
}

TEST_CASE("a shard out of range and suites that do not match are rejected") {
  SuiteOptions options = quick_options();
  options.shard = options.shards = 2;
  check_code(ErrorCode::invalid_argument, [&] { return samples().build(options); });
  Suite other = sample_suite();
  other.settings += " more";
  check_code(ErrorCode::mismatch, [&] { return merge(sample_suite(), other); });
  other = sample_suite();
  other.schemas[2].fingerprint ^= 1;
  const Error error = error_of([&] { return merge(sample_suite(), other); });
  CHECK(contains(error.what(), other.schemas[2].id));
  CHECK(suite_bytes(merge(sample_suite(), sample_suite())) == suite_bytes(sample_suite()));
}

TEST_CASE("a suite survives writing and reading, and a flipped byte anywhere is an error") {
  const TemporaryDirectory folder;
  const std::string path = (folder.path() / "sample.suite").string();
  write_suite(sample_suite(), path);
  const std::string bytes = read_file(path);
  CHECK(suite_bytes(read_suite(path)) == bytes);
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 199) {
    write_bytes(path, flipped(bytes, at));
    CAPTURE(at);
    const Error error = error_of([&] { return read_suite(path); });
    CHECK(contains(error.what(), "sample.suite"));
    CHECK_FALSE(contains(error.what(), "\n"));
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{31}, bytes.size() - 1}) {
    write_bytes(path, bytes.substr(0, size));
    check_code(ErrorCode::malformed, [&] { return read_suite(path); });
  }
}

TEST_CASE("compressed bytes are restored, within the size limit") {
  std::string bytes;
  for (std::size_t i = 0; i < 200'000; ++i) bytes += static_cast<char>(i * i >> 7);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, bytes.size()}) {
    const std::string packed = compressed(bytes.substr(0, size));
    CHECK(decompressed(packed, "test") == bytes.substr(0, size));
    check_code(ErrorCode::malformed, [&] { return decompressed(packed + 'x', "test"); });
    check_code(ErrorCode::malformed,
               [&] { return decompressed(packed.substr(0, packed.size() - 1), "test"); });
  }
  check_code(ErrorCode::limit_exceeded,
             [&] { return decompressed(compressed(bytes), "test", bytes.size() - 1); });
}

TEST_CASE("exported databases judge as the suite does, and are imported unchanged") {
  const TemporaryDirectory folder;
  export_suite(sample_suite(), folder.path().string());
  const SqliteFolder files(folder.path().string());
  const SuiteSource source(std::make_shared<const Suite>(sample_suite()));
  for (const SuiteSchema &schema : sample_suite().schemas) {
    CAPTURE(schema.id);
    CHECK(files.files(schema.id).size() == schema.databases.size());
    const std::string gold = schema.golds.front().text;
    const std::vector<std::string> predicted = {gold, "SELECT 1", "SELECT 1 WHERE 0", "nonsense"};
    CHECK(verdicts_of(source, schema.id, gold, predicted) ==
          std::vector<bool>{true, false, false, false});
    CHECK(verdicts_of(files, schema.id, gold, predicted) ==
          std::vector<bool>{true, false, false, false});
  }
  const Suite imported = import_suite(folder.path().string(), samples().golds());
  REQUIRE(imported.schemas.size() == sample_suite().schemas.size());
  for (std::size_t s = 0; s < imported.schemas.size(); ++s) {
    const SuiteSchema &was = sample_suite().schemas[s];
    const SuiteSchema &now = imported.schemas[s];
    CAPTURE(was.id);
    CHECK(now.golds.size() == was.golds.size());
    CHECK(now.golds.front().databases.size() == was.databases.size());
    std::vector<std::uint32_t> rows_was, rows_now;
    for (const auto &database : was.databases) rows_was.push_back(database.rows);
    for (const auto &database : now.databases) rows_now.push_back(database.rows);
    CHECK(rows_now == rows_was);
  }
}

TEST_CASE("files that cannot be read, or have other tables, are skipped by an import") {
  const TemporaryDirectory folder;
  export_suite(sample_suite(), folder.path().string());
  const std::string id = sample_suite().schemas.front().id;
  const auto file = [&](const std::string &name) { return (folder.path() / id / name).string(); };
  write_bytes(file("00.sqlite"), "not a database");
  make_sqlite(file("zz.sqlite"), "CREATE TABLE other (x)");
  write_bytes((folder.path() / "bad.sqlite").string(), "");
  std::vector<GoldLine> golds = samples().golds();
  golds.push_back({"bad", "SELECT 1"});
  std::vector<SkippedItem> skipped;
  const Suite imported = import_suite(folder.path().string(), golds, &skipped);
  CHECK(suite_bytes(imported) == suite_bytes(import_suite(folder.path().string(), golds)));
  REQUIRE(imported.schemas.size() == sample_suite().schemas.size());
  CHECK(imported.schemas.front().databases.size() ==
        sample_suite().schemas.front().databases.size());
  std::vector<std::string> places;
  for (const SkippedItem &item : skipped) places.push_back(item.where);
  std::vector<std::string> expected{file("00.sqlite"), file("zz.sqlite"),
                                    (folder.path() / "bad.sqlite").string()};
  std::ranges::sort(expected);
  CHECK(places == expected);
  check_code(ErrorCode::malformed, [&] {
    return import_suite(folder.path().string(), {{"bad", "SELECT 1"}});
  });
}

TEST_CASE("a schema that the suite lacks is not found") {
  const SuiteSource source(std::make_shared<const Suite>(sample_suite()));
  check_code(ErrorCode::not_found, [&] { return source.find("atlantis"); });
}

TEST_CASE("SuiteEffort::best uses the database that distinguishes the most neighbors") {
  const SuiteSource quick(std::make_shared<const Suite>(sample_suite()), SuiteEffort::best);
  std::size_t compared = 0;
  for (const SuiteSchema &schema : sample_suite().schemas) {
    SqliteConnection empty = SqliteConnection::scratch(schema.id);
    empty.run_script(schema.definitions);
    NeighborSchema neighbors{schema.schema, SqliteImage::from_bytes(empty.image(), schema.id), {}};
    neighbors.keys = kept_keys(sql_keys(*schema.schema), *schema.schema, empty);
    NeighborFinder finder(neighbors, tree_mutators());
    for (const SuiteGold &gold : schema.golds) {
      CAPTURE(gold.text);
      std::vector<std::uint32_t> serving;
      const auto databases = quick.find(schema.id).databases;
      for (std::uint32_t i = 0; i < databases.size(); ++i) {
        if (databases[i]->turn_for(gold.text) != Turn::never) serving.push_back(i);
      }
      CHECK(serving == std::vector<std::uint32_t>{gold.best});
      if (gold.databases.size() < 2 || compared > 0) continue;
      std::vector<std::string> texts;
      for (const Neighbor &neighbor : finder.find(gold.text).neighbors) {
        texts.push_back(neighbor.text);
      }
      const auto told = [&](std::uint32_t database) {
        Suite alone = sample_suite();
        for (SuiteSchema &of : alone.schemas) {
          for (SuiteGold &entry : of.golds) {
            if (of.id == schema.id && entry.text == gold.text) entry.databases = {database};
          }
        }
        const SuiteSource source(std::make_shared<const Suite>(std::move(alone)));
        const auto right = verdicts_of(source, schema.id, gold.text, texts);
        return std::count(right.begin(), right.end(), false);
      };
      for (const std::uint32_t database : gold.databases) {
        CHECK(told(gold.best) >= told(database));
      }
      ++compared;
    }
  }
  CHECK(compared > 0);
}

TEST_CASE("without a database, its description and the joins of golds suffice for a suite") {
  const Databases described = load_tables_json(
      R"([{"db_id": "clinic", "table_names_original": ["pet", "visit"],
           "table_names": ["pet", "visit"], "column_names_original":
           [[-1, "*"], [0, "id"], [0, "name"], [1, "pet_id"], [1, "cost"]], "column_names":
           [[-1, "*"], [0, "id"], [0, "name"], [1, "pet id"], [1, "cost"]],
           "column_types": ["text", "number", "text", "number", "number"],
           "primary_keys": [1], "foreign_keys": []}])",
      "tables.json");
  const std::vector<GoldLine> golds = {
      {"clinic", "SELECT p.name FROM pet AS p , visit AS v WHERE p.id = v.pet_id AND v.cost > 70"}};
  const TemporaryDirectory folder;
  SuiteOptions options = quick_options();
  options.infer_keys = true;
  const Suite suite = build_suite(golds, folder.path().string(), described, options);
  CHECK(suite.schemas[0].inferred_keys == std::vector<std::string>{"visit.pet_id = pet.id"});
  CHECK(suite.schemas[0].golds[0].shows_rows);
  CHECK(suite.schemas[0].golds[0].neighbors > 10);
  const std::string path = (folder.path() / "clinic.suite").string();
  write_suite(suite, path);
  CHECK(read_suite(path).schemas[0].inferred_keys == suite.schemas[0].inferred_keys);
  options.infer_keys = false;
  CHECK(build_suite(golds, folder.path().string(), described, options)
            .schemas[0]
            .inferred_keys.empty());
  check_code(ErrorCode::not_found,
             [&] { return build_suite(golds, folder.path().string(), {}, options); });
}
