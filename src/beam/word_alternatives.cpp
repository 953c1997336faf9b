#include "beam/word_alternatives.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/add_once.hpp"
#include "route/schema_names.hpp"
#include "text/stem.hpp"
#include "text/stop_words.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0 {
namespace {

using detail::add_once;

constexpr std::size_t max_alternatives = 12;
constexpr double min_probability = 0.01;

/// Numbers texts in the order of their first occurrence.
class Numbering {
 public:
  std::uint32_t number(const std::string &text) {
    const auto [at, added] = numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (added) texts_.push_back(text);
    return at->second;
  }
  std::size_t size() const { return texts_.size(); }
  const std::string &text(std::uint32_t number) const { return texts_[number]; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> texts_;
};

/// A training pair for the translation model: the distinct stems of each side.
struct Bitext {
  std::vector<std::uint32_t> question;
  std::vector<std::uint32_t> names;
};

/// IBM model 1: p(question stem | name stem), one sparse row per name stem; the last row belongs to
/// the empty word.
class Translations {
 public:
  using Row = std::vector<std::pair<std::uint32_t, double>>;  // by question stem

  Translations(const std::vector<Bitext> &texts, std::size_t names) : rows_(names + 1) {
    for (const Bitext &text : texts) {
      for (const std::uint32_t name : text.names) append(rows_[name], text.question);
      append(rows_.back(), text.question);
    }
    for (Row &row : rows_) {
      std::ranges::sort(row);
      row.erase(std::unique(row.begin(), row.end()), row.end());
      for (auto &entry : row) entry.second = 1 / static_cast<double>(row.size());
    }
    constexpr int rounds = 6;
    for (int round = 0; round < rounds; ++round) maximize(texts);
  }

  const Row &row(std::size_t name) const { return rows_[name]; }

 private:
  static void append(Row &row, const std::vector<std::uint32_t> &question) {
    for (const std::uint32_t stem : question) row.emplace_back(stem, 0);
  }
  static std::size_t at(const Row &row, std::uint32_t stem) {
    const auto found =
        std::ranges::lower_bound(row, stem, {}, &std::pair<std::uint32_t, double>::first);
    return static_cast<std::size_t>(found - row.begin());
  }

  void maximize(const std::vector<Bitext> &texts) {
    // For names that occur only once or twice, whose rows would otherwise fit random co-occurrences
    // with certainty.
    constexpr double smoothing = 2;
    std::vector<std::vector<double>> counts;
    counts.reserve(rows_.size());
    for (const Row &row : rows_) counts.emplace_back(row.size(), 0.0);
    std::vector<std::pair<std::size_t, std::size_t>> cells;
    for (const Bitext &text : texts) {
      for (const std::uint32_t stem : text.question) {
        cells.clear();
        for (const std::uint32_t name : text.names) cells.emplace_back(name, at(rows_[name], stem));
        cells.emplace_back(rows_.size() - 1, at(rows_.back(), stem));
        double sum = 0;
        for (const auto &[name, place] : cells) sum += rows_[name][place].second;
        if (!(sum > 0)) continue;
        for (const auto &[name, place] : cells) {
          counts[name][place] += rows_[name][place].second / sum;
        }
      }
    }
    for (std::size_t name = 0; name < rows_.size(); ++name) {
      double sum = smoothing;
      for (const double count : counts[name]) sum += count;
      for (std::size_t i = 0; i < rows_[name].size(); ++i) {
        rows_[name][i].second = counts[name][i] / sum;
      }
    }
  }

  std::vector<Row> rows_;
};

template <class Alternative>
void finish(std::vector<Alternative> &alternatives) {
  if (alternatives.size() > max_alternatives) alternatives.resize(max_alternatives);
  double sum = 0;
  for (Alternative &alternative : alternatives) alternative.end = sum += alternative.end;
  for (Alternative &alternative : alternatives) alternative.end /= sum;
}

}  // namespace

WordAlternatives WordAlternatives::from_pairs(std::span<const RoutingPair> pairs,
                                              const Catalog &catalog) {
  Numbering questions;
  Numbering names;
  std::vector<std::map<std::string, std::size_t>> forms;  // by question stem, as people wrote it
  std::vector<Bitext> texts;
  for (const RoutingPair &pair : pairs) {
    Bitext &text = texts.emplace_back();
    each_word(pair.question, [&](std::string_view part) {
      const std::string word = fold(part);
      if (is_stop_word(word)) return;
      const std::uint32_t number = questions.number(stem(word));
      if (number == forms.size()) forms.emplace_back();
      ++forms[number][word];
      add_once(text.question, number);
    });
    const auto add_name = [&](const auto &object) {
      for (const std::string &word : route_detail::name_words(object)) {
        add_once(text.names, names.number(stem(word)));
      }
    };
    for (const TableId table : pair.read.schema.tables) add_name(catalog.table(table));
    for (const ColumnId column : pair.read.columns) add_name(catalog.column(column));
  }

  const Translations translations(texts, names.size());
  WordAlternatives made;
  for (std::uint32_t name = 0; name < names.size(); ++name) {
    Translations::Row row = translations.row(name);
    std::erase_if(row, [](const auto &entry) { return entry.second < min_probability; });
    std::ranges::sort(row, [](const auto &a, const auto &b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    if (row.empty()) continue;
    Entry &entry = made.entries_.emplace_back();
    entry.stem = names.text(name);
    for (const auto &translated : row) {
      const auto &spelled = forms[translated.first];
      const auto commonest =
          std::ranges::max_element(spelled, {}, &std::pair<const std::string, std::size_t>::second);
      entry.alternatives.push_back({commonest->first, translated.second});
    }
    finish(entry.alternatives);
  }
  std::ranges::sort(made.entries_, {}, &Entry::stem);
  return made;
}

WordAlternatives WordAlternatives::from_synonyms(const Synonyms &synonyms, const Catalog &catalog) {
  std::map<std::string, std::string> words;  // stem, one of its forms
  const auto add_name = [&](const auto &object) {
    for (const std::string &word : route_detail::name_words(object))
      words.try_emplace(stem(word), word);
  };
  for (const TableId table : catalog.tables()) add_name(catalog.table(table));
  for (const ColumnId column : catalog.columns()) add_name(catalog.column(column));

  WordAlternatives made;
  for (const auto &[stemmed, word] : words) {
    Entry entry{stemmed, {{word, 1.0}}};
    for (const RelatedWord &related :
         synonyms.related(word, {.min_strength = 0.4F, .limit = max_alternatives - 1})) {
      entry.alternatives.push_back({related.word, double{related.strength}});
    }
    if (entry.alternatives.size() < 2) continue;
    finish(entry.alternatives);
    made.entries_.push_back(std::move(entry));
  }
  return made;
}

std::string_view WordAlternatives::draw(std::string_view word, Random &random) const {
  const std::string stemmed = stem(word);
  const auto entry = std::ranges::lower_bound(entries_, stemmed, {}, &Entry::stem);
  if (entry == entries_.end() || entry->stem != stemmed) return word;
  const double at = random.unit();
  const auto drawn = std::ranges::upper_bound(entry->alternatives, at, {}, &Alternative::end);
  return drawn == entry->alternatives.end() ? word : std::string_view(drawn->word);
}

}  // namespace sluice::inline v0
