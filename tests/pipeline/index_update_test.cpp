#include "sluice/pipeline/index_update.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "embed/counting_embedder.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "support/duckdb_file.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

/// Contents by name.
std::map<std::string, std::string> files_in(const std::string &folder) {
  std::map<std::string, std::string> files;
  for (const auto &entry : fs::directory_iterator(folder)) {
    files[entry.path().filename().string()] = test::bytes_of(entry.path().string());
  }
  return files;
}

/// A folder of SQLite files and a JSON feed next to it, with random changes.
class Sources {
 public:
  explicit Sources(std::size_t count) {
    fs::create_directory(path("data"));
    for (std::size_t i = 0; i < count; ++i) add();
    describe("first");
  }

  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  std::vector<AnySource> list() const {
    return {PathSource(path("data")), PathSource(path("feed.json"))};
  }
  const std::vector<std::string> &names() const { return names_; }

  void run(const std::string &name, const std::string &sql) const {
    test::make_sqlite(path("data/" + name + ".sqlite"), sql);
  }
  void add() {
    names_.push_back("shop" + std::to_string(made_++));
    run(names_.back(), "CREATE TABLE customer (id INTEGER PRIMARY KEY, full_name TEXT);"
                       "CREATE TABLE purchase" +
                           std::to_string(made_) +
                           " (id INTEGER PRIMARY KEY, "
                           "customer_id REFERENCES customer(id), wine TEXT);"
                           "INSERT INTO customer VALUES (1, 'Zoë');");
  }
  void describe(const std::string &text) const {
    write_file(path("feed.json"), R"({"databases": [{"name": "feed", "description": ")" + text +
                                      R"(", "tables": [{"name": "item", "columns": [)"
                                      R"({"name": "price"}]}]}]})");
  }
  /// Applies one random change.
  void change(Random &random) {
    const std::string name = names_[random.below(names_.size())];
    const std::string number = std::to_string(made_++);
    switch (random.below(6)) {
      case 0:
        return run(name, "ALTER TABLE customer RENAME TO client" + number +
                             "; CREATE TABLE customer (id INTEGER PRIMARY KEY)");
      case 1: return run(name, "ALTER TABLE customer ADD COLUMN more_" + number + " DATE");
      case 2: return run(name, "INSERT INTO customer (id) VALUES (" + number + " + 100)");
      case 3: return describe("what changed " + number);
      case 4: return add();
      default: break;
    }
    if (names_.size() < 3) return;
    fs::remove(path("data/" + name + ".sqlite"));
    std::erase(names_, name);
  }

 private:
  test::TemporaryDirectory folder_;
  std::vector<std::string> names_;
  std::size_t made_ = 0;
};

/// Waits until the next change gets another file time.
void let_files_settle() { std::this_thread::sleep_for(std::chrono::milliseconds(120)); }

}  // namespace

TEST_CASE("after any changes an updated index is byte for byte a rebuilt one") {
  for (std::uint64_t seed = 0; seed < (test::slowness > 1 ? 1 : 2); ++seed) {
    Random random(seed);
    Sources sources(4);
    const IndexFolderOptions options{
        .embedder = HashedEmbedder(24), .graph_from = seed == 0 ? 1 : 1'000'000U, .threads = 2};
    IndexUpdater watcher(sources.path("watched"), sources.list(), options);
    for (int step = 0; step < 8; ++step) {
      if (random.below(4) == 0) let_files_settle();
      for (std::size_t changes = random.below(4); changes > 0; --changes) sources.change(random);
      const std::string fresh = sources.path("fresh" + std::to_string(step));
      write_index_folder(fresh, read_sources(sources.list()), options);
      auto expected = files_in(fresh);
      expected.erase("catalog.sqlite");
      const auto check = [&](const std::string &folder) {
        auto files = files_in(folder);
        files.erase("catalog.sqlite");
        CHECK(files == expected);
        CHECK(open_index_folder(folder).catalog->fingerprint() ==
              open_index_folder(fresh).catalog->fingerprint());
      };
      const IndexUpdate update = watcher.update();
      CHECK(update.written == (step == 0 || !update.delta.empty()));
      check(sources.path("watched"));
      IndexUpdater(sources.path("updated"), sources.list(), options).update();
      check(sources.path("updated"));
    }
  }
}

TEST_CASE("with an encoder, the ranker's additional vectors are updated too") {
  const auto encoder = test::encoder_directory();
  if (!default_embedder() || !exists(encoder / "model.safetensors"))
    return test::skip("no encoder; SLUICE_ENCODER names it");
  Sources sources(2);
  const IndexFolderOptions options{.embedder = open_embedder(encoder.string())};
  IndexUpdater(sources.path("updated"), sources.list(), options).update();
  sources.run("shop1", "ALTER TABLE customer RENAME TO client; CREATE TABLE stadium (gate)");
  IndexUpdater(sources.path("updated"), sources.list(), options).update();
  write_index_folder(sources.path("fresh"), read_sources(sources.list()), options);
  auto updated = files_in(sources.path("updated")), fresh = files_in(sources.path("fresh"));
  updated.erase("catalog.sqlite");
  fresh.erase("catalog.sqlite");
  CHECK(updated.size() == 7);
  CHECK(updated == fresh);
}

TEST_CASE("an index gets graphs, or loses them, if its options change") {
  Sources sources(2);
  const std::string folder = sources.path("index");
  const auto update = [&](std::size_t graph_from) {
    const IndexFolderOptions options{.embedder = HashedEmbedder(24), .graph_from = graph_from};
    return IndexUpdater(folder, sources.list(), options).update().written;
  };
  CHECK(update(1'000'000));
  CHECK_FALSE(open_index_folder(folder).vectors->column_graph);
  CHECK(update(1));
  CHECK(open_index_folder(folder).vectors->column_graph);
  CHECK_FALSE(update(1));
  CHECK(update(1'000'000));
  CHECK_FALSE(open_index_folder(folder).vectors->column_graph);
}

TEST_CASE("if nothing changed, no byte changes and no file is read") {
  Sources sources(5);
  const std::string folder = sources.path("index");
  const test::CountingEmbedder embedder;
  const IndexFolderOptions options{.embedder = embedder};
  write_index_folder(folder, read_sources(sources.list()), options);
  const auto before = files_in(folder);
  const auto update = [&] { return IndexUpdater(folder, sources.list(), options).update(); };
  *embedder.texts = 0;
  CHECK_FALSE(update().written);
  CHECK(files_in(folder) == before);
  let_files_settle();
  const std::string changed = sources.path("data/" + sources.names()[2] + ".sqlite");
  sources.run(sources.names()[2], "ALTER TABLE customer ADD COLUMN age");
  // Too recent for a stamp, even on a slow machine.
  const auto now = fs::file_time_type::clock::now();
  fs::last_write_time(changed, now + std::chrono::hours(1));
  CHECK(update().written);      // with valid stamps, except for the one file
  CHECK(*embedder.texts <= 4);  // the table, the column, a word, a stem
  fs::last_write_time(changed, now);
  let_files_settle();
  const auto settled = files_in(folder);
  const IndexUpdate last = update();
  CHECK(last.read == 2);  // that file, and the feed
  CHECK(last.delta.empty());
  CHECK_FALSE(last.written);
  CHECK(files_in(folder) == settled);
}

TEST_CASE("an update returns what it found") {
  Sources sources(4);
  IndexUpdater updater(sources.path("index"), sources.list());
  let_files_settle();
  CHECK(updater.update().delta.put.size() == 5);
  CHECK(updater.update().read == 1);
  sources.run("shop1", "ALTER TABLE customer RENAME TO client");
  fs::remove(sources.path("data/shop3.sqlite"));
  sources.add();
  const IndexUpdate update = updater.update();
  CHECK(update.read == 3);
  REQUIRE(update.delta.put.size() == 2);
  CHECK(update.delta.put[0]->name() == "shop1");
  CHECK(update.delta.put[1]->name() == "shop4");
  CHECK(update.delta.dropped == std::vector<std::string>{"shop3"});
}

TEST_CASE("a change of rows is read once, and only stamps are written") {
  Sources sources(3);
  const std::string folder = sources.path("index");
  let_files_settle();
  IndexUpdater(folder, sources.list()).update();
  const auto before = files_in(folder);
  sources.run("shop1", "UPDATE customer SET id = 7; UPDATE customer SET id = 1");
  let_files_settle();
  const IndexUpdate read = IndexUpdater(folder, sources.list()).update();
  CHECK(read.read == 2);
  CHECK_FALSE(read.written);
  CHECK(IndexUpdater(folder, sources.list()).update().read == 1);
  auto after = files_in(folder);
  CHECK(after != before);
  after["catalog.sqlite"] = before.at("catalog.sqlite");
  CHECK(after == before);
}

TEST_CASE("a file is read again if it has a log, or changed within the same file time") {
  Sources sources(2);
  const std::string file = sources.path("data/shop0.sqlite");
  let_files_settle();
  const std::uint64_t stamp = file_stamp(file, {});
  CHECK(stamp != 0);
  CHECK(file_stamp(file, {.samples = 1}) != stamp);
  CHECK(file_stamp(sources.path("data/shop1.sqlite"), {}) != stamp);
  CHECK(file_stamp(sources.path("data/none.sqlite"), {}) == 0);
  write_file(file + "-wal", "x");
  CHECK(file_stamp(file, {}) == 0);
  fs::remove(file + "-wal");
  CHECK(file_stamp(file, {}) == stamp);
  const auto time = fs::last_write_time(file);
  sources.run("shop0", "UPDATE customer SET full_name = 'Zoé'");
  fs::last_write_time(file, time);
  CHECK(file_stamp(file, {}) != stamp);
  let_files_settle();
  CHECK(file_stamp(file, {}) != stamp);
}

TEST_CASE("a DuckDB file is read again if it changed or has a log") {
  if (!test::has_duckdb()) return test::skip("no DuckDB library");
  Sources sources(2);
  const std::string first = sources.path("data/a.duckdb"), second = sources.path("data/b.db");
  test::make_duckdb(first, "CREATE TABLE vineyard(a INTEGER)");
  test::make_duckdb(second, "CREATE TABLE cellar(a INTEGER)");
  const std::string folder = sources.path("index");
  const auto update = [&] { return IndexUpdater(folder, sources.list()).update(); };
  let_files_settle();
  CHECK(update().read == 5);
  CHECK(update().read == 1);  // the feed
  const std::uint64_t stamp = file_stamp(first, {});
  const auto time = fs::last_write_time(first);
  test::make_duckdb(first, "ALTER TABLE vineyard RENAME TO winery");
  fs::last_write_time(first, time);
  let_files_settle();
  CHECK(file_stamp(first, {}) != stamp);
  const IndexUpdate renamed = update();
  CHECK(renamed.read == 2);
  REQUIRE(renamed.delta.put.size() == 1);
  CHECK(renamed.delta.put[0]->tables()[0].name == "winery");

  IndexUpdater watcher(folder, sources.list());
  CHECK(watcher.update().read == 1);
  // The file itself does not change.
  test::make_duckdb(second,
                    "PRAGMA disable_checkpoint_on_shutdown; ALTER TABLE cellar RENAME TO barn");
  let_files_settle();
  for (const IndexUpdate &logged : {watcher.update(), update()}) {
    CHECK(logged.read == 2);
    CHECK(logged.catalog->database(*logged.catalog->find_database("b")).tables()[0].name == "barn");
  }
}

TEST_CASE(
    "an update replaces a damaged index and one of another embedder, and removes stray files") {
  Sources sources(3);
  const std::string folder = sources.path("index");
  const IndexFolderOptions options{.embedder = HashedEmbedder(24)};
  const auto update = [&](const IndexFolderOptions &with) {
    return IndexUpdater(folder, sources.list(), with).update().written;
  };
  CHECK(update(options));
  const auto sound = files_in(folder);
  const auto is_sound = [&] {
    auto files = files_in(folder);
    files["catalog.sqlite"] = sound.at("catalog.sqlite");
    return files == sound;
  };
  for (const auto &[name, bytes] : sound) {
    if (name == "catalog.sqlite") continue;
    write_file(folder + '/' + name, bytes.substr(0, bytes.size() / 2));
    CHECK(update(options));
    CHECK(is_sound());
  }
  write_file(folder + "/word-vectors-0.segment", "left by a crash");
  CHECK_FALSE(update(options));
  CHECK(is_sound());
  CHECK(update({.embedder = HashedEmbedder(25)}));
  CHECK(open_index_folder(folder).vectors->sentences == HashedEmbedder(25).fingerprint());
  CHECK(update({.embedder = std::nullopt}));
  CHECK(files_in(folder).size() == 2);
  CHECK(update(options));
  CHECK(is_sound());
}

TEST_CASE("an unreadable source leaves the old index, and the next update succeeds") {
  Sources sources(2);
  IndexUpdater updater(sources.path("index"), sources.list());
  updater.update();
  const auto before = files_in(sources.path("index"));
  write_file(sources.path("feed.json"), "{");
  CHECK_FALSE(updater.update().written);  // it is skipped, and what it gave before stays
  fs::remove(sources.path("feed.json"));
  CHECK(test::error_of([&] { return updater.update(); }).code() == ErrorCode::not_found);
  const CancellationToken token;
  token.cancel();
  CHECK(test::error_of([&] { return updater.update(Progress(token)); }).code() ==
        ErrorCode::cancelled);
  CHECK(files_in(sources.path("index")) == before);
  sources.describe("again");
  CHECK(updater.update().written);
}

}  // namespace sluice
