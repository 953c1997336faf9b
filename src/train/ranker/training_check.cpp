#include "training_check.hpp"

#include <algorithm>
#include <cstddef>

#include "sluice/core/error.hpp"

namespace sluice::inline v0::train_detail {
namespace {

void check_gold(const RankerExample &example, const Catalog &catalog) {
  const auto is_inside = [&](auto id, std::size_t count) {
    return id.index() < count && catalog.database_of(id) == example.database;
  };
  const auto is_table = [&](TableId id) { return is_inside(id, catalog.table_count()); };
  const auto is_column = [&](ColumnId id) { return is_inside(id, catalog.column_count()); };
  if (example.tables.empty()) {
    throw Error(ErrorCode::invalid_argument, "an example has no gold table: " + example.question);
  }
  if (!std::ranges::all_of(example.tables, is_table) ||
      !std::ranges::all_of(example.columns, is_column)) {
    throw Error(ErrorCode::invalid_argument,
                "an example has gold tables or columns outside its database: " + example.question);
  }
}

}  // namespace

std::uint64_t fingerprint_of(const std::optional<AnyEmbedder> &embedder) {
  return embedder ? embedder->fingerprint() : 0;
}

void check_training(std::span<const RankerTrainingSet> sets,
                    std::span<const RankerTrainingSet> unlike,
                    const RankerTrainerOptions &options) {
  const auto asks = [](const RankerTrainingSet &set) { return !set.examples.empty(); };
  if (std::ranges::none_of(sets, asks) || options.folds < 2 || options.per_database == 0 ||
      options.per_database_with_content == 0 || options.fusion_every == 0 ||
      options.databases_every == 0 || options.judged_every == 0 || options.candidates == 0 ||
      options.adapter_databases == 0 || options.per_recut_database == 0 || options.threads == 0) {
    throw Error(
        ErrorCode::invalid_argument,
        "training needs at least two folds and one example, candidate, database and thread");
  }
  const RankerEmbedders &by = sets.front().schema.embedders();
  for (const auto some : {sets, unlike}) {
    for (const RankerTrainingSet &set : some) {
      const RankerEmbedders &also = set.schema.embedders();
      if (also.words.fingerprint() != by.words.fingerprint() ||
          fingerprint_of(also.sentences) != fingerprint_of(by.sentences)) {
        throw Error(ErrorCode::mismatch, "the training sets have different embedders");
      }
      for (const auto *examples : {&set.examples, &set.reworded}) {
        for (const RankerExample &example : *examples) check_gold(example, set.schema.catalog());
      }
    }
  }
}

}  // namespace sluice::inline v0::train_detail
