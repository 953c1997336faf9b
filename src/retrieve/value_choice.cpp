#include "sluice/retrieve/value_choice.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/affinity.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/visit.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_sql = std::size_t{1} << 16;
constexpr std::size_t max_literals = 32;
constexpr std::size_t min_part = 4;  // length of a plain word that may be part of a value

bool holds_numbers(const Column &column) {
  const std::string type = lower_ascii(column.type);
  if (type == "number" || type == "numeric" || type.starts_with("decimal")) return true;
  const sql::Affinity affinity = sql::affinity_of(type);
  return affinity == sql::Affinity::integer || affinity == sql::Affinity::real;
}

/// The text as one quoted phrase, so that all of its words are looked up as names.
std::string in_quotes(std::string_view text) {
  std::string marked(text);
  std::ranges::replace(marked, '"', ' ');
  return '"' + marked + '"';
}

/// Smaller is better.
using Worth = std::tuple<bool, bool, std::size_t, std::size_t>;

class Found {
 public:
  /// `is_literal`: from a guess. `at`: the position in the question or among the literals.
  void add(const QuestionValues &named, bool is_literal, std::size_t at) {
    const bool is_any_whole = std::ranges::any_of(named.runs, &ValueRun::is_whole);
    for (const ValueRun &run : named.runs) {
      if (is_literal && is_any_whole && !run.is_whole) continue;
      const Worth worth{!run.is_whole, !is_literal, ValueSegment::max_words - run.words,
                        at + run.first};
      for (const ValuePlace &place : run.places) {
        auto &values = by_column_[place.column];
        const auto known = values.find(place.value);
        if (known == values.end()) {
          values.emplace(place.value, worth);
        } else {
          known->second = std::min(known->second, worth);
        }
      }
    }
  }

  std::vector<FoundValue> best(const ValueChoiceOptions &options,
                               const std::set<ColumnId> &preferred) const {
    std::vector<FoundValue> chosen;
    for (const bool is_preferred : {true, false}) {
      for (const auto &column : by_column_) {
        if (preferred.contains(column.first) != is_preferred) continue;
        std::vector<std::pair<Worth, std::string_view>> values;
        for (const auto &value : column.second) values.emplace_back(value.second, value.first);
        std::ranges::sort(values);
        values.resize(std::min(values.size(), options.per_column));
        for (const auto &value : values) {
          if (chosen.size() == options.max_values) return chosen;
          chosen.push_back({column.first, std::string(value.second)});
        }
      }
    }
    return chosen;
  }

 private:
  std::map<ColumnId, std::map<std::string_view, Worth>> by_column_;
};

}  // namespace

std::vector<std::string> string_literals_of(std::string_view text, const Database &database) {
  std::vector<std::string> literals;
  if (text.size() > max_sql) return literals;
  sql::SyntaxTree tree;
  try {
    sql::parse(text, tree, {.dialect = sql::Dialect::permissive});
  } catch (const sql::SyntaxError &) {
    return literals;
  }
  const SqlNames names(database);
  const sql::Bindings bindings = sql::bind(tree, names);
  const auto add = [&literals](std::string_view value) {
    value.remove_prefix(std::min(value.find_first_not_of("% "), value.size()));
    value = value.substr(0, value.find_last_not_of("% ") + 1);
    if (value.empty() || literals.size() == max_literals) return;
    if (std::ranges::find(literals, value) == literals.end()) literals.emplace_back(value);
  };
  for (const sql::NodeId node : sql::NodeRange(tree, tree.root())) {
    if (tree.kind(node) == sql::NodeKind::string) {
      add(tree.text(node));
    } else if (tree.kind(node) == sql::NodeKind::column) {
      const sql::Meaning meaning = bindings[node].meaning;
      if (meaning == sql::Meaning::string) add(tree.text(node));
    }
  }
  return literals;
}

std::vector<FoundValue> choose_values(const ValueIndex &index,
                                      const std::shared_ptr<const Catalog> &catalog,
                                      const ValueQuery &query, const ValueChoiceOptions &options) {
  if (index.fingerprint() != catalog->fingerprint())
    throw Error(ErrorCode::mismatch, "the values are of another catalog");
  Mask chosen(catalog, false);
  for (const ColumnId column : query.columns) {
    if (!holds_numbers(catalog->column(column))) chosen.show(column);
  }
  if (query.mask != nullptr) chosen.intersect(*query.mask);
  const Visibility seen = chosen.visibility();

  Found found;
  for (std::size_t l = 0; l < query.literals.size(); ++l)
    found.add(index.match(in_quotes(query.literals[l]), seen), true, l);
  const QuestionValues named = index.match(query.question, seen);
  found.add(named, false, 0);
  if (options.plain_parts) {
    const auto words = query.question.words().first(
        std::min(query.question.words().size(), ValueIndex::max_question_words));
    std::vector<bool> is_used(words.size(), false);
    for (const ValueRun &run : named.runs) {
      for (std::size_t w = run.first; w < run.first + run.words; ++w) is_used[w] = true;
    }
    for (std::size_t w = 0; w < words.size(); ++w) {
      if (!is_used[w] && words[w].text.size() >= min_part)
        found.add(index.match(in_quotes(words[w].text), seen), false, w);
    }
  }
  return found.best(options, {query.preferred.begin(), query.preferred.end()});
}

}  // namespace sluice::inline v0
