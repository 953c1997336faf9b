#include "ranker_answer.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "best_first_sort.hpp"

namespace sluice::inline v0::route_detail {

std::vector<NamedValue> named_values(const QuestionValues &values,
                                     const std::vector<Scored<ColumnId>> &columns,
                                     std::size_t question_words) {
  struct Place {
    std::size_t rank, run;
    std::string_view value;
  };
  std::vector<Place> places;
  std::unordered_map<std::uint32_t, std::size_t> rank_of;
  if (!values.runs.empty()) {
    for (std::size_t c = 0; c < columns.size(); ++c) rank_of.emplace(columns[c].id.value, c);
  }
  for (std::size_t r = 0; r < values.runs.size(); ++r) {
    if (values.runs[r].first + values.runs[r].words > question_words)
      continue;  // added by the glossary
    for (const ValuePlace &place : values.runs[r].places) {
      const auto found = rank_of.find(place.column.value);
      if (found != rank_of.end()) places.push_back({found->second, r, place.value});
    }
  }
  std::ranges::sort(places, [](const Place &a, const Place &b) {
    return std::tie(a.rank, a.run) < std::tie(b.rank, b.run);
  });
  std::vector<NamedValue> named;
  for (const Place &place : places) {
    const ValueRun &run = values.runs[place.run];
    const std::string_view first = values.question.words()[run.first].text;
    const std::string_view last = values.question.words()[run.first + run.words - 1].text;
    std::string_view words(first.data(),
                           static_cast<std::size_t>(last.data() + last.size() - first.data()));
    // In a script without spaces, the value may be a part of the word.
    if (run.is_whole && words.find(place.value) != words.npos) words = place.value;
    named.push_back(
        {columns[place.rank].id, std::string(place.value), std::string(words), run.is_whole});
  }
  return named;
}

float at_most(float probability, float of_condition) {
  constexpr float tie_break = 1e-3F;
  return std::min(probability, of_condition * (1 - tie_break * (1 - probability)));
}

void reconcile(std::span<Scored<DatabaseId>> databases, std::span<Scored<TableId>> tables,
               const Catalog &catalog) {
  std::vector<float> of_databases(catalog.database_count(), 0);  // first of their best tables
  for (const auto &[table, score] : tables) {
    float &best = of_databases[catalog.database_of(table).index()];
    best = std::max(best, score);
  }
  float before = 1, sum = 0;
  for (auto &[database, score] : databases) {
    float &best = of_databases[database.index()];
    score = std::min(before, std::max(score, best));
    before = best = score;
    sum += score;
  }
  for (auto &database : databases) database.score /= sum;
  for (auto &[table, score] : tables)
    score = at_most(score, of_databases[catalog.database_of(table).index()]) / sum;
}

void replace_database(RankerAnswer &answer, const RankerAnswer &other, DatabaseId database,
                      const Catalog &catalog) {
  float before = 0, after = 0;
  for (const auto &of : answer.databases) before += of.id == database ? of.score : 0;
  for (const auto &of : other.databases) after += of.id == database ? of.score : 0;
  const float whole = std::max(1 - before + after, 1e-6F);
  if (answer.fits && other.fits) answer.fits = std::max(*answer.fits, *other.fits);
  const auto replace = [&](auto &ranked, const auto &others, auto is_of) {
    std::erase_if(ranked, [&](const auto &of) { return is_of(of.id); });
    for (const auto &of : others) {
      if (is_of(of.id)) ranked.push_back(of);
    }
    for (auto &of : ranked) of.score /= whole;
    std::ranges::sort(ranked, BestFirst{});
  };
  replace(answer.databases, other.databases, [&](DatabaseId id) { return id == database; });
  const auto is_in_database = [&](auto id) { return catalog.database_of(id) == database; };
  replace(answer.tables, other.tables, is_in_database);
  replace(answer.columns, other.columns, is_in_database);
  std::erase_if(answer.values, [&](const NamedValue &of) { return is_in_database(of.column); });
  for (const NamedValue &of : other.values) {
    if (is_in_database(of.column)) answer.values.push_back(of);
  }
  std::unordered_map<std::uint32_t, std::size_t> rank_of;
  for (std::size_t c = 0; c < answer.columns.size(); ++c)
    rank_of.emplace(answer.columns[c].id.value, c);
  std::ranges::stable_sort(answer.values, {}, [&](const NamedValue &of) {
    return rank_of.find(of.column.value)->second;
  });
}

}  // namespace sluice::inline v0::route_detail
