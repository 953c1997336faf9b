#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "schema/catalog_file.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/random_schema.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::error_of;

const std::vector<StoredSegment> two_segments{{"postings", "p.1", 1},
                                              {"vectors", "v-2.bin", ~0ULL, 1234, ~1ULL}};

/// A folder with a stored catalog.
struct Stored {
  test::TemporaryDirectory folder;
  std::string path = (folder.path() / "catalog.sqlite").string();
  std::shared_ptr<const Catalog> catalog = test::random_catalog(1, 5);

  Stored() { store_catalog(path, *catalog, two_segments); }

  void change(const std::string &sql) const { test::make_sqlite(path, sql); }
  Error error() const {
    return error_of([&] { return load_stored_catalog(path); });
  }
};

}  // namespace

TEST_CASE("a stored catalog is loaded unchanged, with its segments") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "catalog.sqlite").string();
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto catalog = test::random_catalog(seed, seed % 6);
    store_catalog(path, *catalog, two_segments);
    const StoredCatalog loaded = load_stored_catalog(path);
    CHECK(loaded.catalog->fingerprint() == catalog->fingerprint());
    CHECK(to_json(*loaded.catalog) == to_json(*catalog));
    CHECK(loaded.segments == two_segments);
  }
  store_catalog(path, *Catalog::make({}), {});
  CHECK(load_stored_catalog(path).segments.empty());
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("the tables can be read with SQL") {
  const Stored stored;
  const auto raw = test::open_raw(stored.path, "");
  sqlite3_stmt *statement = nullptr;
  sqlite3_prepare_v2(raw.get(),
                     "SELECT d.name || '.' || t.name || '.' || c.name FROM column_ c JOIN table_ t "
                     "ON t.id = c.table_id JOIN database d ON d.id = t.database_id ORDER BY c.id",
                     -1, &statement, nullptr);
  for (const ColumnId id : stored.catalog->columns()) {
    REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
    CHECK(stored.catalog->path(id) ==
          reinterpret_cast<const char *>(sqlite3_column_text(statement, 0)));
  }
  sqlite3_finalize(statement);
}

TEST_CASE("a file that is not a catalog is neither loaded nor overwritten") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "other.db").string();
  CHECK(error_of([&] { return load_stored_catalog(path); }).code() == ErrorCode::not_found);
  test::write_bytes(path, "");
  CHECK(error_of([&] { return load_stored_catalog(path); }).code() == ErrorCode::not_found);
  test::make_sqlite(path, "CREATE TABLE precious (x)");
  const auto store = [&] {
    return error_of([&] {
      store_catalog(path, *Catalog::make({}), {});
      return 0;
    });
  };
  CHECK(
      contains(error_of([&] { return load_stored_catalog(path); }).message(), "but not a catalog"));
  CHECK(store().code() == ErrorCode::mismatch);
  test::write_bytes(path, "precious text, longer than nothing");
  CHECK(store().code() == ErrorCode::malformed);
  CHECK(test::bytes_of(path) == "precious text, longer than nothing");
}

TEST_CASE("a segment's file must be a name inside the folder") {
  for (const char *name : {"", ".", "..", "a/b", "/etc/passwd", "..\\x"}) {
    const test::TemporaryDirectory folder;
    const std::vector<StoredSegment> segments{{"postings", name, 1}};
    CHECK(error_of([&] {
            store_catalog((folder.path() / "c").string(), *Catalog::make({}), segments);
            return 0;
          }).code() == ErrorCode::invalid_argument);
    const Stored stored;
    stored.change(std::string("UPDATE segment SET file = '") + name + "'");
    CHECK(contains(stored.error().message(), "is not a plain file name"));
  }
}

TEST_CASE("a change to any row is detected") {
  for (const char *sql :
       {"UPDATE database SET name = name || 'x' WHERE id = 0",
        "UPDATE database SET description = 'x' WHERE id = 1",
        "UPDATE database SET fingerprint = '0000000000000000' WHERE id = 2",
        "UPDATE database SET fingerprint = 'xyz'",
        "UPDATE table_ SET title = title || 'x' WHERE id = 0",
        "UPDATE column_ SET type = type || 'x' WHERE id = 3",
        "UPDATE column_ SET primary_key_position = 7 WHERE primary_key_position IS NULL AND id < 9",
        "DELETE FROM column_ WHERE id = 2", "DELETE FROM sample", "DELETE FROM foreign_key",
        "UPDATE foreign_key SET column_id = 1000000", "UPDATE foreign_key SET id = 0",
        "UPDATE table_ SET database_id = -1", "UPDATE sample SET column_id = 'x'",
        "UPDATE meta SET value = '0000000000000001'", "DELETE FROM meta", "DROP TABLE sample",
        "DROP TABLE sample; CREATE VIEW sample AS SELECT 1 AS column_id, 'x' AS value",
        "ALTER TABLE sample ADD COLUMN more TEXT"}) {
    CAPTURE(sql);
    const Stored stored;
    stored.change(sql);
    const Error error = stored.error();
    CHECK(error.code() == ErrorCode::malformed);
    CHECK(contains(error.what(), stored.path + ": "));
  }
}

TEST_CASE("a catalog of a newer release is refused with a message that says so") {
  const Stored stored;
  stored.change("PRAGMA user_version = 5");
  CHECK(stored.error().code() == ErrorCode::unsupported);
  CHECK(contains(stored.error().message(), "is a catalog of format 5"));
}

TEST_CASE("a catalog of format 1 is loaded, and storing it upgrades the format") {
  const Stored stored;
  stored.change(
      "PRAGMA user_version = 1; DELETE FROM segment WHERE rows > 0; "
      "CREATE TABLE kept AS SELECT kind, file, fingerprint FROM segment; DROP TABLE segment; "
      "CREATE TABLE segment (kind TEXT NOT NULL, file TEXT NOT NULL, fingerprint TEXT NOT NULL); "
      "INSERT INTO segment SELECT * FROM kept; DROP TABLE kept");
  const StoredCatalog loaded = load_stored_catalog(stored.path);
  CHECK(loaded.catalog->fingerprint() == stored.catalog->fingerprint());
  CHECK(loaded.segments == std::vector<StoredSegment>{two_segments.front()});
  store_catalog(stored.path, *stored.catalog, two_segments);
  CHECK(load_stored_catalog(stored.path).segments == two_segments);
}

TEST_CASE("a catalog with flipped bytes is loaded unchanged or refused") {
  const Stored stored;
  const std::string good = test::bytes_of(stored.path);
  Random random(3);
  std::size_t refused = 0;
  for (int round = 0; round < 400; ++round) {
    std::string bytes = good;
    bytes[random.below(bytes.size())] ^= static_cast<char>(1 + random.below(255));
    test::write_bytes(stored.path, bytes);
    try {
      const auto loaded = load_stored_catalog(stored.path);
      CHECK(loaded.catalog->fingerprint() == stored.catalog->fingerprint());
    } catch (const Error &) {
      ++refused;
    }
  }
  CHECK(refused > 50);
}

TEST_CASE("a store that is killed at any moment leaves the old catalog or the new one") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "catalog.sqlite").string();
  const std::vector<std::shared_ptr<const Catalog>> states{test::random_catalog(1, 40),
                                                           test::random_catalog(2, 60)};
  const auto segments_of = [](std::size_t state) {
    return std::vector<StoredSegment>{{"postings", "p" + std::to_string(state), state}};
  };
  Random random(4);
  std::size_t interrupted = 0;
  for (int round = 0; round < 25; ++round) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (std::size_t i = 0;; ++i) store_catalog(path, *states[i % 2], segments_of(i % 2));
    }
    usleep(static_cast<useconds_t>(random.below(60'000)));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    interrupted += fs::exists(path + "-journal") ? 1U : 0U;
    try {
      const StoredCatalog loaded = load_stored_catalog(path);
      const std::size_t state = loaded.catalog->fingerprint() == states[0]->fingerprint() ? 0 : 1;
      CHECK(loaded.catalog->fingerprint() == states[state]->fingerprint());
      CHECK(loaded.segments == segments_of(state));
    } catch (const Error &error) {
      // Killed before the very first commit.
      REQUIRE(error.code() == ErrorCode::not_found);
    }
  }
  MESSAGE("stopped in the middle of a transaction: " << interrupted << " of 25");
  store_catalog(path, *states[1], segments_of(1));
  CHECK(load_stored_catalog(path).catalog->fingerprint() == states[1]->fingerprint());
}

}  // namespace sluice
