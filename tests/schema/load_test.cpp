#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "schema/catalog_file.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sources.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"
#include "support/unprivileged.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::error_of;

/// A temporary folder for files.
class Folder {
 public:
  std::string path(const std::string &name = ".") const { return (folder_.path() / name).string(); }

  void add(const std::string &name, std::string_view bytes) const {
    fs::create_directories((folder_.path() / name).parent_path());
    test::write_bytes(path(name), bytes);
  }

  void add_gzip(const std::string &name, const std::string &bytes) const {
    fs::create_directories((folder_.path() / name).parent_path());
    const gzFile file = gzopen(path(name).c_str(), "wb");
    REQUIRE(gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size())) ==
            static_cast<int>(bytes.size()));
    gzclose(file);
  }

 private:
  test::TemporaryDirectory folder_;
};

/// The bytes of a SQLite file with one table.
std::string sqlite_bytes() {
  const Folder folder;
  test::make_sqlite(folder.path("a.db"), "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  return test::bytes_of(folder.path("a.db"));
}

std::vector<std::string> names(const Databases &databases) {
  std::vector<std::string> result;
  for (const auto &database : databases) result.emplace_back(database->name());
  return result;
}

using Names = std::vector<std::string>;

const std::string tables_json =
    R"([{"db_id": "json", "table_names_original": ["t"], "column_names_original": [[0, "x"]]}])";
const std::string catalog_json =
    R"({"databases": [{"name": "own", "tables": [{"name": "t", "columns": [{"name": "x"}]}]}]})";

}  // namespace

TEST_CASE("a file's kind is detected by its content, not by its name") {
  const std::string sqlite = sqlite_bytes();
  const std::vector<std::pair<std::string, std::string>> kinds{
      {sqlite, "file.txt"},
      {"-- a script\n/* of */ create table t (x)", "file.txt"},
      {"PRAGMA foreign_keys=ON;\nCREATE TABLE t (x);", "file.txt"},
      {"\n " + tables_json, "json"},
      {"\xEF\xBB\xBF" + tables_json, "json"},
      {catalog_json, "own"},
      {"elements.t.x\nelements.t.y", "elements"},
      {"create.t.x", "create"},
  };
  for (const auto &[bytes, name] : kinds) {
    const Folder folder;
    folder.add("file.txt", bytes);
    folder.add_gzip("packed", bytes);
    CHECK(names(load(folder.path("file.txt"))) == Names{name});
    const std::string packed_name = name == "file.txt" ? "packed" : name;
    CHECK(names(load(folder.path("packed"))) == Names{packed_name});
  }
}

TEST_CASE("a database is named after its file without the extensions") {
  const std::string sqlite = sqlite_bytes();
  const std::vector<std::pair<std::string, std::string>> cases{
      {"concert_singer.sqlite", "concert_singer"},
      {"a.db", "a"},
      {"a.sqlite3", "a"},
      {"a.DB", "a"},
      {"a.b.db", "a.b"},
      {"plain", "plain"},
      {".db", ".db"},
      {"a.sqlite.db", "a.sqlite"}};
  for (const auto &[file, name] : cases) {
    const Folder folder;
    folder.add(file, sqlite);
    folder.add_gzip("sub/" + file + ".gz", sqlite);
    CHECK(names(load(folder.path(file))) == Names{name});
    CHECK(names(load(folder.path("sub/" + file + ".gz"))) == Names{name});
    CHECK(load_sqlite(folder.path("sub/" + file + ".gz"))->fingerprint() ==
          load_sqlite(folder.path(file))->fingerprint());
  }
}

TEST_CASE("a folder's databases are found four levels deep, ordered by path") {
  const std::string sqlite = sqlite_bytes();
  const Folder folder;
  folder.add("z.sqlite", sqlite);
  folder.add("b/b1.db", sqlite);
  folder.add("a/no_extension", sqlite);
  folder.add_gzip("a/packed.sqlite.gz", sqlite);
  folder.add("a/1/2/deep.db", sqlite);
  folder.add("a/1/2/3/deeper.db", sqlite);
  folder.add("node_modules/tool.db", sqlite);
  folder.add(".hidden/tool.db", sqlite);
  fs::create_directory_symlink(folder.path("a"), folder.path("a/1/around"));
  folder.add("readme.txt", "no database");
  folder.add("empty.db", "");
  folder.add_gzip("data.json.gz", tables_json);
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  std::size_t steps = 0;
  const auto report = [&](std::string_view, std::size_t, std::size_t) { ++steps; };
  CHECK(names(load(folder.path(), {}, Progress(report))) ==
        Names{"deep", "no_extension", "packed", "b1", "z"});
  CHECK(steps > 4);
}

TEST_CASE("loading a folder stops when it is cancelled") {
  const Folder folder;
  folder.add("a.db", sqlite_bytes());
  const CancellationToken token;
  token.cancel();
  CHECK(error_of([&] { return load(folder.path(), {}, Progress(token)); }).code() ==
        ErrorCode::cancelled);
}

TEST_CASE("a folder without databases is an error, and so is one with damaged files alone") {
  const std::string sqlite = sqlite_bytes();
  const Folder none;
  none.add("readme.txt", "no database");
  const Error error = error_of([&] { return load(none.path()); });
  CHECK(error.code() == ErrorCode::not_found);
  CHECK(contains(error.message(), "holds no database"));

  const Folder cut;
  cut.add_gzip("a.db.gz", sqlite);
  const std::string packed = test::bytes_of(cut.path("a.db.gz"));
  cut.add("a.db.gz", packed.substr(0, packed.size() / 2));
  CHECK(contains(error_of([&] { return load(cut.path()); }).what(),
                 "a.db.gz: is truncated or damaged"));
}

TEST_CASE(
    "bad files of twelve kinds beside good ones are skipped, each with a line that says why") {
  const std::string sqlite = sqlite_bytes();
  std::string packed;
  {
    const Folder gzipped;
    gzipped.add_gzip("a.db.gz", sqlite);
    packed = test::bytes_of(gzipped.path("a.db.gz"));
  }
  const Folder folder;
  folder.add("good/a.db", sqlite);
  folder.add("good/b.sqlite", sqlite);
  folder.add("scripts/c.sql", "CREATE TABLE t (a int)");
  folder.add("bad/01_truncated.db", sqlite.substr(0, 50));
  folder.add("bad/02_damaged.db", sqlite.substr(0, 2000) + std::string(6192, '\7'));
  folder.add("bad/03_encrypted.db", std::string(4096, '\xA7'));
  folder.add("bad/04_empty.db", "");
  folder.add("bad/05_text.sqlite", "Dear reader, this is no database.");
  folder.add("bad/06_cut.db.gz", packed.substr(0, packed.size() / 2));
  folder.add("bad/A.db", sqlite);  // its name is taken
  test::make_sqlite(folder.path("bad/08_no_tables.db"), "CREATE TABLE t (x); DROP TABLE t");
  folder.add("texts/09_empty.sql", "");
  folder.add("texts/10_nothing.sql", "-- CREATE TABLE or VIEW: none here\n");
  folder.add("texts/11_binary.sql", std::string("CREATE TABLE t (a int)\0", 23));
  folder.add("texts/12_other.json", "{\"a\": 1}");
  std::vector<SkippedItem> skipped;
  const Databases databases = load(folder.path(), {.skipped = &skipped});
  Names found = names(databases);
  std::ranges::sort(found);
  CHECK(found == Names{"A", "b", "c"});
  for (const std::string_view file :
       {"bad/01", "bad/02", "bad/03", "bad/04", "bad/05", "bad/06", "good/a.db", "bad/08",
        "texts/09", "texts/10", "texts/11", "texts/12"}) {
    CAPTURE(file);
    CHECK(std::ranges::count_if(skipped, [&](const SkippedItem &item) {
            return (contains(item.where, file) || contains(item.reason, file)) &&
                   !item.reason.empty();
          }) == 1);
  }
  CHECK(skipped.size() == 12);
}

TEST_CASE("a subfolder that may not be read is skipped") {
  const Folder folder;
  folder.add("a.db", sqlite_bytes());
  folder.add("closed/b.db", sqlite_bytes());
  fs::permissions(folder.path(), fs::perms::all);
  fs::permissions(folder.path("a.db"), fs::perms::all);
  fs::permissions(folder.path("closed"), fs::perms::none);
  std::vector<SkippedItem> skipped;
  {
    const test::Unprivileged user;
    if (user.holds()) CHECK(names(load(folder.path(), {.skipped = &skipped})) == Names{"a"});
  }
  fs::permissions(folder.path("closed"), fs::perms::all);
  if (skipped.empty()) return test::skip("cannot drop the rights of root");
  REQUIRE(skipped.size() == 1);
  CHECK(contains(skipped[0].where, "closed"));
  CHECK(contains(skipped[0].reason, "Permission denied"));
}

TEST_CASE("what a folder says about a database file is added to it, if it defines no other table") {
  const Folder folder;
  fs::create_directories(folder.path("bird/shop/database_description"));
  test::make_sqlite(folder.path("bird/shop/shop.sqlite"),
                    "CREATE TABLE orders (id INTEGER PRIMARY KEY, amt REAL)");
  folder.add("bird/shop/database_description/orders.csv",
             "original_column_name,column_name,column_description,data_format,value_description\n"
             "amt,amount,what was paid,real,\n");
  folder.add("bird/shop/database_description/notes.json", "{}");
  folder.add("bird/shop/other.sql", "CREATE TABLE orders (x int)");
  folder.add("scripts/shop.sql",
             "CREATE TABLE orders (id int); COMMENT ON TABLE orders IS 'sales'");
  folder.add("more/shop.sql", "CREATE TABLE fresh (id int)");
  std::vector<SkippedItem> skipped;
  const Databases databases = load(folder.path(), {.skipped = &skipped});
  REQUIRE(names(databases) == Names{"shop"});
  const Table &orders = databases[0]->tables()[0];
  CHECK(orders.description == "sales");
  REQUIRE(orders.columns.size() == 2);
  CHECK(orders.columns[1].title == "amount");
  CHECK(orders.columns[1].description == "what was paid");
  REQUIRE(skipped.size() == 2);
  CHECK(contains(skipped[0].where, "notes.json"));
  CHECK(contains(skipped[1].reason, "rename one of them"));

  // A reader that comes again sees what changed.
  const std::vector<AnySource> sources{PathSource(folder.path())};
  const SourceSnapshot before = read_sources(sources);
  CHECK(read_sources(sources, {}, &before).catalog->fingerprint() == before.catalog->fingerprint());
  folder.add("bird/shop/database_description/orders.csv",
             "original_column_name,column_name,column_description,data_format,value_description\n"
             "amt,amount,what is owed,real,\n");
  const SourceSnapshot now = read_sources(sources, {}, &before);
  REQUIRE(now.catalog->database_count() == 1);
  CHECK(now.catalog->database(DatabaseId(0)).tables()[0].columns[1].description == "what is owed");
}

TEST_CASE("scripts of one folder are one database if one needs the tables of another") {
  const Folder folder;
  folder.add("shop/a_comments.sql", "COMMENT ON TABLE orders IS 'what was bought';");
  folder.add("shop/b_keys.sql", "ALTER TABLE orders ADD FOREIGN KEY (c) REFERENCES customer (id);");
  folder.add("shop/c_tables.sql", "CREATE TABLE orders (c int);");
  folder.add("shop/d_tables.sql", "CREATE TABLE customer (id int PRIMARY KEY);");
  folder.add("apart/x.sql", "CREATE TABLE t (a int);");
  folder.add("apart/y.sql", "CREATE TABLE t (b int);");
  std::vector<SkippedItem> skipped;
  const Databases databases = load(folder.path(), {.skipped = &skipped});
  CHECK(names(databases) == Names{"x", "y", "shop"});
  CHECK(databases[2]->tables().size() == 2);
  CHECK(databases[2]->foreign_keys().size() == 1);
  CHECK(databases[2]->tables()[0].description == "what was bought");
  CHECK(skipped.empty());
}

TEST_CASE("UTF-16, Latin-1 and byte order marks are read") {
  const std::string script = "CREATE TABLE gr\xC3\xB6\xC3\x9F"
                             "e (\xC3\xA4 INT)";
  const Folder folder;
  const auto name = [&](std::string_view bytes) {
    folder.add("x.sql", bytes);
    return std::string(load(folder.path("x.sql"))[0]->tables()[0].name);
  };
  const std::string expected = "gr\xC3\xB6\xC3\x9F"
                               "e";
  CHECK(name("\xEF\xBB\xBF" + script) == expected);
  CHECK(name("CREATE TABLE gr\xF6\xDF"
             "e (\xE4 INT)") == expected);
  const std::u16string wide =
      u"CREATE TABLE gr\u00F6\u00DFe (\u00E4 INT, another_column TEXT NOT NULL)";
  std::string little = "\xFF\xFE", big = "\xFE\xFF";
  for (const char16_t unit : wide) {
    const char low = static_cast<char>(unit & 0xFF), high = static_cast<char>(unit >> 8);
    little += {low, high};
    big += {high, low};
  }
  CHECK(name(little) == expected);
  CHECK(name(big) == expected);
  CHECK(name(little.substr(2)) == expected);
}

TEST_CASE("a file that is not a schema is refused with its name") {
  const Folder folder;
  const auto message = [&](const std::string &name) {
    return std::string(error_of([&] { return load(folder.path(name)); }).what());
  };
  CHECK(error_of([&] { return load(folder.path("missing")); }).code() == ErrorCode::not_found);
  folder.add("empty", "");
  CHECK(message("empty") == folder.path("empty") + ": is empty");
  folder.add("blank", " \n\t");
  CHECK(message("blank") == folder.path("blank") + ": is empty");
  folder.add("prose", "Dear reader, this is no schema.");
  CHECK(error_of([&] { return load(folder.path("prose")); }).code() == ErrorCode::unsupported);
  folder.add("binary", std::string("\x7f"
                                   "ELF\0\1\2",
                                   7));
  CHECK(error_of([&] { return load(folder.path("binary")); }).code() == ErrorCode::malformed);
  folder.add("cut", sqlite_bytes().substr(0, 50));
  CHECK(error_of([&] { return load(folder.path("cut")); }).code() == ErrorCode::malformed);
}

TEST_CASE("an index folder gives its catalog, and is skipped among databases") {
  const Folder folder;
  folder.add("data/a.db", sqlite_bytes());
  fs::create_directories(folder.path("data/index"));
  const auto catalog = Catalog::make(load_catalog_json(catalog_json, ""));
  store_catalog(folder.path("data/index/catalog.sqlite"), *catalog, {});
  CHECK(names(load(folder.path("data/index"))) == Names{"own"});
  CHECK(names(load(folder.path("data/index/catalog.sqlite"))) == Names{"own"});
  CHECK(names(load(folder.path("data"))) == Names{"a"});
  // Another program's file of that name is a database like any other.
  folder.add("other/catalog.sqlite", sqlite_bytes());
  CHECK(names(load(folder.path("other"))) == Names{"catalog"});
}

}  // namespace sluice
