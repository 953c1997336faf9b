#include "sluice/schema/sources.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {

namespace fs = std::filesystem;

TEST_CASE("among thousands of files, only those that changed are read") {
  const test::TemporaryDirectory directory;
  const fs::path folder = directory.path() / "databases";
  fs::create_directories(folder / "more");
  const std::string first = (directory.path() / "first.sqlite").string();
  test::make_sqlite(first, "PRAGMA page_size = 512; CREATE TABLE orders (id, price)");
  const std::string bytes = test::bytes_of(first);
  const auto path = [&](int number) {
    const std::string name = "shop" + std::to_string(number) + ".sqlite";
    return (number % 2 == 0 ? folder / name : folder / "more" / name).string();
  };
  constexpr int files = 1'100;
  for (int i = 0; i < files; ++i) test::write_bytes(path(i), bytes);
  const auto settle = [] { std::this_thread::sleep_for(std::chrono::milliseconds(120)); };
  settle();

  const std::vector<AnySource> sources{PathSource(folder.string())};
  const auto fresh = [&] { return read_sources(sources).catalog->fingerprint(); };
  SourceSnapshot now = read_sources(sources);
  CHECK(now.catalog->database_count() == files);
  const auto again = [&] {
    now = read_sources(sources, {}, &now);
    return now.read;
  };
  CHECK(again() == 0);

  test::make_sqlite(path(999), "ALTER TABLE orders RENAME TO sales");
  test::make_sqlite(path(1'098), "ALTER TABLE orders ADD COLUMN placed_on");
  settle();
  CHECK(again() == 2);
  CHECK(now.catalog->fingerprint() == fresh());
  CHECK(again() == 0);

  // The content of a log is read, although the database file itself has not changed yet.
  {
    const test::RawSqlite writer = test::open_raw(path(1'000), "PRAGMA journal_mode = WAL");
    settle();
    again();
    test::open_raw(path(1'000), "CREATE TABLE refunds (id)");
    CHECK(again() >= 1);
    CHECK(now.catalog->fingerprint() == fresh());
    const auto shop = now.catalog->find_database("shop1000");
    REQUIRE(shop.has_value());
    CHECK(now.catalog->database(*shop).tables().size() == 2);
  }

  fs::remove(path(3));
  fs::rename(path(5), folder / "away.sqlite");
  settle();
  CHECK(again() <= 2);
  CHECK(now.catalog->database_count() == files - 1);
  CHECK(now.catalog->fingerprint() == fresh());

  fs::copy_file(path(7), folder / "SHOP8.sqlite");
  again();
  CHECK(now.catalog->database_count() == files - 1);
  REQUIRE(now.skipped.size() == 1);
  CHECK(now.skipped[0].where == path(8));
  CHECK(now.skipped[0].reason.find("SHOP8.sqlite") != std::string::npos);
}

namespace {

/// A source that an application brings: one table, whose number of columns grows.
class GrowingSource {
 public:
  explicit GrowingSource(const int *columns) : columns_(columns) {}
  std::string location() const { return "growing"; }
  Databases read(const LoadOptions &options, const Progress &) const {
    if (*columns_ == 0) throw Error(ErrorCode::io, "is away");
    DatabaseDefinition database;
    database.name = "own";
    TableDefinition &table = database.tables.emplace_back();
    table.name = "t";
    for (int i = 0; i < *columns_; ++i) table.columns.emplace_back().name = "c" + std::to_string(i);
    if (options.skipped != nullptr) options.skipped->push_back({"growing", "a part"});
    return {Database::make(std::move(database))};
  }

 private:
  const int *columns_;
};
static_assert(SchemaSource<GrowingSource> && SchemaSource<PathSource> && SchemaSource<TextSource>);

}  // namespace

TEST_CASE("a source of an application is read like others, and skipped if it fails") {
  int columns = 1;
  const std::vector<AnySource> sources{GrowingSource(&columns),
                                       TextSource("shop.sql", "CREATE TABLE x (a int)")};
  SourceSnapshot now = read_sources(sources);
  REQUIRE(now.catalog->database_count() == 2);
  CHECK(now.catalog->database(now.catalog->databases()[0]).name() == "own");
  CHECK(now.skipped.size() == 1);
  columns = 3;
  now = read_sources(sources, {}, &now);
  CHECK(now.catalog->column_count() == 4);
  columns = 0;
  now = read_sources(sources, {}, &now);
  CHECK(now.catalog->column_count() == 4);  // As it was.
  REQUIRE(now.skipped.size() == 1);
  CHECK(now.skipped[0].where == "growing");
  CHECK(now.skipped[0].reason == "is away");
  CHECK(test::error_of([&] { read_sources({sources.data(), 1}); }).code() == ErrorCode::io);
}

}  // namespace sluice
