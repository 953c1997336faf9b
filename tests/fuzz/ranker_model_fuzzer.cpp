// Modified ranker files with corrected checksums: an accepted ranker can be used, and its results
// are probabilities.
//
// The input is a list of edits to a small ranker.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "beam/small_catalog.hpp"
#include "edited_bytes.hpp"
#include "forged_segment.hpp"
#include "sluice/core/error.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/train/ranker_trainer.hpp"
#include "support/aligned_bytes.hpp"

namespace {

using namespace sluice;

const RankerSchema &schema() {
  static const test::SmallSchema small;
  static const RankerSchema made(small.graphs, index_catalog(*small.catalog),
                                 {AnyEmbedder(HashedEmbedder(4)), {}});
  return made;
}

/// Returns a ranker that uses each column of each table.
std::string original() {
  const Catalog &catalog = schema().catalog();
  std::vector<RankerExample> examples;
  for (const ColumnId column : catalog.columns()) {
    const TableId table = catalog.table_of(column);
    examples.push_back({"the " + std::string(catalog.column(column).name) + " of each " +
                            std::string(catalog.table(table).name),
                        catalog.database_of(column),
                        {table},
                        {column}});
  }
  RankerTrainerOptions options;
  options.folds = 2;
  options.tables = options.columns = {.trees = 4, .depth = 3};
  const RankerTrainingSet set{schema(), std::move(examples), {}};
  return train_ranker({&set, 1}, "small", options)->bytes();
}

bool is_probability(float x) { return x >= 0 && x <= 1; }

void use(std::shared_ptr<const RankerModel> model) {
  const Ranker ranker(schema(), std::move(model));
  for (const char *question : {"the age of each singer", "\xFF brillig"}) {
    const RankerAnswer answer = ranker.rank(question);
    const auto all = [](const auto &ranked) {
      return std::ranges::all_of(ranked, [](const auto &of) { return is_probability(of.score); });
    };
    if (!all(answer.databases) || !all(answer.tables) || !all(answer.columns)) std::abort();
    if (answer.fits && !is_probability(*answer.fits)) std::abort();
    if (ranker.columns_for(answer, 0.9) > answer.columns.size()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const std::string file = original();
  std::string bytes = file;
  fuzz::edit(bytes, data, size);
  fuzz::forge(bytes);
  try {
    use(RankerModel::parse(test::AlignedBytes(bytes).view(), "file"));
  } catch (const Error &) {
    if (size == 0) std::abort();
  }
  return 0;
}
