/// How well the graph finds the schema word that a synonym refers to: pairs of words mined from the
/// train split of Spider-Syn, ranked among the stems of all schemas of Spider.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "embed/synonym_channel.hpp"
#include "embed/synonyms.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "support/support.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/stop_words.hpp"

namespace sluice {
namespace {

using Words = std::vector<std::string>;

/// Sequences of letters, in lower case.
Words words_of(std::string_view text) {
  Words words(1);
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    if (lower >= 'a' && lower <= 'z') {
      words.back() += lower;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

struct Block {
  std::size_t a, b, size;
};

/// The longest common run of words, the first one if there are several (Ratcliff and Obershelp
/// 1988).
Block longest_common(const Words &a, const Words &b, std::size_t a0, std::size_t a1, std::size_t b0,
                     std::size_t b1) {
  Block best{a0, b0, 0};
  for (std::size_t i = a0; i < a1; ++i) {
    for (std::size_t j = b0; j < b1; ++j) {
      std::size_t size = 0;
      while (i + size < a1 && j + size < b1 && a[i + size] == b[j + size]) ++size;
      if (size > best.size) best = {i, j, size};
    }
  }
  return best;
}

template <class Visit>
void each_replaced(const Words &a, const Words &b, std::size_t a0, std::size_t a1, std::size_t b0,
                   std::size_t b1, Visit visit) {
  const Block same = longest_common(a, b, a0, a1, b0, b1);
  if (same.size == 0) {
    if (a0 < a1 && b0 < b1) visit(a0, a1, b0, b1);
    return;
  }
  each_replaced(a, b, a0, same.a, b0, same.b, visit);
  each_replaced(a, b, same.a + same.size, a1, same.b + same.size, b1, visit);
}

Words schema_stems(const std::filesystem::path &data) {
  const JsonDocument tables =
      JsonDocument::parse(read_file((data / "spider/tables.json.gz").string()));
  std::set<std::string> stems;
  const auto add = [&](std::string_view name) {
    for (const std::string &word : split_identifier(name)) {
      for (const std::string &letters : words_of(word)) stems.insert(stem(letters));
    }
  };
  for (const JsonValue database : tables.root()) {
    add(database.at("db_id").as_string());
    for (const char *key : {"table_names", "table_names_original"}) {
      for (const JsonValue table : database.at(key)) add(table.as_string());
    }
    for (const char *key : {"column_names", "column_names_original"}) {
      for (const JsonValue column : database.at(key)) {
        if ((*column.begin()).as_integer() < 0) continue;
        auto name = column.begin();
        add((*++name).as_string());
      }
    }
  }
  return {stems.begin(), stems.end()};
}

/// The replacement of a word, and the stem of the word.
using Pair = std::pair<std::string, std::string>;

std::set<Pair> mined_pairs(const std::filesystem::path &data, const Words &stems) {
  std::set<Pair> pairs;
  const std::string path = (data / "spider_syn/train.jsonl.gz").string();
  each_json_line(read_file(path), path, [&](JsonValue record) {
    const Words a = words_of(record.at("source_question").as_string());
    const Words b = words_of(record.at("question").as_string());
    each_replaced(a, b, 0, a.size(), 0, b.size(),
                  [&](std::size_t i, std::size_t j, std::size_t k, std::size_t m) {
                    const std::string original = stem(a[i]);
                    if (j - i != 1 || m - k > 3 || is_stop_word(a[i]) ||
                        !std::ranges::binary_search(stems, original)) {
                      return;
                    }
                    std::string phrase;
                    for (; k < m; ++k) {
                      if (stem(b[k]) == original) return;
                      phrase += (phrase.empty() ? "" : " ") + b[k];
                    }
                    pairs.emplace(phrase, original);
                  });
  });
  return pairs;
}

struct Ranks {
  std::size_t pairs = 0;
  double reciprocal = 0;  // sums
  std::size_t first = 0, within_5 = 0, within_20 = 0;

  void add(std::size_t rank) {
    ++pairs;
    reciprocal += rank == 0 ? 0 : 1 / static_cast<double>(rank);
    first += rank == 1 ? 1U : 0U;
    within_5 += rank >= 1 && rank <= 5 ? 1U : 0U;
    within_20 += rank >= 1 && rank <= 20 ? 1U : 0U;
  }
  double mean(double sum) const { return sum / static_cast<double>(pairs); }
};

TEST_CASE("the schema words for synonyms of Spider-Syn's train split are found") {
  const std::filesystem::path data = test::data_directory();
  if (!exists(data / "spider_syn/train.jsonl.gz")) return test::skip("no benchmark data");
  std::optional<Synonyms> synonyms;
  try {
    synonyms = Synonyms::shipped();
  } catch (const Error &) {
    return test::skip("built without the synonyms");
  }
  const Words stems = schema_stems(data);
  const SynonymChannel channel(*synonyms, stems);

  Ranks words, all;
  for (const auto &[phrase, original] : mined_pairs(data, stems)) {
    float sought = 0;
    const std::vector<StemMatch> matches = channel.matches(phrase, 0);
    for (const StemMatch &match : matches) {
      if (stems[match.stem] == original) sought = match.strength;
    }
    const auto better = std::ranges::count_if(
        matches, [&](const StemMatch &match) { return match.strength > sought; });
    const std::size_t rank = sought > 0 ? static_cast<std::size_t>(better) + 1 : 0;
    all.add(rank);
    if (phrase.find(' ') == phrase.npos) words.add(rank);
  }
  for (const Ranks &ranks : {words, all}) {
    MESSAGE(ranks.pairs << " pairs among " << stems.size() << " stems: MRR "
                        << ranks.mean(ranks.reciprocal) << ", first "
                        << ranks.mean(static_cast<double>(ranks.first)) << ", among 5 "
                        << ranks.mean(static_cast<double>(ranks.within_5)) << ", among 20 "
                        << ranks.mean(static_cast<double>(ranks.within_20)));
  }
  CHECK(words.pairs >= 300);
  CHECK(words.mean(words.reciprocal) >= 0.393);
  CHECK(words.mean(static_cast<double>(words.first)) >= 0.276);
  CHECK(words.mean(static_cast<double>(words.within_5)) >= 0.554);
  CHECK(words.mean(static_cast<double>(words.within_20)) >= 0.69);
}

}  // namespace
}  // namespace sluice
