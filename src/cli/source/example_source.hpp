#ifndef SLUICE_SRC_CLI_SOURCE_EXAMPLE_SOURCE_HPP
#define SLUICE_SRC_CLI_SOURCE_EXAMPLE_SOURCE_HPP

/// Worked examples as the commands are given them, and who ranks them.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/rank/example_ranker.hpp"
#include "sluice/rank/label_model.hpp"

namespace sluice::cli {

/// JSON lines with question, db_id (may be missing) and sql (or query). `places` gets where each
/// stands. Throws what reading them throws.
std::vector<Example> read_examples(const std::vector<std::string> &paths,
                                   std::vector<std::string> &places);

/// What `sluice examples index` made, or such lines, indexed now; those whose SQL cannot be read
/// are left out. Throws what opening and reading them throw.
std::shared_ptr<const ExampleStore> open_examples(const std::string &path,
                                                  const AnyEmbedder &embedder,
                                                  const Catalog *catalog);

/// The names that `ranker_called` knows.
const std::vector<std::string> &ranker_names();
AnyExampleRanker ranker_called(std::string_view name, std::shared_ptr<const ExampleStore> store,
                               double diversity);

/// What `sluice train labels` made; of an empty path what is compiled in, nullptr if nothing is.
/// Throws what opening it throws.
std::shared_ptr<const LabelModel> open_labels(const std::string &path);

}  // namespace sluice::cli

#endif
