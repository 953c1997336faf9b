#include "sluice/index/lexical_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/core/segment_file.hpp"
#include "support/error_of.hpp"
#include "support/random_hierarchy.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using test::RandomTexts;

std::string write(const test::TemporaryDirectory &folder, const std::string &bytes) {
  const std::string path = (folder.path() / "postings").string();
  write_file(path, bytes);
  return path;
}

}  // namespace

TEST_CASE("postings contain every occurrence, in order") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const RandomTexts texts(random);
    const auto index = texts.index();
    std::map<std::string, std::map<std::tuple<Level, std::uint32_t, TextField>, int>> expected;
    for (const auto &text : texts.texts) {
      for (const std::string &term : Analyzer()(text.text)) {
        ++expected[term][{text.level, static_cast<std::uint32_t>(text.object), text.field}];
      }
    }
    CHECK(index->term_count() == expected.size());
    for (const auto &[term, counts] : expected) {
      const auto postings = index->postings(term);
      REQUIRE(postings.size() == counts.size());
      auto posting = postings.begin();
      for (const auto &[place, count] : counts) {
        CHECK(std::tuple(posting->level, posting->object, posting->field) == place);
        CHECK(posting->count == count);
        ++posting;
      }
    }
  }
}

TEST_CASE("an index that is read from a file gives the same answers as the one that was written") {
  const test::TemporaryDirectory folder;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const RandomTexts texts(random);
    const auto built = texts.index();
    const auto opened = LexicalIndex::open(write(folder, built->bytes()));
    CHECK(opened->fingerprint() == built->fingerprint());
    CHECK(opened->bytes() == built->bytes());
    for (char c = 'a'; c <= 'k'; ++c) {
      const std::string term(1, c);
      CHECK(std::ranges::equal(opened->postings(term), built->postings(term)));
    }
    for (const Level level : {Level::database, Level::table, Level::column}) {
      CHECK(std::ranges::equal(opened->lengths(level), built->lengths(level)));
    }
  }
}

TEST_CASE("texts added twice to a field count twice, even with others in between") {
  LexicalIndexBuilder builder({1, {0}, {0, 0}}, {}, 1);
  builder.add(Level::column, TextField::name, 0, "a");
  builder.add(Level::column, TextField::name, 1, "a");
  builder.add(Level::column, TextField::name, 0, "a");
  const auto index = builder.finish();
  const auto postings = index->postings("a");
  REQUIRE(postings.size() == 2);
  CHECK(postings[0].count == 2);
  CHECK(postings[1].count == 1);
}

TEST_CASE("a file with a flipped byte or a missing end is refused or gives the same answers") {
  const test::TemporaryDirectory folder;
  Random random(3);
  const RandomTexts texts(random);
  const std::string bytes = texts.index()->bytes();
  for (std::size_t at = 0; at < bytes.size(); at += 1 + random.below(7)) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ (1 << random.below(8)));
    const std::string path = write(folder, broken);
    std::string outcome;
    try {
      outcome = LexicalIndex::open(path)->bytes();  // the byte may have been padding
    } catch (const Error &error) {
      outcome = error.where().source;
    }
    CHECK((outcome == bytes || outcome == path));
    CHECK_THROWS_AS(LexicalIndex::open(write(folder, bytes.substr(0, at))), Error);
  }
}

TEST_CASE("a file with the terms of another release is refused, so that it is rebuilt") {
  const test::TemporaryDirectory folder;
  for (const std::string &analyzer : {std::string(4, '\1'), std::string(4, '\1') + '\x7F'}) {
    SegmentWriter writer(FourCc{'P', 'O', 'S', 'T'}, 1);
    writer.add(FourCc{'a', 'n', 'a', 'l'}, std::string_view(analyzer));
    const std::string path = write(folder, writer.bytes());
    const Error error = test::error_of([&] { LexicalIndex::open(path); });
    CHECK(error.code() == ErrorCode::malformed);
    CHECK(error.message().find("another release; index again") != std::string::npos);
  }
}

TEST_CASE("a hierarchy that is out of order is refused") {
  CHECK_THROWS_AS(Hierarchy(2, {1, 0}, {}), Error);
  CHECK_THROWS_AS(Hierarchy(1, {1}, {}), Error);
  CHECK_THROWS_AS(Hierarchy(1, {0}, {1}), Error);
  CHECK(Hierarchy(2, {1}, {}).tables(DatabaseId(0)).size() == 0);
}

}  // namespace sluice
