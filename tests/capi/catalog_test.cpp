#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"
#include "support/random_pool.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using namespace test;
using namespace std::string_literals;

constexpr const char *cellar = "CREATE TABLE bottle (id INTEGER PRIMARY KEY, wine TEXT, year INT)";

std::vector<std::string> names(const sluice_catalog *catalog, sluice_kind kind) {
  std::vector<std::string> result;
  for (std::uint32_t id = 0; id < sluice_catalog_count(catalog, kind); ++id) {
    result.emplace_back(view(sluice_catalog_name(catalog, kind, id)));
  }
  return result;
}

using Names = std::vector<std::string>;

/// Records the calls of a progress, and decides what it returns.
struct Watcher {
  std::vector<std::string> told;
  int destroyed = 0;
  std::size_t stop_at = SIZE_MAX;  // the call of `step` that cancels
  sluice_progress progress = SLUICE_PROGRESS_INIT;
  sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;

  Watcher() {
    progress.user = this;
    progress.step = [](void *user, const char *stage, std::uint64_t done, std::uint64_t total) {
      auto &self = *static_cast<Watcher *>(user);
      CHECK(self.destroyed == 0);
      self.told.push_back(stage + " "s + std::to_string(done) + "/" + std::to_string(total));
      return self.told.size() > self.stop_at ? std::int32_t{7} : std::int32_t{0};
    };
    progress.destroy = [](void *user) { ++static_cast<Watcher *>(user)->destroyed; };
    options.progress = &progress;
  }
  Watcher(const Watcher &) = delete;
  Watcher &operator=(const Watcher &) = delete;
};

}  // namespace

TEST_CASE("a catalog loads from every kind of path, as in the C++ library") {
  const TemporaryDirectory folder;
  const auto at = [&](const char *name) { return (folder.path() / name).string(); };
  std::filesystem::create_directory(at("pile"));
  make_sqlite(at("pile/cellar.sqlite"), cellar);
  make_sqlite(at("pile/shop.db"), "CREATE TABLE customer (name TEXT)");
  write_bytes(at("cellar.sql"), cellar);
  write_bytes(at("shops.json"), shops_json);
  write_bytes(at("elements.txt"), "db.t.a\ndb.t.b\n");
  for (const char *name : {"pile", "pile/shop.db", "cellar.sql", "shops.json", "elements.txt"}) {
    CAPTURE(name);
    const auto loaded = load_path(at(name));
    const auto expected = Catalog::make(load(at(name)));
    REQUIRE(sluice_catalog_count(loaded.get(), SLUICE_DATABASE) == expected->database_count());
    REQUIRE(sluice_catalog_count(loaded.get(), SLUICE_TABLE) == expected->table_count());
    REQUIRE(sluice_catalog_count(loaded.get(), SLUICE_COLUMN) == expected->column_count());
    for (const ColumnId id : expected->columns()) {
      CHECK(find(loaded.get(), SLUICE_COLUMN, expected->path(id)) == id.value);
    }
  }
}

TEST_CASE("a catalog loaded from an index gives the same answers as one indexed in memory") {
  const TemporaryDirectory folder;
  const std::string path = (folder.path() / "index").string();
  write_index_folder(path, Catalog::make(load_catalog_json(shops_json, "shops")));
  const Shops shops;
  const auto opened = load_path(path);
  CHECK(names(opened.get(), SLUICE_COLUMN) == names(shops.catalog.get(), SLUICE_COLUMN));
  const auto retriever = new_retriever(opened.get());
  CHECK(paths(retrieve(retriever.get()).get()) == paths(shops.subset.get()));
}

TEST_CASE("a catalog loads from a script, with its values") {
  const auto catalog = made<sluice_catalog>([&](auto out, auto error) {
    return sluice_catalog_load_ddl("CREATE TABLE t (a INT, \"b c\" TEXT);"
                                   "INSERT INTO t VALUES (1, 'red'), (2, 'a rather long text')",
                                   SLUICE_NUL, "my db", 5, nullptr, out, error);
  });
  CHECK(names(catalog.get(), SLUICE_DATABASE) == Names{"my db"});
  CHECK(names(catalog.get(), SLUICE_TABLE) == Names{"t"});
  CHECK(names(catalog.get(), SLUICE_COLUMN) == Names{"a", "b c"});
}

TEST_CASE("load options limit the number and the length of sample values") {
  const auto prompt_with = [](std::size_t samples, std::size_t bytes) {
    sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
    options.samples = samples;
    options.max_sample_bytes = bytes;
    const auto catalog = made<sluice_catalog>([&](auto out, auto error) {
      return sluice_catalog_load_ddl(
          "CREATE TABLE wine (colour TEXT); INSERT INTO wine VALUES ('red'), ('whitish')",
          SLUICE_NUL, "db", SLUICE_NUL, &options, out, error);
    });
    const auto retriever = new_retriever(catalog.get());
    return render(retrieve(retriever.get(), "wine colour").get(), SLUICE_FORM_CREATE_TABLE);
  };
  CHECK(contains(prompt_with(3, 60), "red, whitish"));
  CHECK(contains(prompt_with(1, 60), "red"));
  CHECK_FALSE(contains(prompt_with(1, 60), "whitish"));
  CHECK_FALSE(contains(prompt_with(3, 3), "whitish"));
  CHECK_FALSE(contains(prompt_with(0, 60), "red"));
}

TEST_CASE("both JSON formats load from memory") {
  CHECK(names(load_json().get(), SLUICE_DATABASE) == Names{"shop", "a.b", "empty"});
  const auto spider = load_json(R"( [{"db_id": "pets", "table_names_original": ["Pet"],
    "table_names": ["pet"], "column_names_original": [[-1, "*"], [0, "Age"]],
    "column_names": [[-1, "*"], [0, "age"]], "column_types": ["text", "number"],
    "primary_keys": [], "foreign_keys": []}])");
  CHECK(names(spider.get(), SLUICE_DATABASE) == Names{"pets"});
  CHECK(names(spider.get(), SLUICE_COLUMN) == Names{"Age"});
}

TEST_CASE("a failed load reports why and where, and does not set the result") {
  const TemporaryDirectory folder;
  Results results;
  const auto from_path = [&](const std::string &path) {
    return failure_of([&](auto error) {
      return sluice_catalog_load(path.data(), path.size(), nullptr, &results.catalog, error);
    });
  };
  const auto from_json = [&](std::string_view json) {
    return failure_of([&](auto error) {
      return sluice_catalog_load_json(json.data(), json.size(), nullptr, &results.catalog, error);
    });
  };
  const auto from_ddl = [&](std::string_view sql, std::string_view name) {
    return failure_of([&](auto error) {
      return sluice_catalog_load_ddl(sql.data(), sql.size(), name.data(), name.size(), nullptr,
                                     &results.catalog, error);
    });
  };

  const std::string nowhere = (folder.path() / "nowhere").string();
  CHECK(from_path(nowhere).status == SLUICE_NOT_FOUND);
  CHECK(from_path(nowhere).where == nowhere);
  CHECK(from_path(folder.path().string()).status == SLUICE_NOT_FOUND);
  CHECK(from_path("").status == SLUICE_INVALID_ARGUMENT);
  CHECK(from_path("a\0b"s).status == SLUICE_INVALID_ARGUMENT);
  const std::string letter = (folder.path() / "letter.txt").string();
  write_bytes(letter, "Dear all,\n");
  CHECK(from_path(letter).status == SLUICE_UNSUPPORTED);

  CHECK(from_json("").status == SLUICE_MALFORMED);
  CHECK(from_json("{\n  \"databases\": 3}").status == SLUICE_MALFORMED);
  CHECK(from_json("{\n  \"databases\": 3}").where == "json:2:16");
  CHECK(from_json("[1]").status == SLUICE_MALFORMED);
  CHECK(from_json("true").status == SLUICE_MALFORMED);

  CHECK(from_ddl("CREATE TABL u (a)", "db").status == SLUICE_MALFORMED);
  CHECK(from_ddl("ATTACH '/etc/passwd' AS p", "db").status == SLUICE_MALFORMED);
  CHECK(from_ddl("ATTACH '/etc/passwd' AS p", "db").where == "sql");
  CHECK(from_ddl("CREATE TABLE t (a)", "").status == SLUICE_INVALID_ARGUMENT);
  CHECK(results.untouched());
}

TEST_CASE("the parent of a column is its table, and that of a table its database") {
  const auto catalog = load_json();
  for (const sluice_kind kind : {SLUICE_TABLE, SLUICE_COLUMN}) {
    for (std::uint32_t id = 0; id < sluice_catalog_count(catalog.get(), kind); ++id) {
      const std::uint32_t parent = sluice_catalog_parent(catalog.get(), kind, id);
      REQUIRE(parent < sluice_catalog_count(catalog.get(), kind - 1));
    }
  }
  CHECK(sluice_catalog_parent(catalog.get(), SLUICE_COLUMN, 4) == 1);
  CHECK(sluice_catalog_parent(catalog.get(), SLUICE_TABLE, 1) == 0);
  CHECK(sluice_catalog_parent(catalog.get(), SLUICE_TABLE, 2) == 1);
  CHECK(sluice_catalog_parent(catalog.get(), SLUICE_DATABASE, 0) == SLUICE_NO_ID);
}

TEST_CASE("an unknown object or kind has no name, no parent and no count") {
  const auto catalog = load_json();
  for (const sluice_kind kind : {SLUICE_DATABASE, SLUICE_TABLE, SLUICE_COLUMN}) {
    const auto count = static_cast<std::uint32_t>(sluice_catalog_count(catalog.get(), kind));
    for (const std::uint32_t id : {count, count + 1, SLUICE_NO_ID}) {
      CHECK(view(sluice_catalog_name(catalog.get(), kind, id)).empty());
      CHECK(sluice_catalog_parent(catalog.get(), kind, id) == SLUICE_NO_ID);
    }
  }
  for (const sluice_kind kind : {0, 4, -1, INT32_MAX, INT32_MIN}) {
    CHECK(sluice_catalog_count(catalog.get(), kind) == 0);
    CHECK(view(sluice_catalog_name(catalog.get(), kind, 0)).empty());
    CHECK(sluice_catalog_parent(catalog.get(), kind, 0) == SLUICE_NO_ID);
  }
}

TEST_CASE("every object is found by its path, ignoring case, including names with dots") {
  const auto catalog = load_json();
  const sluice_catalog *c = catalog.get();
  for (std::uint32_t id = 0; id < sluice_catalog_count(c, SLUICE_TABLE); ++id) {
    const std::uint32_t database = sluice_catalog_parent(c, SLUICE_TABLE, id);
    const std::string path = sluice_catalog_name(c, SLUICE_DATABASE, database).data + "."s +
                             sluice_catalog_name(c, SLUICE_TABLE, id).data;
    CHECK(find(c, SLUICE_TABLE, path) == id);
  }
  CHECK(find(c, SLUICE_DATABASE, "SHOP") == 0);
  CHECK(find(c, SLUICE_COLUMN, "Shop.CUSTOMER.Name") == 1);
  CHECK(find(c, SLUICE_COLUMN, "a.b.c.d") == 5);
  CHECK(find(c, SLUICE_COLUMN, "a.b.c.e.f") == 6);
  CHECK(find(c, SLUICE_COLUMN, "a.b.c.d.e") == 7);
  CHECK(find(c, SLUICE_COLUMN, "a.b.c.d.wein") == 8);
}

TEST_CASE("an unknown path is not found") {
  const auto catalog = load_json();
  Results results;
  const auto search = [&](sluice_kind kind, std::string_view path) {
    return failure_of([&](auto error) {
      return sluice_catalog_find(catalog.get(), kind, path.data(), path.size(), &results.id, error);
    });
  };
  CHECK(search(SLUICE_DATABASE, "").status == SLUICE_NOT_FOUND);
  CHECK(search(SLUICE_DATABASE, "shops").status == SLUICE_NOT_FOUND);
  CHECK(search(SLUICE_DATABASE, "shop.customer").status == SLUICE_NOT_FOUND);
  CHECK(search(SLUICE_TABLE, "shop").status == SLUICE_NOT_FOUND);
  CHECK(search(SLUICE_TABLE, "shop.").status == SLUICE_NOT_FOUND);
  CHECK(search(SLUICE_TABLE, "customer").status == SLUICE_NOT_FOUND);
  CHECK(search(SLUICE_COLUMN, "shop.customer").status == SLUICE_NOT_FOUND);
  CHECK(search(SLUICE_COLUMN, "shop.customer.wine").status == SLUICE_NOT_FOUND);
  CHECK(contains(search(SLUICE_COLUMN, "shop.customer.wine").message, "shop.customer.wine"));
  CHECK(search(SLUICE_COLUMN, std::string(1 << 20, '.')).status == SLUICE_NOT_FOUND);
  CHECK(search(SLUICE_COLUMN, std::string(1 << 20, '.')).message.size() < 300);
  CHECK(search(0, "shop").status == SLUICE_INVALID_ARGUMENT);
  CHECK(search(4, "shop").status == SLUICE_INVALID_ARGUMENT);
  CHECK(results.untouched());
}

TEST_CASE("progress is reported per database of a folder, and destroyed once") {
  const TemporaryDirectory folder;
  for (const char *name : {"a.sqlite", "b.sqlite", "c.sqlite"}) {
    make_sqlite((folder.path() / name).string(), cellar);
  }
  const std::string path = folder.path().string();
  Watcher watcher;
  Results results;
  CHECK(sluice_catalog_load(path.c_str(), SLUICE_NUL, &watcher.options, &results.catalog,
                            nullptr) == SLUICE_OK);
  CHECK(watcher.told == Names{"reading databases 0/3", "reading databases 1/3",
                              "reading databases 2/3", "reading databases 3/3"});
  CHECK(watcher.destroyed == 1);
}

TEST_CASE("progress can cancel the work at any step, and is not called again") {
  const TemporaryDirectory folder;
  for (const char *name : {"a.sqlite", "b.sqlite", "c.sqlite"}) {
    make_sqlite((folder.path() / name).string(), cellar);
  }
  const std::string path = folder.path().string();
  for (std::size_t stop_at = 0; stop_at < 4; ++stop_at) {
    Watcher watcher;
    watcher.stop_at = stop_at;
    Results results;
    sluice_error *error = nullptr;
    CHECK(sluice_catalog_load(path.c_str(), SLUICE_NUL, &watcher.options, &results.catalog,
                              &error) == SLUICE_CANCELLED);
    CHECK(sluice_error_status(error) == SLUICE_CANCELLED);
    sluice_error_free(error);
    CHECK(watcher.told.size() == stop_at + 1);
    CHECK(watcher.destroyed == 1);
    CHECK(results.untouched());
  }
  for (const std::size_t stop_at : {std::size_t{0}, std::size_t{1}}) {
    Watcher watcher;
    watcher.stop_at = stop_at;
    Results results;
    CHECK(sluice_catalog_load_json(shops_json, SLUICE_NUL, &watcher.options, &results.catalog,
                                   nullptr) == SLUICE_CANCELLED);
    CHECK(watcher.destroyed == 1);
    CHECK(results.untouched());
  }
}

TEST_CASE("a progress is destroyed exactly once, whether the call succeeds or fails") {
  sluice_catalog *catalog = nullptr;
  SUBCASE("the path does not exist") {
    Watcher watcher;
    CHECK(sluice_catalog_load(nullptr, 0, &watcher.options, &catalog, nullptr) != SLUICE_OK);
    CHECK(watcher.destroyed == 1);
  }
  SUBCASE("out is NULL") {
    Watcher watcher;
    CHECK(sluice_catalog_load_json("[]", 2, &watcher.options, nullptr, nullptr) != SLUICE_OK);
    CHECK(watcher.destroyed == 1);
  }
  SUBCASE("the input is malformed") {
    Watcher watcher;
    CHECK(sluice_catalog_load_json("[", 1, &watcher.options, &catalog, nullptr) != SLUICE_OK);
    CHECK(watcher.destroyed == 1);
  }
  SUBCASE("the error is already set") {
    Watcher watcher;
    sluice_error *error = nullptr;
    CHECK(sluice_mask_new(nullptr, 1, nullptr, &error) != SLUICE_OK);
    CHECK(sluice_catalog_load_ddl("", 0, "x", 1, &watcher.options, &catalog, &error) != SLUICE_OK);
    CHECK(watcher.destroyed == 1);
    sluice_error_free(error);
  }
  SUBCASE("the options are of a later release") {
    Watcher watcher;
    struct {
      sluice_load_options options;
      std::uint64_t later;
    } longer{watcher.options, 1};
    longer.options.struct_size = sizeof longer;
    CHECK(sluice_catalog_load_ddl("", 0, "x", 1, &longer.options, &catalog, nullptr) ==
          SLUICE_UNSUPPORTED);
    CHECK(watcher.destroyed == 1);
  }
  SUBCASE("the progress itself is rejected") {
    Watcher watcher;
    watcher.progress.struct_size = sizeof(std::size_t);
    CHECK(sluice_catalog_load_ddl("", 0, "x", 1, &watcher.options, &catalog, nullptr) ==
          SLUICE_INVALID_ARGUMENT);
    CHECK(watcher.destroyed == 0);
  }
  SUBCASE("both callbacks are NULL") {
    Watcher watcher;
    watcher.progress.step = nullptr;
    watcher.progress.destroy = nullptr;
    CHECK(sluice_catalog_load_json("[]", 2, &watcher.options, &catalog, nullptr) == SLUICE_OK);
    sluice_catalog_release(catalog);
  }
}

}  // namespace sluice
