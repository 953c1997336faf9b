/// Tests `sluice train static`.

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "embed/tiny_encoder.hpp"
#include "run.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "train/tiny_wordnet.hpp"

using namespace sluice;

TEST_CASE("the words of a glossary get rows in a static table, and its texts change the vectors") {
  const test::TinyEncoder tiny(3);
  const test::TinyWordnet wordnet;
  const test::TemporaryDirectory folder;
  const auto path = [&](const char *name) { return (folder.path() / name).string(); };
  test::write_bytes(path("words.txt"), "singers = many stadiums\n[shop]\nsingers = names\n");
  const auto train = [&](const std::string &to, const std::vector<std::string> &more) {
    std::vector<std::string> arguments{"train",        "static", "--embedder", tiny.folder(),
                                       "--dimensions", "8",      "--out",      path(to.c_str())};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::run(arguments);
  };
  REQUIRE(train("plain", {}).status == 0);
  const test::CommandResult trained =
      train("both", {"--wordnet", wordnet.folder(), "--glossary", path("words.txt")});
  CAPTURE(trained.error);
  REQUIRE(trained.status == 0);
  CHECK(trained.out.starts_with(path("both") + " · "));
  const WordPiece before = StaticEmbedder::open(path("plain")).tokenizer();
  const WordPiece after = StaticEmbedder::open(path("both")).tokenizer();
  CHECK(after.size() == before.size() + 3);
  for (const char *word : {"singers", "stadiums", "names"}) {
    CHECK(before.find(word) == WordPiece::none);
    CHECK(after.find(word) != WordPiece::none);
  }
  CHECK(train("none", {"--glossary", path("missing")}).status == 2);
}
