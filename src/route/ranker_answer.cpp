#include "ranker_answer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "best_first_sort.hpp"
#include "learn/row_scores.hpp"

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

std::vector<float> raised_logs(std::span<const float> probabilities,
                               std::span<const float> best_tables) {
  constexpr float smallest = 1e-9F;
  std::vector<float> logs;
  float before = 1;
  for (std::size_t d = 0; d < probabilities.size(); ++d) {
    before = std::min(before, std::max(probabilities[d], best_tables[d]));
    logs.push_back(std::log(std::max(before, smallest)));
  }
  return logs;
}

void reconcile(std::span<Scored<DatabaseId>> databases, std::span<Scored<TableId>> tables,
               const LinearModel &scale, const Catalog &catalog) {
  std::vector<float> best_of(catalog.database_count(), 0);  // tables, by database
  for (const auto &[table, score] : tables) {
    float &best = best_of[catalog.database_of(table).index()];
    best = std::max(best, score);
  }
  std::vector<float> before, best_tables;
  for (const auto &[database, score] : databases) {
    before.push_back(score);
    best_tables.push_back(best_of[database.index()]);
  }
  const std::vector<float> logs = raised_logs(before, best_tables);
  std::vector<float> probabilities = learn_detail::scores_of(scale, logs);
  softmax(probabilities);
  struct Change {
    float from = 1, to = 1;
  };
  std::vector<Change> changes(catalog.database_count());
  for (std::size_t d = 0; d < databases.size(); ++d) {
    databases[d].score = probabilities[d];
    changes[databases[d].id.index()] = {std::exp(logs[d]), probabilities[d]};
  }
  for (auto &[table, score] : tables) {
    const Change &of = changes[catalog.database_of(table).index()];
    score = at_most(score, of.from) * (of.to / of.from);
  }
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
