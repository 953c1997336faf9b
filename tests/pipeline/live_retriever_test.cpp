#include "sluice/pipeline/live_retriever.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/callback_embedder.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

/// Names that share words with each other and with the questions; some share only stems.
constexpr std::array names{"singer",      "singers",     "concert_hall", "Concert",  "stadium_id",
                           "name",        "birthYear",   "country_code", "id",       "wine_price",
                           "prices",      "customerid",  "orders",       "order_id", "zzyzx",
                           "quux7",       "42",          "capacity",     "song",     "full_name",
                           "departments", "dept_budget", "employee",     "hired_on", "bottles"};

const std::vector<std::string> questions{"How many singers are there in each country?",
                                         "Which concert halls have a capacity above the average?",
                                         "names of customers who ordered wine and its price",
                                         "employees hired after 2010 by department budget",
                                         "zzyzx quux"};

/// A catalog with random edits.
class Editor {
 public:
  explicit Editor(std::uint64_t seed) : random_(seed) {
    for (int i = 0; i < 12; ++i) add_database();
  }

  std::shared_ptr<const Catalog> catalog() const {
    std::vector<std::shared_ptr<const Database>> databases;
    for (const DatabaseDefinition &definition : databases_)
      databases.push_back(Database::make(definition));
    return Catalog::make(std::move(databases));
  }

  /// Applies one usual edit.
  void edit() {
    DatabaseDefinition &database = databases_[random_.below(databases_.size())];
    TableDefinition &table = database.tables[random_.below(database.tables.size())];
    ColumnDefinition &column = table.columns[random_.below(table.columns.size())];
    switch (random_.below(12)) {
      case 0: return add_database();
      case 1:
        if (databases_.size() > 6) databases_.erase(databases_.begin() + at(database));
        return;
      case 2: database.name = fresh(); return;
      case 3: database.tables.push_back(table_of(database)); return;
      case 4: column = column_of(table); return;
      case 5: table.columns.push_back(column_of(table)); return;
      case 6:
        if (table.columns.size() > 2 && database.foreign_keys.empty()) table.columns.pop_back();
        return;
      case 7: column.title = word(); return;
      case 8: column.type = column.type == "TEXT" ? "INTEGER" : "TEXT"; return;
      case 9: database.description = word() + " and " + word(); return;
      default: table.name = fresh(); table.title = random_.below(2) == 0 ? "" : word();
    }
  }

 private:
  std::ptrdiff_t at(const DatabaseDefinition &database) const {
    return &database - databases_.data();
  }
  std::string word() { return names[random_.below(names.size())]; }
  std::string fresh() {
    return word() + (random_.below(2) == 0 ? "_" : "Of") + std::to_string(made_++);
  }
  ColumnDefinition column_of(const TableDefinition &table) {
    ColumnDefinition column{word(), "", random_.below(2) == 0 ? "TEXT" : "INTEGER", "", {}};
    for (const ColumnDefinition &other : table.columns) {
      if (other.name == column.name) column.name = fresh();
    }
    if (random_.below(4) == 0) column.samples = {word()};
    return column;
  }
  TableDefinition table_of(const DatabaseDefinition &database) {
    TableDefinition table;
    table.name = database.tables.empty() ? word() : fresh();
    for (std::size_t c = 0; c < 2 + random_.below(5); ++c) {
      const ColumnDefinition column = column_of(table);
      bool is_there = false;
      for (const ColumnDefinition &other : table.columns) is_there |= other.name == column.name;
      if (!is_there) table.columns.push_back(column);
    }
    if (random_.below(2) == 0) table.primary_key = {0};
    return table;
  }
  void add_database() {
    DatabaseDefinition database;
    database.name = fresh();
    for (std::size_t t = 0; t < 1 + random_.below(6); ++t)
      database.tables.push_back(table_of(database));
    if (database.tables.size() > 2) database.foreign_keys.push_back({1, {0}, 0, {0}});
    databases_.push_back(std::move(database));
  }

  Random random_;
  std::size_t made_ = 0;
  std::vector<DatabaseDefinition> databases_;
};

/// Checks that two retrievers agree to the last bit.
void check_equal(const Answer &followed, const Answer &rebuilt) {
  CHECK(followed.databases == rebuilt.databases);
  CHECK(followed.tables == rebuilt.tables);
  CHECK(followed.columns == rebuilt.columns);
  CHECK(followed.trained == rebuilt.trained);
  CHECK(followed.fits == rebuilt.fits);
  CHECK(followed.fits_threshold == rebuilt.fits_threshold);
  REQUIRE(followed.subset.columns.size() == rebuilt.subset.columns.size());
  for (std::size_t c = 0; c < rebuilt.subset.columns.size(); ++c) {
    CHECK(followed.subset.columns[c].id == rebuilt.subset.columns[c].id);
    CHECK(followed.subset.columns[c].score == rebuilt.subset.columns[c].score);
    CHECK(followed.subset.columns[c].reasons == rebuilt.subset.columns[c].reasons);
  }
}

void check_equal(const Retriever &followed, const Retriever &rebuilt, const Mask *mask = nullptr) {
  AskOptions options;
  options.databases = 3;
  options.mask = mask;
  for (const std::string &question : questions) {
    CAPTURE(question);
    check_equal(followed.ask(question, options), rebuilt.ask(question, options));
    if (rebuilt.ranker() == nullptr) continue;
    const std::array databases{DatabaseId(0), DatabaseId(rebuilt.catalog()->database_count() - 1)};
    const auto a = followed.ranker()->matches(question, databases, mask);
    const auto b = rebuilt.ranker()->matches(question, databases, mask);
    REQUIRE(a.size() == b.size());
    for (std::size_t w = 0; w < a.size(); ++w) {
      CHECK(a[w].rarity == b[w].rarity);
      REQUIRE(a[w].matches.size() == b[w].matches.size());
      for (std::size_t m = 0; m < a[w].matches.size(); ++m) {
        CHECK(a[w].matches[m].name_word == b[w].matches[m].name_word);
        CHECK(a[w].matches[m].strength == b[w].matches[m].strength);
        CHECK(a[w].matches[m].columns == b[w].matches[m].columns);
      }
    }
  }
}

TEST_CASE("a retriever that followed any edits gives the same answers as a new one") {
  for (std::uint64_t seed = 1; seed <= std::max<std::size_t>(1, 6 / test::slowness); ++seed) {
    Editor editor(seed);
    Random random(seed);
    auto followed = std::make_shared<const Retriever>(editor.catalog());
    for (std::size_t step = 0; step < 40 / test::slowness + 8; ++step) {
      CAPTURE(seed);
      CAPTURE(step);
      for (std::uint64_t edits = 1 + random.below(2); edits > 0; --edits) editor.edit();
      const auto catalog = editor.catalog();
      followed = followed->after(catalog);
      const Retriever rebuilt(catalog);
      check_equal(*followed, rebuilt);
      if (step % 8 != 0) continue;
      Mask mask(catalog);
      for (const TableId table : catalog->tables()) {
        if (random.below(4) == 0) mask.hide(table);
      }
      check_equal(*followed, rebuilt, &mask);
    }
  }
}

TEST_CASE("a retriever without a ranker follows edits") {
  Editor editor(7);
  Retriever::Options options;
  options.trained = false;
  const auto first = editor.catalog();
  const Retriever before(first, index_catalog(*first), options, std::nullopt);
  for (int i = 0; i < 5; ++i) editor.edit();
  const auto catalog = editor.catalog();
  check_equal(*before.after(catalog),
              Retriever(catalog, index_catalog(*catalog), options, std::nullopt));
}

TEST_CASE("a retriever over the files of an index follows edits") {
  const test::TemporaryDirectory folder;
  const std::string index = (folder.path() / "index").string();
  Editor editor(5);
  write_index_folder(index, editor.catalog());
  const OpenIndex opened = open_index_folder(index);
  auto followed =
      std::make_shared<const Retriever>(opened.catalog, opened.lexical, opened.vectors.get());
  for (int i = 0; i < 6; ++i) {
    editor.edit();
    followed = followed->after(editor.catalog());
  }
  check_equal(*followed, Retriever(followed->catalog()));
}

TEST_CASE("a schema that followed edits orders an encoder's vectors like a new one") {
  const auto words = default_embedder();
  if (!words) return test::skip("no static table in this build");
  const RankerEmbedders embedders{*words, AnyEmbedder(HashedEmbedder())};
  Editor editor(9);
  const auto first = std::make_shared<const JoinGraphs>(editor.catalog());
  const RankerSchema before(first, index_catalog(first->catalog()), embedders);
  for (int i = 0; i < 4; ++i) editor.edit();
  const auto graphs = std::make_shared<const JoinGraphs>(*first, editor.catalog());
  const auto index = index_catalog(graphs->catalog());
  const MeaningVectors followed = before.after(graphs, index, nullptr).complete({});
  const MeaningVectors rebuilt = RankerSchema(graphs, index, embedders).complete({});
  for (const auto rows :
       {&MeaningVectors::qualified, &MeaningVectors::databases, &MeaningVectors::stems}) {
    CHECK(std::ranges::equal((followed.*rows).codes(), (rebuilt.*rows).codes()));
    CHECK(std::ranges::equal((followed.*rows).scales(), (rebuilt.*rows).scales()));
  }
}

TEST_CASE("a held snapshot gives the same answers while others follow") {
  Editor editor(11);
  LiveRetriever live(editor.catalog());
  const auto held = live.current();
  const Answer said = held->ask(questions.front());
  std::atomic<bool> done{false};
  std::atomic<bool> same{true};
  std::thread reader([&] {
    while (!done) {
      if (held->ask(questions.front()).databases != said.databases) same = false;
      const auto now = live.current();
      if (now->ask(questions.back()).subset.catalog != now->catalog()) same = false;
    }
  });
  for (int i = 0; i < 20; ++i) {
    editor.edit();
    live.follow(editor.catalog());
  }
  done = true;
  reader.join();
  CHECK(same);
  CHECK(live.current()->catalog()->fingerprint() == editor.catalog()->fingerprint());
  CHECK_THROWS_AS(live.update(), Error);  // it has no sources
  check_equal(held->ask(questions.front()), said);
  check_equal(*live.current(), Retriever(editor.catalog()));
}

TEST_CASE("a renamed table is found after the next update") {
  const test::TemporaryDirectory folder;
  const auto path = [&](const std::string &name) { return (folder.path() / name).string(); };
  test::make_sqlite(path("shop.sqlite"), "CREATE TABLE customer (id INTEGER PRIMARY KEY, name)");
  test::make_sqlite(path("band.sqlite"), "CREATE TABLE singer (id INTEGER PRIMARY KEY, song)");
  LiveRetriever live({PathSource(folder.path().string())});
  CHECK(live.update().delta.empty());
  const auto before = live.current();
  test::make_sqlite(path("shop.sqlite"), "ALTER TABLE customer RENAME TO buyer");
  const LiveRetriever::Update update = live.update();
  REQUIRE(update.delta.put.size() == 1);
  CHECK(update.delta.put.front()->tables().front().name == "buyer");
  const Answer answer = live.current()->ask("buyer");
  REQUIRE(!answer.tables.empty());
  CHECK(live.current()->catalog()->table(answer.tables.front().id).name == "buyer");
  CHECK(live.current()->ask("buyer", {.databases = 30}).tables.size() == 2);
  CHECK(before->catalog()->table(TableId(1)).name == "customer");
  check_equal(*live.current(), Retriever(live.current()->catalog()));

  test::make_sqlite(path("wrong.sqlite"), "CREATE TABLE t (a)");
  std::filesystem::remove_all(folder.path());
  const auto last = live.current();
  CHECK_THROWS_AS(live.update(), Error);
  CHECK(live.current() == last);
}

TEST_CASE("a callback of an update cannot update the same retriever, and the update continues") {
  const test::TemporaryDirectory folder;
  const std::string file = (folder.path() / "shop.sqlite").string();
  test::make_sqlite(file, "CREATE TABLE customer (id INTEGER PRIMARY KEY, name)");
  LiveRetriever *updated = nullptr;
  std::size_t refused = 0;
  const auto try_to_update = [&] {
    if (updated == nullptr) return;
    test::check_code(ErrorCode::invalid_argument, [&] { return updated->update(); });
    ++refused;
  };
  const CallbackEmbedder embedder("ones 1", 4,
                                  [&](std::span<const std::string_view>, std::span<float> vectors) {
                                    try_to_update();
                                    std::ranges::fill(vectors, 1.0F);
                                  });
  LiveRetriever live({PathSource(file)}, {}, embedder);
  test::make_sqlite(file, "ALTER TABLE customer RENAME TO buyer");
  updated = &live;
  const auto report = [&](std::string_view, std::size_t, std::size_t) { try_to_update(); };
  CHECK(live.update(Progress(report)).delta.put.size() == 1);
  CHECK(refused > 0);
  updated = nullptr;
  CHECK(live.update().delta.empty());
}

}  // namespace
}  // namespace sluice
