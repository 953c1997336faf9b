#include "beam/question_templates.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "route/schema_names.hpp"
#include "text/stem.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::string_view about_one[] = {
    "how many {t} are there",
    "what are the {c} of all {t}",
    "show the {c} and {c} of each {t}",
    "list the {c} of every {t} sorted by {c}",
    "which {t} has the highest {c}",
    "what is the average {c} of the {t}",
    "for each {c} give the number of {t}",
    "find the {c} of {t} whose {c} is above the average",
    "what different {c} do {t} have",
    "how many {t} have a given {c}",
    "give the {c} , {c} and {c} of the {t}",
    "what is the total {c} over all {t}",
};
constexpr std::string_view about_two[] = {
    "show the {c} of each {t} and the {c} of its {t}",
    "which {t} have more than one {t}",
    "what is the {c} of the {t} with the most {t}",
    "find the {c} of {t} without any {t}",
    "list each {t} with the number of its {t}",
    "how many {t} does each {t} have",
    "what are the {c} of the {t} that belong to a {t} with a given {c}",
    "for every {t} give the average {c} of its {t}",
};
constexpr std::string_view about_three[] = {
    "which {t} are linked to a {t} by a {t}",
    "show the {c} of {t} , {t} and {t} together",
    "what is the {c} of the {t} whose {t} has the largest {c} of all {t}",
    "count the {t} of each {t} that have a {t}",
};

std::vector<QuestionTemplate> parse_all(std::span<const std::string_view> texts) {
  std::vector<QuestionTemplate> templates;
  for (const std::string_view text : texts) templates.push_back(parse_template(text));
  return templates;
}

std::vector<std::string> folded_words(std::string_view question) {
  std::vector<std::string> words;
  each_word(question, [&](std::string_view word) { words.push_back(fold(word)); });
  return words;
}

/// Words that occur in questions about many databases.
std::set<std::string> function_words(std::span<const RoutingPair> pairs) {
  std::map<std::string, std::set<DatabaseId>> asked_of;
  std::set<DatabaseId> databases;
  for (const RoutingPair &pair : pairs) {
    databases.insert(pair.read.schema.database);
    for (const std::string &word : folded_words(pair.question)) {
      asked_of[word].insert(pair.read.schema.database);
    }
  }
  const std::size_t many = std::clamp<std::size_t>(databases.size() / 5, 2, 25);
  std::set<std::string> words;
  for (const auto &[word, by] : asked_of) {
    if (by.size() >= many) words.insert(word);
  }
  return words;
}

std::set<std::string> stems_of(const std::vector<std::string> &words) {
  std::set<std::string> stems;
  for (const std::string &word : words) stems.insert(stem(word));
  return stems;
}

QuestionTemplate template_of(const RoutingPair &pair, const Catalog &catalog,
                             const std::set<std::string> &kept) {
  using Kind = TemplatePiece::Kind;
  std::set<std::string> tables;
  std::set<std::string> columns;
  for (const TableId table : pair.read.schema.tables) {
    tables.merge(stems_of(route_detail::name_words(catalog.table(table))));
  }
  for (const ColumnId column : pair.read.columns) {
    columns.merge(stems_of(route_detail::name_words(catalog.column(column))));
  }
  QuestionTemplate made;
  const auto add_slot = [&](Kind kind) {
    // The words of one name are adjacent.
    if (made.empty() || made.back().kind != kind) made.push_back({kind, {}});
  };
  for (const std::string &word : folded_words(pair.question)) {
    const std::string stemmed = stem(word);
    if (tables.contains(stemmed)) {
      add_slot(Kind::table);
    } else if (columns.contains(stemmed)) {
      add_slot(Kind::column);
    } else if (kept.contains(word)) {
      made.push_back({Kind::word, word});
    }
  }
  return made;
}

void count(std::vector<double> &sizes, std::size_t size) {
  constexpr std::size_t largest = 8;
  size = std::min(size, largest);
  if (sizes.size() <= size) sizes.resize(size + 1, 0.0);
  sizes[size] += 1;
}

}  // namespace

QuestionTemplate parse_template(std::string_view text) {
  QuestionTemplate made;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part == "{t}") {
      made.push_back({TemplatePiece::Kind::table, {}});
    } else if (part == "{c}") {
      made.push_back({TemplatePiece::Kind::column, {}});
    } else {
      each_word(part, [&](std::string_view word) {
        made.push_back({TemplatePiece::Kind::word, fold(word)});
      });
    }
  }
  return made;
}

QuestionTemplates QuestionTemplates::builtin() {
  QuestionTemplates made;
  made.by_tables_ = {parse_all(about_one), parse_all(about_two), parse_all(about_three)};
  return made;
}

QuestionTemplates QuestionTemplates::mine(std::span<const RoutingPair> pairs,
                                          const Catalog &catalog) {
  QuestionTemplates made;
  QuerySizes sizes{{0}, {0}};
  const std::set<std::string> kept = function_words(pairs);
  for (const RoutingPair &pair : pairs) {
    const std::size_t tables = pair.read.schema.tables.size();
    if (tables == 0) continue;
    count(sizes.tables, tables);
    count(sizes.columns, pair.read.columns.size());
    QuestionTemplate mined = template_of(pair, catalog, kept);
    if (!mined.empty()) made.by_tables_[std::min(tables, classes) - 1].push_back(std::move(mined));
  }
  if (sizes.tables.size() > 1) made.sizes_ = std::move(sizes);
  QuestionTemplates fallback = builtin();
  for (std::size_t i = 0; i < classes; ++i) {
    if (made.by_tables_[i].empty()) made.by_tables_[i] = std::move(fallback.by_tables_[i]);
  }
  return made;
}

std::span<const QuestionTemplate> QuestionTemplates::for_tables(std::size_t tables) const noexcept {
  return by_tables_[std::clamp<std::size_t>(tables, 1, classes) - 1];
}

}  // namespace sluice::inline v0
