#ifndef SLUICE_RANK_SCHEMA_PRUNER_HPP
#define SLUICE_RANK_SCHEMA_PRUNER_HPP

/// The part of one database's schema that a question's query may need: what the question names,
/// and what an approximated query reads.
/// Source: Shen et al. 2024 (ASTReS), section 3.3.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/index/bm25.hpp"
#include "sluice/rank/example_ranker.hpp"
#include "sluice/schema/database.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

enum class PruneRule : std::uint8_t {
  query,  ///< What the approximated queries read, and nothing else.
  top,    ///< The best `top` columns by BM25, without the queries.
  paper,  ///< The queries, and the best clip(floor(1.5 γ), 6, 20) columns by BM25, where γ is
          ///< how many columns the queries read.
  calibrated,  ///< The queries, and all tables and columns of at least `threshold`.
  expected,    ///< The queries, and what leaves the least of: the expected number of elements that
               ///< are read and lost, and `price` times the share of the schema that is kept.
};

struct PruneQuery {
  Question question;
  /// Those that are not SQL are skipped.
  std::span<const ApproximatedQuery> approximations;
  /// For `calibrated` and `expected`: that the query reads the table, and the column; by position
  /// in the database.
  std::span<const float> table_probabilities;
  std::span<const float> column_probabilities;
  /// Columns with a value that the question names, by position; kept by all rules but `query` and
  /// `top`. An alternative to values in the documents for callers with an index of values.
  std::span<const std::uint32_t> named_columns = {};
};

struct PruneOptions {
  PruneRule rule = PruneRule::paper;
  std::size_t top = 10;
  /// With the trained ranker's probabilities, and guesses of which 15 % are wrong, this keeps all
  /// that gold reads in 99.5 % of Spider's train questions (`sluice_rank_bench`, conformal
  /// control).
  float threshold = 0.05F;
  /// For `expected`: what it is worth to take out the whole schema, in lost elements. By the label
  /// model's needs this keeps all that gold reads in 98 % of Spider's train questions, each asked
  /// of models that did not see its database, and takes out 55 % (`sluice_label_bench`).
  float price = 0.150F;
  /// Primary keys of kept tables come along, and foreign keys between them. Without, only a kept
  /// table without a kept column gets its primary key.
  bool keys = true;
  /// Schemas of at most so many columns are not cut.
  std::size_t fits = 0;
};

/// Positions among the database's tables, and among its columns; ascending. A column's table is
/// kept, too.
struct PrunedSchema {
  std::vector<std::uint32_t> tables;
  std::vector<std::uint32_t> columns;
};

/// What a query reads, names looked up in `database`; nothing if it is no SQL. Unknown names are
/// passed over. O(size).
PrunedSchema elements_of(std::string_view sql, const Database &database);

/// One database's documents, a column each: the names of its table and itself, its description and
/// values, as stems. Immutable; any threads at once.
class SchemaPruner {
 public:
  /// `values`: of each column by its position; empty: the schema's samples. Throws Error(mismatch)
  /// for another number of columns. O(text).
  explicit SchemaPruner(std::shared_ptr<const Database> database,
                        std::span<const std::vector<std::string>> values = {});

  /// Throws Error(mismatch) if `calibrated` or `expected` is asked for without a probability a
  /// table and column, or a named column is none of the database.
  /// O(question + columns).
  PrunedSchema prune(const PruneQuery &query, const PruneOptions &options = {}) const;

  /// Columns by falling BM25 score, then position.
  std::vector<std::uint32_t> columns_by_score(const Question &question) const;

  const Database &database() const noexcept { return *database_; }

 private:
  std::shared_ptr<const Database> database_;
  std::vector<std::uint32_t> table_of_;  // by column
  std::shared_ptr<const Bm25> documents_;
};

/// How good a cut is. Recall of questions is the share of those of which all is kept; shortening
/// the mean over questions. Kept keys count as kept.
struct PruneQuality {
  bool keeps_all = false;  ///< All tables and columns that the gold query reads are there.
  double shortening = 0;   ///< Share of the database's tables and columns taken out, in [0, 1].
};
PruneQuality judge(const PrunedSchema &kept, const PrunedSchema &gold, const Database &database);

}  // namespace sluice::inline v0

#endif
