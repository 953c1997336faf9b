#ifndef SLUICE_SRC_CLI_SOURCE_CATALOG_SOURCE_HPP
#define SLUICE_SRC_CLI_SOURCE_CATALOG_SOURCE_HPP

/// The databases that a question is about.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/route/alternatives.hpp"
#include "sluice/schema/column_values.hpp"
#include "sluice/schema/glossary.hpp"
#include "sluice/schema/sources.hpp"
#include "sluice/text/question.hpp"

namespace sluice::cli {

class Command;

/// Sources as named on the command line; "-" reads standard input. Throws Error(io).
std::vector<AnySource> open_sources(const std::vector<std::string> &sources);

/// All databases of some sources as one catalog; reports what was skipped. Throws what `load`
/// throws.
std::shared_ptr<const Catalog> load_catalog(const std::vector<std::string> &sources,
                                            const LoadOptions &options, const Progress &progress);

/// The flags --db, --dialect and --catalog of commands that take a question.
struct CatalogSource {
  std::vector<std::string> databases;
  std::string dialect;
  std::string index;
  std::string store;
  std::size_t store_databases = 50;

  void add_options(const Command &command);
  /// Adds --store and --store-databases, for commands that take one question. `open_for` uses them.
  void add_store_options(const Command &command);
  /// Like `open`; with a store, only the databases that the question may be about. Also throws what
  /// StoreCatalog throws.
  OpenIndex open_for(const Question &question, const std::optional<AnyEmbedder> &embedder,
                     const LoadOptions &options = {}) const;
  /// Loads and indexes the databases, or opens the index. Throws Error: invalid_argument (neither
  /// is given), and what loading and opening throw.
  OpenIndex open(const LoadOptions &options = {}) const;
};

/// Adds --glossary.
void add_glossary_option(const Command &command, std::string &path);
/// Adds --cross-encoder.
void add_cross_encoder_option(const Command &command, std::string &path);
/// Returns nullptr for an empty path. Throws what CrossEncoder::open throws.
std::shared_ptr<const CrossEncoder> open_cross_encoder(const std::string &path);
/// Adds --fits-threshold. Without it the ranker's own threshold applies.
void add_fits_option(const Command &command, std::optional<double> &threshold);
/// Prints one line if the probability that any database fits is known and below the threshold.
void print_fit(const std::optional<float> &fits, double threshold);
/// Prints one line each for an answer that is not sure, and for alternatives.
void print_doubts(const Alternatives &alternatives, bool unsure, const Catalog &catalog);
/// Returns nullptr for an empty path. Throws what parsing and resolving the glossary throw.
std::shared_ptr<const Glossary> open_glossary(const std::string &path, const Catalog &catalog);

/// Prints one line if the question is in a script that no name of the catalog has, unless the user
/// chose an embedder, which may know both languages.
void print_foreign_script(const Answer &answer, const std::string &embedder);

/// The flags --content, --except and --no-content: values that a question may name.
struct ContentSource {
  std::string folder;
  ValueLimits limits;
  bool is_left_out = false;

  void add_options(const Command &command);
  /// The values in the SQLite files among the sources and under --content; nullptr if there are no
  /// files, or with --no-content. Throws what `read_values` throws.
  std::shared_ptr<const ValueIndex> open(const Catalog &catalog, const CatalogSource &source) const;
};

}  // namespace sluice::cli

#endif
