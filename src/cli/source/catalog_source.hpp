#ifndef SLUICE_SRC_CLI_SOURCE_CATALOG_SOURCE_HPP
#define SLUICE_SRC_CLI_SOURCE_CATALOG_SOURCE_HPP

/// The databases that a question is asked of.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/schema/column_values.hpp"
#include "sluice/schema/glossary.hpp"
#include "sluice/schema/sources.hpp"
#include "sluice/text/question.hpp"

namespace sluice::cli {

class Command;

/// Sources as the command line names them, standard input read. Throws Error(io).
std::vector<SchemaSource> open_sources(const std::vector<std::string> &sources);

/// All databases of some sources as one catalog. Throws what `load` throws.
std::shared_ptr<const Catalog> load_catalog(const std::vector<std::string> &sources,
                                            const LoadOptions &options, const Progress &progress);

/// `--db` and `--catalog` of the commands that take a question.
struct CatalogSource {
  std::vector<std::string> databases;
  std::string index;
  std::string store;
  std::size_t store_databases = 50;

  void add_options(const Command &command);
  /// `--store` and its companion, for commands that take one question; `open_for` hears them.
  void add_store_options(const Command &command);
  /// As `open`; of a store, the databases that the question may be about. Throws also what
  /// StoreCatalog throws.
  OpenIndex open_for(const Question &question, const std::optional<AnyEmbedder> &embedder,
                     const LoadOptions &options = {}) const;
  /// Loads and indexes the databases, or opens the index. Throws Error: invalid_argument (neither
  /// is given), and what loading and opening throw.
  OpenIndex open(const LoadOptions &options = {}) const;
};

/// `--glossary`; null where none is given. Throws what parsing and resolving it throw.
void add_glossary_option(const Command &command, std::string &path);
/// `--cross-encoder`.
void add_cross_encoder_option(const Command &command, std::string &path);
/// nullptr where none is given. Throws what CrossEncoder::open throws.
std::shared_ptr<const CrossEncoder> open_cross_encoder(const std::string &path);
/// `--fits-threshold`: the probability below which nothing fits; none: the ranker's own.
void add_fits_option(const Command &command, std::optional<double> &threshold);
/// One line where the probability that anything fits is known and below the threshold.
void print_fit(const std::optional<float> &fits, double threshold);
std::shared_ptr<const Glossary> open_glossary(const std::string &path, const Catalog &catalog);

/// Says that a question shares no script with the names, where it does not. `embedder`: as it was
/// asked for; with one the user may know better.
void print_foreign_script(const Answer &answer, const std::string &embedder);

/// `--content` and its companions: values that a question may name.
struct ContentSource {
  std::string folder;
  ValueLimits limits;
  bool is_left_out = false;

  void add_options(const Command &command);
  /// What the SQLite files among the sources hold, and those of `--content`; nullptr if there are
  /// none, or they are left out. Throws what `read_values` throws.
  std::shared_ptr<const ValueIndex> open(const Catalog &catalog, const CatalogSource &source) const;
};

}  // namespace sluice::cli

#endif
