#include "sluice/pipeline/index_folder.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "support/random_pool.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

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
  CHECK(names_in(path).size() == 2);
}

TEST_CASE("a folder that holds other things is left alone") {
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
  }
}

TEST_CASE("cancelling stops with the old index in place") {
  const test::TemporaryDirectory folder;
  const std::string path = folder.path().string();
  const auto catalog = test::chain_catalog(1, 2, 3);
  write_index_folder(path, catalog);
  const CancellationToken token;
  token.cancel();
  CHECK_THROWS_AS(write_index_folder(path, test::chain_catalog(2, 2, 3), Progress(token)), Error);
  CHECK(open_index_folder(path).catalog->fingerprint() == catalog->fingerprint());
}

}  // namespace sluice
