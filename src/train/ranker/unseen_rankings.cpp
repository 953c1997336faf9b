#include "unseen_rankings.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "route/contender_reading.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/route/ranker.hpp"

namespace sluice::inline v0::train_detail {
namespace {

constexpr std::size_t max_contenders = 16;

std::vector<UnseenContender> contenders_of(const Ranker &ranker, const RankerExample &example) {
  const Catalog &catalog = ranker.schema().catalog();
  RankerOptions asked{.databases = max_contenders, .tables = SIZE_MAX};
  if (!example.hallucinated.empty()) asked.hallucinated = &example.hallucinated;
  const RankerAnswer answer = ranker.rank(example.question, nullptr, asked);
  std::vector<UnseenContender> contenders;
  std::map<DatabaseId, std::size_t> place_of;
  for (const auto &[id, probability] :
       std::span(answer.databases).first(std::min(max_contenders, answer.databases.size()))) {
    place_of.emplace(id, contenders.size());
    contenders.push_back({id, probability, {}, {}});
  }
  for (const auto &column : answer.columns) {
    UnseenContender &of = contenders[place_of.at(catalog.database_of(column.id))];
    if (of.columns.size() < route_detail::max_contender_columns) of.columns.push_back(column.id);
  }
  for (UnseenContender &of : contenders) {
    std::ranges::sort(of.columns);
    of.names = route_detail::contender_text(catalog, of.database, of.columns);
  }
  return contenders;
}

}  // namespace

void tell_unseen(std::span<const ExampleVersion> versions,
                 std::span<const std::shared_ptr<const RankerModel>> models,
                 const RankerTrainerOptions &options, const Progress &progress,
                 UnseenRankings &unseen) {
  constexpr std::size_t at_once = 1024;  // limits memory
  for (std::size_t fold = 0; fold < models.size(); ++fold) {
    for (const ExampleVersion &version : versions) {
      std::vector<std::size_t> asked = version.chosen;
      if (version.schema.values()) {
        asked.resize(version.examples.size());
        std::iota(asked.begin(), asked.end(), std::size_t{0});
      }
      std::erase_if(asked, [&](std::size_t i) { return version.folds[i] != fold; });
      const Ranker ranker(version.schema.with_values(nullptr), models[fold]);
      for (std::size_t first = 0; first < asked.size(); first += at_once) {
        const auto some = std::span(asked).subspan(first, std::min(at_once, asked.size() - first));
        std::vector<std::vector<UnseenContender>> contenders(some.size());
        run_jobs(
            some.size(), options.threads,
            [&](std::size_t job, const Progress &reports) {
              reports.step("contenders", first + job, asked.size());
              contenders[job] = contenders_of(ranker, version.examples[some[job]]);
            },
            progress);
        for (std::size_t i = 0; i < some.size(); ++i) {
          unseen.add({version.set, fold, version.schema.catalog(), version.examples[some[i]],
                      std::move(contenders[i])});
        }
      }
    }
  }
}

}  // namespace sluice::inline v0::train_detail
