/// Catalogs and retrievers that are updated from files.

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"

namespace sluice {
namespace {

using namespace test;

/// A folder with three databases.
struct Folder {
  TemporaryDirectory directory;

  Folder() {
    make_sqlite(file("shop"),
                "CREATE TABLE customer (id, name); CREATE TABLE purchase (wine, day)");
    make_sqlite(file("zoo"), "CREATE TABLE animal (name, weight)");
    make_sqlite(file("club"), "CREATE TABLE member (name, fee)");
    settle();
  }

  std::string path() const { return directory.path().string(); }
  std::string file(const std::string &database) const {
    return (directory.path() / (database + ".sqlite")).string();
  }
  /// Timestamps of recently written files are not reliable.
  static void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(120)); }
};

Owned<sluice_catalog> load_after(const Folder &folder, const sluice_catalog *before) {
  sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
  options.before = before;
  return made<sluice_catalog>([&](auto out, auto error) {
    return sluice_catalog_load(folder.path().data(), folder.path().size(), &options, out, error);
  });
}

Owned<sluice_retriever> retriever_after(const sluice_catalog *catalog,
                                        const sluice_retriever *before) {
  sluice_retriever_options options = SLUICE_RETRIEVER_OPTIONS_INIT;
  options.before = before;
  return made<sluice_retriever>(
      [&](auto out, auto error) { return sluice_retriever_new(catalog, &options, out, error); });
}

std::string answers(const sluice_retriever *retriever) {
  std::string text;
  for (const char *asked : {question, "How heavy is each animal?", "fees of members", "orders"})
    text += render(retrieve(retriever, asked).get(), SLUICE_FORM_JSON);
  return text;
}

}  // namespace

TEST_CASE(
    "an updated retriever answers like one built from scratch, and the old one does not change") {
  const Folder folder;
  const auto first = load_path(folder.path());
  const auto asked = new_retriever(first.get());
  const std::string before = answers(asked.get());

  make_sqlite(folder.file("zoo"), "ALTER TABLE animal RENAME TO creature");
  make_sqlite(folder.file("club"), "ALTER TABLE member ADD COLUMN orders");
  Folder::settle();
  auto next = load_after(folder, first.get());
  CHECK(sluice_catalog_count(next.get(), SLUICE_COLUMN) == 9);
  const auto follower = retriever_after(next.get(), asked.get());
  const auto anew = new_retriever(load_path(folder.path()).get());
  CHECK(answers(follower.get()) == answers(anew.get()));
  CHECK(answers(follower.get()) != before);
  CHECK(answers(asked.get()) == before);

  // Nothing changed, so the names are the same pointers.
  const auto same = load_after(folder, next.get());
  CHECK(sluice_catalog_name(same.get(), SLUICE_TABLE, 0).data ==
        sluice_catalog_name(next.get(), SLUICE_TABLE, 0).data);
  next.reset();
  CHECK(answers(retriever_after(same.get(), follower.get()).get()) == answers(anew.get()));
}

TEST_CASE("after a catalog of no file or another path, all files are read") {
  const Folder folder;
  CHECK(sluice_catalog_count(load_after(folder, load_json().get()).get(), SLUICE_DATABASE) == 3);
  const Folder other;
  const auto elsewhere = load_path(other.path());
  CHECK(sluice_catalog_count(load_after(folder, elsewhere.get()).get(), SLUICE_COLUMN) == 8);
}

TEST_CASE("updated retrievers share the embedder, and the last one destroys it") {
  struct Counter {
    int calls = 0;
    int destroyed = 0;
  } counter;
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  embedder.user = &counter;
  embedder.name = "sizes";
  embedder.dimensions = 2;
  embedder.embed = [](void *user, const sluice_str *texts, std::size_t count, float *vectors) {
    ++static_cast<Counter *>(user)->calls;
    for (std::size_t t = 0; t < count; ++t) {
      vectors[2 * t] = 1;
      vectors[2 * t + 1] = static_cast<float>(texts[t].size);
    }
    return sluice_status{SLUICE_OK};
  };
  embedder.destroy = [](void *user) { ++static_cast<Counter *>(user)->destroyed; };
  sluice_retriever_options options = SLUICE_RETRIEVER_OPTIONS_INIT;
  options.embedder = &embedder;

  const Folder folder;
  const auto catalog = load_path(folder.path());
  auto asked = made<sluice_retriever>([&](auto out, auto error) {
    return sluice_retriever_new(catalog.get(), &options, out, error);
  });
  make_sqlite(folder.file("zoo"), "ALTER TABLE animal RENAME TO creature");
  Folder::settle();
  const auto next = load_after(folder, catalog.get());
  auto follower = retriever_after(next.get(), asked.get());
  asked.reset();
  CHECK(counter.destroyed == 0);
  const int calls = counter.calls;
  retrieve(follower.get(), "creatures");
  CHECK(counter.calls > calls);

  Counter refused;
  embedder.user = &refused;
  options.before = follower.get();
  Results results;
  const Failure failure = failure_of([&](auto error) {
    return sluice_retriever_new(next.get(), &options, &results.retriever, error);
  });
  CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure.message.find("expected one: the new retriever uses the embedder") !=
        std::string::npos);
  CHECK(refused.destroyed == 2);  // failure_of calls twice
  CHECK(results.untouched());
  follower.reset();
  CHECK(counter.destroyed == 1);
}

}  // namespace sluice
