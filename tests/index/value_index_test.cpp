#include "sluice/index/value_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "sluice/core/random.hpp"
#include "support/random_text.hpp"
#include "text/unicode.hpp"

namespace sluice {
namespace {

struct Cell {
  std::size_t database, column;
  std::string value;
};

/// An index of databases with three columns each.
ValueIndex index_of(std::size_t databases, const std::vector<Cell> &cells) {
  std::vector<std::shared_ptr<const ValueSegment>> segments;
  std::vector<ColumnId> first;
  for (std::size_t d = 0; d < databases; ++d) {
    ValueSegmentBuilder builder;
    for (const Cell &cell : cells) {
      if (cell.database == d) builder.add(cell.column, cell.value);
    }
    segments.push_back(builder.finish());
    first.emplace_back(3 * d);
  }
  return {std::move(segments), std::move(first), 7};
}

/// "words: column=value, …" of each run.
std::vector<std::string> shown(const QuestionValues &found) {
  std::vector<std::string> lines;
  for (const ValueRun &run : found.runs) {
    std::string line;
    for (std::size_t w = 0; w < run.words; ++w)
      line += (w > 0 ? " " : "") + std::string(found.question.words()[run.first + w].text);
    line += run.is_whole ? ":" : " (part):";
    for (const ValuePlace &place : run.places)
      line += ' ' + std::to_string(place.column.value) + '=' + std::string(place.value);
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE(
    "a question's words are found as values, the longest first, with the databases' spelling") {
  const ValueIndex index = index_of(2, {{0, 0, "New York"},
                                        {0, 1, "york"},
                                        {1, 2, "NEW YORK"},
                                        {1, 0, "2014"},
                                        {1, 1, "Dog"},
                                        {0, 2, "JetBlue Airways"},
                                        {1, 1, "3.0"},
                                        {1, 1, "100.0"}});
  struct Case {
    const char *question;
    Lines lines;
  };
  const std::vector<Case> cases{
      {"who lives in new york?", {"new york: 0=New York 5=NEW YORK"}},
      {"old york, and New York", {"New York: 0=New York 5=NEW YORK", "york: 1=york"}},
      {"flights of Jetblue", {"Jetblue (part): 2=JetBlue Airways"}},
      {"flights of jetblue", {}},
      {"what happened in 2014", {"2014: 3=2014"}},
      {"all dogs", {"dogs: 4=Dog"}},
      {"more than 100 of 3", {"100: 4=100"}},
      {"", {}},
  };
  for (const Case &of : cases) {
    CAPTURE(of.question);
    CHECK(shown(index.match(of.question)) == of.lines);
  }
  CHECK(index.values() == 7);
}

TEST_CASE("values are found inside words of scripts without spaces, the longest first") {
  const ValueIndex index = index_of(1, {{0, 0, "一个月"},
                                        {0, 0, "上海市"},
                                        {0, 1, "上海"},
                                        {0, 1, "月"},
                                        {0, 2, "600519"},
                                        {0, 2, "ETF基金"},
                                        {0, 0, "เชียงใหม่"}});
  CHECK(shown(index.match("指标周期为一个月的基金")) == Lines{"指标周期为一个月的基金: 0=一个月"});
  CHECK(shown(index.match("上海市和上海的公司")) ==
        Lines{"上海市和上海的公司: 0=上海市", "上海市和上海的公司: 1=上海"});
  CHECK(shown(index.match("股票600519的价格")) == Lines{"股票600519的价格: 2=600519"});
  CHECK(shown(index.match("所有etf基金")) == Lines{"所有etf基金: 2=ETF基金"});
  CHECK(shown(index.match("ลูกค้าในเชียงใหม่กี่ราย")) == Lines{"ลูกค้าในเชียงใหม่กี่ราย: 0=เชียงใหม่"});
  CHECK(index.match("每月的价格").runs.empty());
  std::string many;
  while (many.size() < 10'000) many += "上海市在";
  CHECK(index.match(many).runs.size() <= ValueIndex::max_question_words);
}

TEST_CASE("short and common words are values only if the question marks them") {
  const ValueIndex index = index_of(1, {{0, 0, "F"}, {0, 1, "all"}, {0, 2, "the best of"}});
  CHECK(shown(index.match("students of sex F")) == Lines{"F: 0=F"});
  CHECK(shown(index.match("students of sex 'f'")) == Lines{"f: 0=F"});
  CHECK(shown(index.match("students of sex f")).empty());
  CHECK(shown(index.match("all students")).empty());
  CHECK(shown(index.match("The best of 'all'")) == Lines{"The best of: 2=the best of"});
  const QuestionValues quoted = index.match("is it \"f\" or “f”?");
  REQUIRE(quoted.runs.size() == 2);
  CHECK(quoted.runs[0].is_marked);
  CHECK(quoted.runs[1].is_marked);
}

TEST_CASE("ids, hashes and long numbers are found as values, although they are no words") {
  const ValueIndex index = index_of(1, {{0, 0, "0xdAC17F958D2ee5"},
                                        {0, 1, "8a78ef2d-d5f7-4d2d-9b47-5adb25cbd373"},
                                        {0, 2, "09700166582"}});
  CHECK(shown(index.match("Who sent 0xDAC17F958D2EE5?")) ==
        Lines{"0xDAC17F958D2EE5: 0=0xdAC17F958D2ee5"});
  CHECK(shown(index.match("calls from 09700166582")) == Lines{"09700166582: 2=09700166582"});
  CHECK(shown(index.match("session 8a78ef2d-d5f7-4d2d-9b47-5adb25cbd373")) ==
        Lines{"8a78ef2d d5f7 4d2d 9b47 5adb25cbd373: 1=8a78ef2d-d5f7-4d2d-9b47-5adb25cbd373"});
}

TEST_CASE("rarity falls with the databases that hold a value") {
  const ValueIndex index = index_of(3, {{0, 0, "common"}, {1, 0, "common"}, {2, 1, "scarce"}});
  const QuestionValues found = index.match("common scarce");
  REQUIRE(found.runs.size() == 2);
  CHECK(found.runs[0].rarity == doctest::Approx(std::log(1 + 3 / 2.0)));
  CHECK(found.runs[1].rarity == doctest::Approx(std::log(1 + 3 / 1.0)));
}

TEST_CASE("matches equal those found by comparing every value with every run of words") {
  Random random(3);
  const std::vector<std::string> words{"red", "green", "blue", "deep", "sea", "Élan", "42", "1970"};
  const auto text = [&](std::size_t most) {
    std::string made;
    for (std::size_t n = 1 + random.below(most); n > 0; --n)
      made += (made.empty() ? "" : " ") + words[random.below(words.size())];
    return made;
  };
  for (int round = 0; round < 60; ++round) {
    std::vector<Cell> cells;
    for (int c = 0; c < 30; ++c) cells.push_back({random.below(4), random.below(3), text(4)});
    const ValueIndex index = index_of(4, cells);
    const std::string question = text(9);
    const QuestionValues found = index.match(question);
    std::vector<std::string> asked;
    each_word(question, [&](std::string_view word) { asked.push_back(fold(word)); });
    const auto joined = [&](std::size_t first, std::size_t count) {
      std::string all;
      for (std::size_t w = first; w < first + count; ++w) all += asked[w] + ' ';
      return all;
    };
    const auto columns_of = [&](const std::string &run) {
      std::vector<std::uint32_t> columns;
      for (const Cell &cell : cells) {
        std::string all;
        each_word(cell.value, [&](std::string_view word) { all += fold(word) + ' '; });
        if (all == run && run != "42 ")
          columns.push_back(static_cast<std::uint32_t>(3 * cell.database + cell.column));
      }
      std::ranges::sort(columns);
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      return columns;
    };
    std::vector<bool> used(asked.size(), false);
    std::vector<std::tuple<std::size_t, std::size_t, std::vector<std::uint32_t>>> expected, got;
    for (std::size_t count = std::min<std::size_t>(6, asked.size()); count > 0; --count) {
      for (std::size_t w = 0; w + count <= asked.size(); ++w) {
        if (std::any_of(used.begin() + static_cast<std::ptrdiff_t>(w),
                        used.begin() + static_cast<std::ptrdiff_t>(w + count),
                        [](bool is) { return is; })) {
          continue;
        }
        const auto columns = columns_of(joined(w, count));
        if (columns.empty()) continue;
        std::fill_n(used.begin() + static_cast<std::ptrdiff_t>(w), count, true);
        expected.emplace_back(w, count, columns);
      }
    }
    for (const ValueRun &run : found.runs) {
      if (!run.is_whole) continue;
      std::vector<std::uint32_t> columns;
      for (const ValuePlace &place : run.places) columns.push_back(place.column.value);
      got.emplace_back(run.first, run.words, columns);
    }
    CAPTURE(question);
    CHECK(got == expected);
  }
}

TEST_CASE("hidden objects are treated as if they had never been indexed") {
  const std::vector<Cell> cells{{0, 0, "Rome"}, {0, 1, "Rome Express"}, {0, 2, "Paris"},
                                {1, 0, "rome"}, {1, 2, "Ghent"},        {2, 1, "Paris"}};
  std::vector<std::uint8_t> databases(3, 1), tables, columns(9, 1);
  databases[2] = columns[6] = columns[7] = columns[8] = 0;  // the last database
  columns[1] = columns[3] = 0;
  std::vector<Cell> fewer;
  for (const Cell &cell : cells) {
    if (columns[3 * cell.database + cell.column] != 0) fewer.push_back(cell);
  }
  const ValueIndex whole = index_of(3, cells), without = index_of(2, fewer);
  for (const char *question : {"the Rome Express to Paris", "from rome, to Ghent", "paris"}) {
    const QuestionValues seen = whole.match(question, Visibility{databases, tables, columns});
    const QuestionValues plain = without.match(question);
    CHECK(shown(seen) == shown(plain));
    for (std::size_t r = 0; r < plain.runs.size(); ++r)
      CHECK(seen.runs[r].rarity == plain.runs[r].rarity);
  }
}

TEST_CASE("any text can be a question or a value") {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    const std::string value = test::random_bytes(random, 40);
    const ValueIndex index = index_of(1, {{0, 0, value}});
    const std::string question = test::random_bytes(random, 60) + ' ' + value;
    for (const ValueRun &run : index.match(question).runs) {
      REQUIRE(run.words > 0);
      CHECK(!run.places.empty());
    }
  }
}

TEST_CASE("a segment restricted to some columns equals one that never had the others") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    constexpr std::size_t columns = 6;
    std::vector<std::uint32_t> kept;
    std::vector<std::size_t> at(columns, columns);
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (random.below(3) == 0) continue;
      at[c] = kept.size();
      kept.push_back(c);
    }
    const std::vector<std::string> words{"north", "Sea", "york", "New", "north sea", "1984", "3.0"};
    ValueSegmentBuilder all, few;
    for (std::size_t v = 0; v < 40; ++v) {
      const std::size_t column = random.below(columns);
      std::string value = words[random.below(words.size())];
      for (std::size_t more = random.below(3); more > 0; --more)
        value += ' ' + words[random.below(words.size())];
      all.add(column, value);
      if (at[column] != columns) few.add(at[column], value);
    }
    const auto whole = all.finish(), expected = few.finish();
    const auto got = whole->restricted_to(kept);
    CHECK(got->values() == expected->values());
    CHECK(got->bytes() <= expected->bytes());
    REQUIRE(got->entries().size() == expected->entries().size());
    for (std::size_t e = 0; e < got->entries().size(); ++e) {
      const auto &one = got->entries()[e], &other = expected->entries()[e];
      CHECK(one.key == other.key);
      CHECK(one.column == other.column);
      CHECK(got->text(one) == expected->text(other));
    }
  }
}

}  // namespace sluice
