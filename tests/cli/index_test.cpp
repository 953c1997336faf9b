/// Tests `sluice index`, and questions to its folder.

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "run.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "support/unprivileged.hpp"

namespace fs = std::filesystem;
using namespace sluice;
using test::answer_of;
using test::check_refused;
using test::run;

namespace {

std::string ask(const std::string &flag, const std::string &source,
                const std::string &question = "wine of customers and birthdate of animals") {
  return answer_of(run({"ask", flag, source, "--databases", "2", "--json", question}));
}

std::vector<std::string> entries_of(const fs::path &folder) {
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::string postings_in(const std::string &folder) {
  for (const std::string &name : entries_of(folder)) {
    if (name.starts_with("postings-")) return folder + '/' + name;
  }
  FAIL("no postings");
  return "";
}

/// The files of an index: catalog, postings, and vectors of tables, columns and words.
const std::size_t files_of_an_index = default_embedder() ? 5 : 2;

}  // namespace

TEST_CASE("an index gives the same answers as its databases") {
  const test::SampleFolder folder;
  const std::string index = folder.path("index");
  const test::CommandResult made = run({"index", index, folder.shop(), folder.zoo()});
  CHECK(made.status == 0);
  CHECK(made.error.empty());
  CHECK(made.out.starts_with(index + ": 2 databases, 4 tables, 11 columns · "));
  for (const std::string question : {"wine of customers", "species", "who bought Rioja?", "date"}) {
    CHECK(ask("--catalog", index, question) ==
          answer_of(run({"ask", "--db", folder.shop(), "--db", folder.zoo(), "--databases", "2",
                         "--json", question})));
  }
}

TEST_CASE("the JSON of indexing counts what was indexed") {
  const test::SampleFolder folder;
  const test::CommandResult made =
      run({"index", "--json", folder.path("index"), folder.path().string()});
  REQUIRE(made.status == 0);
  const JsonDocument document = JsonDocument::parse(made.out);
  CHECK(test::keys(document.root()) ==
        std::vector<std::string>{"folder", "databases", "tables", "columns", "seconds", "skipped"});
  CHECK(document.root().at("folder").as_string() == folder.path("index"));
  CHECK(document.root().at("databases").as_integer() == 2);
  CHECK(document.root().at("tables").as_integer() == 4);
  CHECK(document.root().at("columns").as_integer() == 11);
}

TEST_CASE("indexing again replaces the old index completely") {
  const test::SampleFolder folder;
  const std::string index = folder.path("index");
  REQUIRE(run({"index", index, folder.shop()}).status == 0);
  const auto before = entries_of(index);
  CHECK(before.size() == files_of_an_index);
  REQUIRE(run({"index", index, folder.zoo()}).status == 0);
  CHECK(ask("--catalog", index) == ask("--db", folder.zoo()));
  CHECK(entries_of(index).size() == files_of_an_index);
  CHECK(entries_of(index) != before);
}

TEST_CASE("an index still answers after it was moved") {
  const test::SampleFolder folder;
  REQUIRE(run({"index", folder.path("a"), folder.shop()}).status == 0);
  fs::rename(folder.path("a"), folder.path("b"));
  CHECK(ask("--catalog", folder.path("b")) == ask("--db", folder.shop()));
}

TEST_CASE("an interrupted run leaves the old index or the new one") {
  const test::SampleFolder folder;
  const std::string index = folder.path("index");
  const std::string old_answer = ask("--db", folder.shop());
  const std::string new_answer = ask("--db", folder.zoo());
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    REQUIRE(run({"index", index, folder.shop()}).status == 0);
    test::Command interrupted({"index", index, folder.zoo()});
    std::this_thread::sleep_for(std::chrono::microseconds(Random(seed).below(30000)));
    interrupted.kill();
    interrupted.wait();
    const std::string answer = ask("--catalog", index);
    CHECK((answer == old_answer || answer == new_answer));
  }
  REQUIRE(run({"index", index, folder.zoo()}).status == 0);
  CHECK(ask("--catalog", index) == new_answer);
  CHECK(entries_of(index).size() == files_of_an_index);
}

TEST_CASE(
    "a first run that was interrupted leaves no index, or a complete one, and can be repeated") {
  const test::SampleFolder folder;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::string index = folder.path("index" + std::to_string(seed));
    test::Command interrupted({"index", index, folder.shop()});
    std::this_thread::sleep_for(std::chrono::microseconds(Random(seed).below(20000)));
    interrupted.kill();
    interrupted.wait();
    const test::CommandResult asked = run({"ask", "--catalog", index, "--json", "wine"});
    if (asked.status != 0) check_refused(asked, index);
    REQUIRE(run({"index", index, folder.shop()}).status == 0);
    CHECK(ask("--catalog", index) == ask("--db", folder.shop()));
  }
}

TEST_CASE("an update that is killed leaves the old index or the new one") {
  const test::SampleFolder folder;
  const std::string index = folder.path("index");
  std::vector<std::string> update{"index", "--update", index};
  std::vector<AnySource> sources;
  for (const std::string name : {"a", "b", "c", "d"}) {
    fs::copy(folder.zoo(), folder.path(name));
    update.push_back(folder.path(name));
    sources.push_back(PathSource(folder.path(name)));
  }
  const auto change = [&](std::uint64_t round) {
    test::make_sqlite(folder.path(std::string(1, static_cast<char>('a' + round % 4))),
                      "PRAGMA synchronous = OFF; ALTER TABLE cage ADD COLUMN height_" +
                          std::to_string(round));
    return read_sources(sources).catalog->fingerprint();
  };
  REQUIRE(run(update).status == 0);
  std::uint64_t old_print = change(1000);
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(run(update).status == 0);
  const std::chrono::duration<double, std::micro> whole = std::chrono::steady_clock::now() - start;
  for (std::uint64_t round = 0; round < 50 / test::slowness; ++round) {
    CAPTURE(round);
    const std::uint64_t new_print = change(round);
    test::Command interrupted(update);
    if (round > 0) {  // the first round kills at once, before anything is new
      std::this_thread::sleep_for(std::chrono::microseconds(
          Random(round).below(static_cast<std::size_t>(whole.count() * 1.3) + 1)));
    }
    interrupted.kill();
    interrupted.wait();
    const OpenIndex opened = open_index_folder(index);
    CHECK(opened.lexical->bytes() == index_catalog(*opened.catalog)->bytes());
    if (default_embedder()) CHECK(opened.vectors->columns.size() == opened.catalog->column_count());
    const std::uint64_t found = opened.catalog->fingerprint();
    CHECK((found == old_print || found == new_print));
    old_print = found;
    if (round % 5 != 4) continue;
    REQUIRE(run(update).status == 0);
    old_print = open_index_folder(index).catalog->fingerprint();
    CHECK(old_print == new_print);
    CHECK(entries_of(index).size() == files_of_an_index);
  }
}

TEST_CASE("an update reports what it read, kept, changed and dropped") {
  const test::SampleFolder folder;
  fs::create_directory(folder.path("data"));
  for (const std::string name : {"a.db", "b.db", "c.db"})
    fs::copy(folder.zoo(), folder.path("data/" + name));
  const std::string index = folder.path("index");
  const auto update = [&] {
    const test::CommandResult result =
        run({"index", "--update", "--json", index, folder.path("data"), folder.shop()});
    CHECK(result.error.empty());
    REQUIRE(result.status == 0);
    return JsonDocument::parse(result.out);
  };
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  const JsonDocument first = update();
  CHECK(test::keys(first.root()) ==
        std::vector<std::string>{"folder", "databases", "tables", "columns", "written", "read",
                                 "kept", "changed", "dropped", "seconds", "skipped"});
  CHECK(first.root().at("read").as_integer() == 4);
  fs::remove(folder.path("data/b.db"));
  test::make_sqlite(folder.path("data/c.db"), "ALTER TABLE cage RENAME TO enclosure");
  const JsonDocument second = update();
  CHECK(second.root().at("written").as_bool());
  CHECK(second.root().at("read").as_integer() == 1);
  CHECK(second.root().at("kept").as_integer() == 2);
  CHECK(second.root().at("changed").size() == 1);
  CHECK(second.root().at("dropped").size() == 1);
  CHECK(ask("--catalog", index, "enclosure") ==
        answer_of(run({"ask", "--db", folder.path("data"), "--db", folder.shop(), "--databases",
                       "2", "--json", "enclosure"})));
  const auto before = test::bytes_of(index + "/catalog.sqlite");
  const JsonDocument third = update();
  CHECK_FALSE(third.root().at("written").as_bool());
  CHECK(test::bytes_of(index + "/catalog.sqlite") == before);
  check_refused(run({"index", "--update", index, folder.path("missing")}), folder.path("missing"));
  CHECK(test::bytes_of(index + "/catalog.sqlite") == before);
}

TEST_CASE("--watch updates an index after changes until the command is interrupted") {
  const test::SampleFolder folder;
  const std::string index = folder.path("index"), out = folder.path("out");
  test::Command watch({"index", "--watch", "--interval", "0.02", index, folder.zoo()}, out);
  const auto wait_for = [&](const auto &holds) {
    for (int round = 0; round < 3000 && !holds(); ++round)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    REQUIRE(holds());
  };
  const auto lines = [&] { return std::ranges::count(test::bytes_of(out), '\n'); };
  wait_for([&] { return lines() == 1; });
  for (std::ptrdiff_t change = 1; change <= 3; ++change) {
    test::make_sqlite(folder.zoo(), "ALTER TABLE cage ADD COLUMN extra_" + std::to_string(change));
    wait_for([&] { return lines() == 1 + change; });
    CHECK(ask("--catalog", index, "extra") == ask("--db", folder.zoo(), "extra"));
  }
  watch.interrupt();
  const test::CommandResult ended = watch.wait();
  CHECK(ended.status == 0);
  CHECK(ended.error.empty());
  CHECK(lines() == 4);
  check_refused(run({"index", "--watch", index, "-"}), "standard input");
}

TEST_CASE("an index in a read-only folder can be used") {
  const test::SampleFolder folder;
  const std::string index = folder.path("index");
  REQUIRE(run({"index", index, folder.shop()}).status == 0);
  const std::string expected = ask("--db", folder.shop());
  using enum fs::perms;
  constexpr fs::perms read = owner_read | group_read | others_read;
  constexpr fs::perms enter = owner_exec | group_exec | others_exec;
  for (const auto &entry : fs::directory_iterator(index)) fs::permissions(entry.path(), read);
  fs::permissions(index, read | enter);
  fs::permissions(folder.path(), read | enter);
  {
    const test::Unprivileged unprivileged;
    if (!unprivileged.holds()) return test::skip("cannot give up root's rights");
    if (!unprivileged.may_run(SLUICE_COMMAND))
      return test::skip("the command cannot be run without root's rights");
    CHECK(ask("--catalog", index) == expected);
    const auto before = entries_of(index);
    check_refused(run({"index", index, folder.zoo()}), index);
    CHECK(entries_of(index) == before);
    check_refused(run({"index", folder.path("other"), folder.zoo()}), folder.path("other"));
  }
  CHECK(ask("--catalog", index) == expected);
  fs::permissions(folder.path(), fs::perms::owner_all);
  fs::permissions(index, fs::perms::owner_all);
}

TEST_CASE("a folder with other files is not overwritten") {
  const test::SampleFolder folder;
  const auto before = entries_of(folder.path());
  check_refused(run({"index", folder.path().string(), folder.shop()}),
                "expected an empty folder or an index");
  CHECK(entries_of(folder.path()) == before);
  check_refused(run({"index", folder.shop(), folder.zoo()}), folder.shop());
  check_refused(run({"index", folder.shop() + "/below", folder.zoo()}), folder.shop());
}

TEST_CASE("nothing is written if a source cannot be read") {
  const test::SampleFolder folder;
  const std::string index = folder.path("index");
  check_refused(run({"index", index, folder.shop(), folder.path("missing")}),
                folder.path("missing"));
  CHECK(!fs::exists(index));
  REQUIRE(run({"index", index, folder.shop()}).status == 0);
  check_refused(run({"index", index, folder.path("missing")}), folder.path("missing"));
  CHECK(ask("--catalog", index) == ask("--db", folder.shop()));
}

TEST_CASE("of two databases with the same name, the first is used") {
  const test::SampleFolder folder;
  fs::create_directory(folder.path("copy"));
  fs::copy(folder.shop(), folder.path("copy"));
  CHECK(run({"index", folder.path("index"), folder.shop(), folder.path("copy")}).status == 0);
  CHECK(run({"index", folder.path("one"), folder.shop()}).status == 0);
  const auto asked = [&](const char *index) {
    return ask("--catalog", folder.path(index), "wine");
  };
  CHECK(asked("index") == asked("one"));
}

TEST_CASE("damage in any file of an index is an error") {
  const test::SampleFolder folder;
  const std::string index = folder.path("index");
  const auto broken = [&](const auto &damage) {
    REQUIRE(run({"index", index, folder.shop()}).status == 0);
    damage();
    const test::CommandResult result = run({"ask", "--catalog", index, "wine"});
    fs::remove_all(index);
    return result;
  };
  check_refused(broken([&] { fs::remove(postings_in(index)); }), ".segment");
  check_refused(broken([&] { fs::remove(index + "/catalog.sqlite"); }), "catalog.sqlite");
  check_refused(broken([&] { test::write_bytes(index + "/catalog.sqlite", ""); }),
                "catalog.sqlite");
  check_refused(broken([&] { test::write_bytes(index + "/catalog.sqlite", "no database at all"); }),
                "catalog.sqlite");
  check_refused(broken([&] {
                  fs::copy_file(folder.zoo(), index + "/catalog.sqlite",
                                fs::copy_options::overwrite_existing);
                }),
                "catalog.sqlite");
  check_refused(broken([&] {
                  test::make_sqlite(index + "/catalog.sqlite",
                                    "UPDATE column_ SET name = 'x' WHERE id = 1");
                }),
                "fingerprint");
  check_refused(broken([&] { fs::resize_file(postings_in(index), 100); }), ".segment");
  for (const std::size_t at : {0U, 40U, 300U, 700U}) {
    check_refused(broken([&] {
                    std::string bytes = test::bytes_of(postings_in(index));
                    bytes.at(at) = static_cast<char>(bytes[at] ^ 0x20);
                    test::write_bytes(postings_in(index), bytes);
                  }),
                  ".segment");
  }
}

TEST_CASE("files of the index of other databases are an error") {
  const test::SampleFolder folder;
  REQUIRE(run({"index", folder.path("a"), folder.shop()}).status == 0);
  REQUIRE(run({"index", folder.path("b"), folder.zoo()}).status == 0);
  fs::copy_file(postings_in(folder.path("b")), postings_in(folder.path("a")),
                fs::copy_options::overwrite_existing);
  check_refused(run({"ask", "--catalog", folder.path("a"), "wine"}), "index again");
}

TEST_CASE("an index needs the embedder that it was written with") {
  const test::SampleFolder folder;
  const std::string index = folder.path("index");
  REQUIRE(run({"index", "--embedder", "hashed", index, folder.shop()}).status == 0);
  const auto ask_by = [&](const std::string &embedder, const std::string &flag,
                          const std::string &source) {
    return run({"ask", flag, source, "--embedder", embedder, "--json", "wine of customers"});
  };
  CHECK(answer_of(ask_by("hashed", "--catalog", index)) ==
        answer_of(ask_by("hashed", "--db", folder.shop())));
  if (!default_embedder()) return test::skip("the build has no static table");
  check_refused(ask_by("static", "--catalog", index), "vectors of another embedder");
  check_refused(run({"ask", "--catalog", index, "wine"}), "vectors of another embedder");
  check_refused(run({"index", "--embedder", "nowhere", index, folder.zoo()}), "is not an embedder");
  REQUIRE(run({"index", index, folder.shop()}).status == 0);
  CHECK(ask("--catalog", index) == ask("--db", folder.shop()));
}
