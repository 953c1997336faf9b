#ifndef SLUICE_SRC_CLI_SOURCE_EXAMPLE_SOURCE_HPP
#define SLUICE_SRC_CLI_SOURCE_EXAMPLE_SOURCE_HPP

/// Worked examples and their rankers, from the flags of a command.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/rank/example_ranker.hpp"
#include "sluice/rank/label_model.hpp"

namespace sluice::cli {

/// Reads JSON Lines with question, db_id (optional) and sql (or query). Appends "file:line" of each
/// example to `places`. Throws what reading throws.
std::vector<Example> read_examples(const std::vector<std::string> &paths,
                                   std::vector<std::string> &places);

/// Opens a store that `sluice examples index` wrote, or indexes such lines, without those whose SQL
/// cannot be parsed. Throws what opening and reading throw.
std::shared_ptr<const ExampleStore> open_examples(const std::string &path,
                                                  const AnyEmbedder &embedder,
                                                  const Catalog *catalog);

/// The valid names for `ranker_called`.
const std::vector<std::string> &ranker_names();
AnyExampleRanker ranker_called(std::string_view name, std::shared_ptr<const ExampleStore> store,
                               double diversity);

/// Opens a model that `sluice train labels` wrote. An empty path means the shipped model, or
/// nullptr if the build has none. Throws what opening throws.
std::shared_ptr<const LabelModel> open_labels(const std::string &path);

}  // namespace sluice::cli

#endif
