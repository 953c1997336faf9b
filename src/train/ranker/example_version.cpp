#include "example_version.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/index/value_index.hpp"
#include "train/folds.hpp"

namespace sluice::inline v0::train_detail {
namespace {

/// Positions of the training examples: a maximum number per database, evenly spaced.
std::vector<std::size_t> chosen_of(std::span<const RankerExample> examples,
                                   std::size_t per_database) {
  std::map<DatabaseId, std::vector<std::size_t>> by_database;
  for (std::size_t i = 0; i < examples.size(); ++i) by_database[examples[i].database].push_back(i);
  std::vector<std::size_t> chosen;
  for (const auto &[database, all] : by_database) {
    const std::size_t kept = std::min(all.size(), per_database);
    for (std::size_t k = 0; k < kept; ++k) chosen.push_back(all[k * all.size() / kept]);
  }
  std::ranges::sort(chosen);
  return chosen;
}

/// Returns the values for another catalog with the same ids.
std::shared_ptr<const ValueIndex> values_in(const Catalog &catalog, const ValueIndex &values) {
  std::vector<ColumnId> first_columns;
  for (const DatabaseId database : catalog.databases())
    first_columns.push_back(catalog.columns(database)[0]);
  return std::make_shared<const ValueIndex>(values.segments(), std::move(first_columns),
                                            catalog.fingerprint());
}

/// The examples of each set with replaced words, copy by copy.
std::vector<std::vector<RankerExample>> replaced_words_of(std::span<const RankerTrainingSet> sets,
                                                          const RankerTrainerOptions &options,
                                                          const Progress &progress) {
  std::vector<std::vector<RankerExample>> replaced(sets.size() * options.copies);
  run_jobs(
      replaced.size(), options.threads,
      [&](std::size_t job, const Progress &reports) {
        reports.step("replaced words", job, replaced.size());
        const RankerTrainingSet &set = sets[job / options.copies];
        WordReplacement replacement = options.replacement;
        replacement.seed += job % options.copies;
        replaced[job] = with_replaced_words(set.schema.catalog(), set.examples, replacement);
      },
      progress);
  return replaced;
}

}  // namespace

std::vector<SetFolds> folds_of(std::span<const RankerTrainingSet> sets,
                               const RankerTrainerOptions &options) {
  std::vector<std::uint32_t> databases;
  std::uint32_t before = 0;
  for (const RankerTrainingSet &set : sets) {
    for (const auto *examples : {&set.examples, &set.reworded}) {
      for (const RankerExample &of : *examples) databases.push_back(before + of.database.value);
    }
    before += static_cast<std::uint32_t>(set.schema.catalog().database_count());
  }
  const std::vector<std::size_t> all = folds_by_group(databases, options.folds, options.seed);
  auto next = all.begin();
  const auto take = [&](std::size_t count) {
    const auto first = std::exchange(next, next + static_cast<std::ptrdiff_t>(count));
    return std::vector(first, next);
  };
  std::vector<SetFolds> folds(sets.size());
  for (std::size_t s = 0; s < sets.size(); ++s) {
    folds[s].examples = take(sets[s].examples.size());
    folds[s].reworded = take(sets[s].reworded.size());
  }
  return folds;
}

std::vector<ExampleVersion> versions_of(std::span<const RankerTrainingSet> sets,
                                        std::span<const SetFolds> folds,
                                        const RankerTrainerOptions &options,
                                        const Progress &progress) {
  std::vector<std::vector<RankerExample>> replaced = replaced_words_of(sets, options, progress);
  std::vector<ExampleVersion> versions;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const auto &[schema, examples, respelled, reworded] = sets[s];
    const auto &[of_examples, of_reworded] = folds[s];
    const std::size_t most =
        schema.values() ? options.per_database_with_content : options.per_database;
    const std::vector<std::size_t> chosen = chosen_of(examples, most);
    versions.push_back({s, schema, examples, of_examples, chosen, true});
    for (std::size_t copy = 0; copy < options.copies; ++copy) {
      versions.push_back(
          {s, schema, std::move(replaced[s * options.copies + copy]), of_examples, chosen});
    }
    if (!reworded.empty()) {
      versions.push_back(
          {s, schema, reworded, of_reworded, chosen_of(reworded, options.per_database)});
    }
    if (!respelled) continue;
    const Catalog &catalog = respelled->catalog();
    if (catalog.column_count() != schema.catalog().column_count() ||
        catalog.table_count() != schema.catalog().table_count()) {
      throw Error(ErrorCode::mismatch, "the respelled schema has other tables or columns");
    }
    const auto values = schema.values() ? values_in(catalog, *schema.values()) : nullptr;
    versions.push_back({s, respelled->with_values(values), examples, of_examples, chosen});
    if (!reworded.empty()) {
      versions.push_back({s, respelled->with_values(values), reworded, of_reworded,
                          chosen_of(reworded, options.per_database)});
    }
  }
  return versions;
}

}  // namespace sluice::inline v0::train_detail
