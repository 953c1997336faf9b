#include "sluice/pipeline/index_folder.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "embed/counting_embedder.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/route/ranker_model.hpp"
#include "support/error_of.hpp"
#include "support/random_pool.hpp"
#include "support/random_schema.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

/// The files of an index: catalog, postings, and vectors of tables, columns and words.
const std::size_t files_of_an_index = default_embedder() ? 5 : 2;

Retriever over(const OpenIndex &index, const std::optional<AnyEmbedder> &embedder) {
  return {index.catalog, index.lexical, Retriever::Options{}, embedder, index.vectors.get()};
}

std::vector<float> scores_of(const Answer &answer) {
  std::vector<float> scores;
  for (const auto &database : answer.databases) scores.push_back(database.score);
  for (const auto &table : answer.tables) scores.push_back(table.score);
  return scores;
}

std::string segment_in(const std::string &folder, std::string_view kind) {
  for (const auto &entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(kind)) return entry.path().string();
  }
  FAIL("no such segment");
  return "";
}

std::vector<std::string> names_in(const fs::path &folder) {
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

}  // namespace

TEST_CASE("an index folder opens with the catalog and the postings that were written") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "new" / "index").string();
  const auto catalog = test::chain_catalog(3, 4, 5);
  write_index_folder(path, catalog);
  CHECK(is_index_folder(path));
  const OpenIndex index = open_index_folder(path);
  CHECK(index.catalog->fingerprint() == catalog->fingerprint());
  CHECK(index.lexical->bytes() == index_catalog(*catalog)->bytes());
}

TEST_CASE("writing again replaces the index and leaves no stray files") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  write_index_folder(path, test::chain_catalog(1, 2, 3));
  write_file(path + "/old.segment", "left by a crash");
  const auto larger = test::chain_catalog(2, 3, 4);
  write_index_folder(path, larger);
  CHECK(open_index_folder(path).catalog->fingerprint() == larger->fingerprint());
  CHECK(names_in(path).size() == files_of_an_index);
}

TEST_CASE("a folder with other files is refused and not changed") {
  const test::TemporaryDirectory folder;
  write_file((folder.path() / "letter.txt").string(), "dear");
  CHECK_THROWS_AS(write_index_folder(folder.path().string(), test::chain_catalog(1, 1, 1)), Error);
  CHECK(names_in(folder.path()) == std::vector<std::string>{"letter.txt"});
}

TEST_CASE("a missing or damaged segment is one clear error") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  CHECK_THROWS_AS(open_index_folder(path), Error);
  write_index_folder(path, test::chain_catalog(1, 2, 3));
  for (const std::string &name : names_in(path)) {
    if (name.ends_with(".segment")) write_file(path + '/' + name, "garbage");
  }
  CHECK_THROWS_AS(open_index_folder(path), Error);
}

TEST_CASE("with an index only the question is embedded, and the answer is the same") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  const auto catalog = test::chain_catalog(7, 4, 5);
  const test::CountingEmbedder embedder;
  write_index_folder(path, catalog, {.embedder = embedder});
  *embedder.texts = 0;
  const OpenIndex index = open_index_folder(path);
  REQUIRE(index.vectors);
  const Retriever opened = over(index, AnyEmbedder(embedder));
  const std::string question = "c12 of t1 and t2 in db3";
  const Answer answer = opened.ask(question);
  CHECK(*embedder.texts <= 1 + (StaticEmbedder::is_shipped() ? 0 : 7));
  const Retriever made(catalog, index_catalog(*catalog), Retriever::Options{},
                       AnyEmbedder(embedder));
  CHECK(*embedder.texts > catalog->column_count());
  CHECK(scores_of(made.ask(question)) == scores_of(answer));
}

TEST_CASE("a stored graph is opened, not built again, and most answers are those of a full scan") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  const auto catalog = test::random_catalog(11, 2'500);
  const AnyEmbedder embedder = HashedEmbedder(32);
  write_index_folder(path, catalog, {.embedder = embedder});
  const OpenIndex small = open_index_folder(path);
  CHECK_FALSE(small.vectors->column_graph);  // fewer rows than the default
  write_index_folder(path, catalog, {.embedder = embedder, .graph_from = 1});
  const OpenIndex index = open_index_folder(path);
  REQUIRE(index.vectors->table_graph);
  REQUIRE(index.vectors->column_graph);
  const HnswGraph built = HnswGraph::build(index.vectors->columns);
  CHECK(
      std::ranges::equal(index.vectors->column_graph->parts().row_links, built.parts().row_links));

  const Retriever exact = over(small, embedder);
  const Retriever linked = over(index, embedder);
  const auto masked = [](const Retriever &retriever, const std::string &question) {
    Mask mask(retriever.catalog());
    mask.hide(ColumnId(0));
    return scores_of(retriever.ask(question, {.mask = &mask}));
  };
  std::size_t same = 0;
  for (std::size_t q = 0; q < 20; ++q) {
    const ColumnId column(q * 331 % catalog->column_count());
    const std::string question = "each " + column_text(*catalog, column) + " of the year";
    const Answer expected = exact.ask(question);
    const Answer answer = linked.ask(question);
    same += answer.databases.front().id == expected.databases.front().id ? 1 : 0;
    CHECK(masked(linked, question) == masked(exact, question));
  }
  CHECK(same >= 18);
}

TEST_CASE(
    "the links of an opened graph are those in its file, and damage to them is one clear error") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  write_index_folder(path, test::chain_catalog(2, 3, 4),
                     {.embedder = HashedEmbedder(24), .graph_from = 1});
  const std::string file = segment_in(path, "column-vectors");
  std::string bytes = read_file(file);
  {
    const OpenIndex index = open_index_folder(path);
    const auto links = index.vectors->column_graph->parts().row_links;
    const std::string_view stored(reinterpret_cast<const char *>(links.data()), links.size_bytes());
    const std::size_t at = bytes.find(stored);
    REQUIRE(at != std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
  }
  write_file(file, bytes);
  const OpenIndex damaged = open_index_folder(path);
  test::check_code(ErrorCode::malformed, [&] { damaged.vectors->column_graph->links_of(0); });
}

TEST_CASE("an index for the trained ranker has no graphs, because the ranker compares all rows") {
  if (!default_embedder() || !RankerModel::shipped(default_embedder()->fingerprint(), 0))
    return test::skip("no trained ranker in this build");
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  write_index_folder(path, test::chain_catalog(2, 2, 3), {.graph_from = 1});
  CHECK_FALSE(open_index_folder(path).vectors->column_graph);
}

TEST_CASE("an index without vectors gives the same answers as one with them, with any embedder") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  const auto catalog = test::chain_catalog(5, 3, 4);
  const AnyEmbedder embedder = HashedEmbedder(24);
  write_index_folder(path, catalog, {.embedder = std::nullopt});
  CHECK(names_in(path).size() == 2);
  const OpenIndex without = open_index_folder(path);
  CHECK_FALSE(without.vectors);
  const auto expected = scores_of(over(without, embedder).ask("t1 of db2"));
  write_index_folder(path, catalog, {.embedder = embedder});
  CHECK(scores_of(over(open_index_folder(path), embedder).ask("t1 of db2")) == expected);
}

TEST_CASE("an index by an encoder has the ranker's vectors, and opens without them too") {
  const auto encoder = test::encoder_directory();
  if (!default_embedder() || !exists(encoder / "model.safetensors"))
    return test::skip("no encoder; SLUICE_ENCODER names it");
  const AnyEmbedder embedder = open_embedder(encoder.string());
  if (!RankerModel::shipped(default_embedder()->fingerprint(), embedder.fingerprint()))
    return test::skip("no ranker for that encoder in this build");
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  write_index_folder(path, test::chain_catalog(2, 2, 3), {.embedder = embedder});
  CHECK(names_in(path).size() == 8);
  OpenIndex index = open_index_folder(path);
  CHECK(index.vectors->qualified.size() == index.catalog->table_count());
  CHECK(index.vectors->databases.size() == index.catalog->database_count());
  const Retriever whole = over(index, embedder);
  REQUIRE(whole.ranker() != nullptr);
  auto older = std::make_shared<MeaningVectors>(*index.vectors);
  older->qualified = older->databases = older->stems = QuantizedRows(1);
  index.vectors = older;
  CHECK(scores_of(over(index, embedder).ask("t1 of db1")) == scores_of(whole.ask("t1 of db1")));
}

TEST_CASE(
    "with the static table, the ranker uses the vectors of an index, and damage is an error") {
  if (!default_embedder()) return test::skip("no static table in this build");
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  const auto catalog = test::chain_catalog(5, 3, 4);
  write_index_folder(path, catalog);
  const auto ask = [&] {
    return over(open_index_folder(path), default_embedder()).ask("t1 of db2");
  };
  CHECK(ask().trained);
  CHECK(scores_of(ask()) == scores_of(Retriever(catalog).ask("t1 of db2")));
  for (const char *kind : {"table-vectors", "column-vectors"}) {
    const std::string file = segment_in(path, kind);
    const std::string sound = read_file(file);
    Random random(3);
    for (int round = 0; round < 20; ++round) {
      std::string bytes = sound;
      bytes[random.below(bytes.size())] ^= static_cast<char>(1 + random.below(255));
      write_file(file, bytes);
      CHECK(std::string(test::error_of(ask).what()).find(file) != std::string::npos);
    }
    write_file(file, sound);
  }
  CHECK(!ask().databases.empty());
}

TEST_CASE("the files of an index are the same on one thread and on eight") {
  const test::TemporaryDirectory folder;
  const auto catalog = test::chain_catalog(40, 8, 8);
  const AnyEmbedder embedder = HashedEmbedder(24);
  std::vector<std::vector<std::string>> names;
  for (const std::size_t threads : {1U, 8U}) {
    const std::string path = (folder.path() / std::to_string(threads)).string();
    write_index_folder(path, catalog, {.embedder = embedder, .threads = threads});
    names.push_back(names_in(path));  // names are hashes of the content
    std::sort(names.back().begin(), names.back().end());
  }
  CHECK(names[0].size() == 5);
  CHECK(names[0] == names[1]);
}

TEST_CASE("vectors of another embedder are one clear error") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  write_index_folder(path, test::chain_catalog(2, 2, 3), {.embedder = HashedEmbedder(24)});
  const OpenIndex index = open_index_folder(path);
  const Error error = test::error_of([&] { return over(index, AnyEmbedder(HashedEmbedder(25))); });
  CHECK(error.code() == ErrorCode::mismatch);
  CHECK(error.message().find("vectors of another embedder") != std::string::npos);
  CHECK(error.message().find("index again") != std::string::npos);
}

TEST_CASE(
    "damaged, truncated, missing and swapped vectors are one clear error, not a wrong answer") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "index").string();
  const AnyEmbedder embedder = HashedEmbedder(24);
  const auto catalog = test::chain_catalog(5, 3, 4);
  write_index_folder(path, catalog, {.embedder = embedder});
  const auto ask = [&] { return over(open_index_folder(path), embedder).ask("t1 of db2"); };
  CHECK_FALSE(ask().databases.empty());
  for (const char *kind : {"table-vectors", "column-vectors", "word-vectors"}) {
    CAPTURE(kind);
    const std::string file = segment_in(path, kind);
    const std::string sound = read_file(file);
    const auto check_refused = [&](ErrorCode code) {
      const Error error = test::error_of(ask);
      CHECK(error.code() == code);
      CHECK(std::string(error.what()).find(file) != std::string::npos);
    };
    Random random(5);
    std::size_t refused = 0;
    for (int round = 0; round < 60; ++round) {
      std::string bytes = sound;
      bytes[random.below(bytes.size())] ^= static_cast<char>(1 + random.below(255));
      write_file(file, bytes);
      const Error error = test::error_of(ask);
      refused += std::string(error.what()).find(file) != std::string::npos ? 1 : 0;
    }
    CHECK(refused == 60);
    write_file(file, sound.substr(0, sound.size() / 2));
    check_refused(ErrorCode::malformed);
    write_file(file, "");
    check_refused(ErrorCode::malformed);
    fs::remove(file);
    check_refused(ErrorCode::not_found);
    write_file(file, sound);
  }
  CHECK_FALSE(ask().databases.empty());
  fs::copy_file(segment_in(path, "table-vectors"), segment_in(path, "column-vectors"),
                fs::copy_options::overwrite_existing);
  CHECK(test::error_of(ask).code() == ErrorCode::mismatch);
}

TEST_CASE("a writer killed at any moment leaves the old index or the new one") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  const auto old_catalog = test::chain_catalog(1, 2, 3);
  const auto new_catalog = test::chain_catalog(40, 6, 6);
  write_index_folder(path, old_catalog);
  Random random(11);
  for (int round = 0; round < 15; ++round) {
    const bool to_new = round % 2 == 0;
    const auto &target = to_new ? new_catalog : old_catalog;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      write_index_folder(path, target);
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(random.below(20000)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const OpenIndex index = open_index_folder(path);
    const auto found = index.catalog->fingerprint();
    CHECK((found == old_catalog->fingerprint() || found == new_catalog->fingerprint()));
    CHECK(index.lexical->bytes() == index_catalog(*index.catalog)->bytes());
    if (default_embedder()) CHECK(index.vectors->columns.size() == index.catalog->column_count());
    CHECK_NOTHROW(over(index, default_embedder()).ask("t1 of db0"));
  }
}

TEST_CASE("cancelling stops with the old index in place") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  const auto catalog = test::chain_catalog(1, 2, 3);
  write_index_folder(path, catalog);
  const CancellationToken token;
  token.cancel();
  CHECK_THROWS_AS(write_index_folder(path, test::chain_catalog(2, 2, 3), {}, Progress(token)),
                  Error);
  CHECK(open_index_folder(path).catalog->fingerprint() == catalog->fingerprint());
}

}  // namespace sluice
