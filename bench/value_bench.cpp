/// Which of the values in gold queries a prompt would contain, on Spider.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/rank/schema_pruner.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/retrieve/value_choice.hpp"
#include "sluice/schema/load.hpp"
#include "spider_questions.hpp"
#include "text/unicode.hpp"

namespace {

using namespace sluice;
using namespace sluice::bench;

constexpr std::size_t every_train = 5;

/// Folds case, and trims spaces around a value, which some databases have.
std::string bare(std::string_view value) {
  const std::size_t end = value.find_last_not_of(' ') + 1;
  const std::size_t begin = std::min(value.find_first_not_of(' '), end);
  return fold(value.substr(begin, end - begin));
}

// Value selection: the fraction of string literals in gold queries that the prompt would contain,
// for the columns that the paper's rule keeps by `prune_by` (empty: all columns). `guess` helps to
// find values. Without both, train questions can be used, too.
void offered_values(benchmark::State &state, const std::string &guess, const std::string &prune_by,
                    bool plain_parts, bool is_dev) {
  if (missing(state)) return;
  const Catalog &catalog = *spider().catalog;
  static std::map<bool, std::shared_ptr<const ValueIndex>> read;
  auto &index = read[is_dev];
  if (index == nullptr) {
    const auto files =
        find_databases(data(is_dev ? "spider/databases/dev" : "spider/databases/train"));
    index = read_values(catalog, files).index;
  }
  const std::vector<Example> &asked = is_dev ? spider().dev : spider().train;
  double literals = 0, offered = 0, values = 0, questions = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < asked.size(); i += is_dev ? 1 : every_train) {
      const DatabaseId id = *catalog.find_database(asked[i].database);
      const Database &database = catalog.database(id);
      std::vector<ColumnId> columns, preferred;
      if (prune_by.empty()) {
        for (const ColumnId column : catalog.columns(id)) columns.push_back(column);
      } else {
        PruneQuery query;
        query.question = asked[i].question;
        query.approximations = approximations(prune_by)[i];
        for (const std::uint32_t column : SchemaPruner(catalog.share(id)).prune(query).columns)
          columns.push_back(catalog.columns(id)[column]);
      }
      std::vector<std::string> guessed;
      if (!guess.empty()) {
        const std::string &sql = approximations(guess)[i][0].sql;
        guessed = string_literals_of(sql, database);
        for (const std::uint32_t column : elements_of(sql, database).columns)
          preferred.push_back(catalog.columns(id)[column]);
      }
      ValueChoiceOptions options;
      options.plain_parts = plain_parts;
      const std::vector<FoundValue> found =
          choose_values(*index, spider().catalog,
                        {asked[i].question, columns, guessed, preferred, nullptr}, options);
      questions += 1;
      values += static_cast<double>(found.size());
      for (const std::string &literal : string_literals_of(asked[i].sql, database)) {
        literals += 1;
        offered += std::ranges::any_of(
            found, [&](const FoundValue &value) { return bare(value.value) == bare(literal); });
      }
    }
  }
  state.counters["literals"] = literals;
  state.counters["offered"] = 100 * offered / literals;
  state.counters["values_per_question"] = values / questions;
}

void register_all() {
  const std::string graphix = "graphix_t5_3b_picard";
  const auto once = [](const std::string &name, std::function<void(benchmark::State &)> run) {
    benchmark::RegisterBenchmark(name.c_str(), std::move(run))
        ->Iterations(1)
        ->Unit(benchmark::kSecond);
  };
  const auto offers = [&](const std::string &name, const std::string &guess,
                          const std::string &pruned_by, bool plain_parts, bool is_dev) {
    once("values/" + name, [=](benchmark::State &state) {
      offered_values(state, guess, pruned_by, plain_parts, is_dev);
    });
  };
  offers("question", "", "", true, true);
  offers("question/marked_parts_only", "", "", false, true);
  offers("question/pruned_by_graphix", "", graphix, true, true);
  offers("graphix", graphix, "", true, true);
  offers("graphix/pruned_by_graphix", graphix, graphix, true, true);
  offers("train/question", "", "", true, false);
  offers("train/question/marked_parts_only", "", "", false, false);
}

const bool registered = (register_all(), true);

}  // namespace
