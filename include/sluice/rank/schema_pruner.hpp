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
  query,  ///< Only what the approximated queries read.
  top,    ///< The best `top` columns by BM25, without the queries.
  paper,  ///< What the queries read, and the best clip(floor(1.5 γ), 6, 20) columns by BM25, where
          ///< γ is the number of columns that the queries read.
  calibrated,  ///< What the queries read, and all tables and columns with P ≥ `threshold`.
  expected,  ///< What the queries read, and the elements that minimize the expected number of lost
             ///< elements that gold reads plus `price` times the share of the schema that is kept.
};

struct PruneQuery {
  Question question;
  /// Queries that are not SQL are skipped.
  std::span<const ApproximatedQuery> approximations;
  /// For `calibrated` and `expected`: P(the query reads it), by position in the database.
  std::span<const float> table_probabilities;
  std::span<const float> column_probabilities;
  /// Positions of columns with a value that the question names. All rules except `query` and `top`
  /// keep them. An alternative to values in the documents, for callers with a value index.
  std::span<const std::uint32_t> named_columns = {};
};

struct PruneOptions {
  PruneRule rule = PruneRule::paper;
  std::size_t top = 10;
  /// For `calibrated`. With the trained ranker's probabilities and guesses of which 15 % are wrong,
  /// the default keeps all that gold reads in 99.5 % of Spider's train questions
  /// (`sluice_rank_bench`, conformal control).
  float threshold = 0.05F;
  /// For `expected`: the value of removing the whole schema, in lost elements. With the label
  /// model's needs, the default keeps all that gold reads in 98 % of Spider's train questions, each
  /// answered by models that did not see its database, and removes 55 % of the schema
  /// (`sluice_label_bench`).
  float price = 0.150F;
  /// Adds the primary keys of kept tables, and the foreign keys between them. If false, only tables
  /// without a kept column get their primary key.
  bool keys = true;
  /// Schemas of at most this many columns are kept whole.
  std::size_t fits = 0;
};

/// Positions among the database's tables, and among its columns; ascending. The table of each kept
/// column is also kept.
struct PrunedSchema {
  std::vector<std::uint32_t> tables;
  std::vector<std::uint32_t> columns;
};

/// The tables and columns of `database` that a query reads. Skips unknown names; empty if the text
/// is not SQL. O(size).
PrunedSchema elements_of(std::string_view sql, const Database &database);

/// A BM25 index of one database. Each column is a document: the stems of its table's name, its
/// name, its description and its values. Immutable. Thread-safe.
class SchemaPruner {
 public:
  /// `values`: the values of each column, by position; empty: the schema's samples. Throws
  /// Error(mismatch) if their number is not that of the columns. O(text).
  explicit SchemaPruner(std::shared_ptr<const Database> database,
                        std::span<const std::vector<std::string>> values = {});

  /// Throws Error(mismatch) for `calibrated` or `expected` without one probability per table and
  /// column, and for a named column that is out of range. O(question + columns).
  PrunedSchema prune(const PruneQuery &query, const PruneOptions &options = {}) const;

  /// All columns, by descending BM25 score, then position.
  std::vector<std::uint32_t> columns_by_score(const Question &question) const;

  const Database &database() const noexcept { return *database_; }

 private:
  std::shared_ptr<const Database> database_;
  std::vector<std::uint32_t> table_of_;  // by column
  std::shared_ptr<const Bm25> documents_;
};

/// Quality of a pruned schema. Over many questions, recall is the share with `keeps_all`, and
/// shortening is the mean. Kept keys count as kept.
struct PruneQuality {
  bool keeps_all = false;  ///< All tables and columns that the gold query reads are kept.
  double shortening =
      0;  ///< Share of the database's tables and columns that was removed, in [0, 1].
};
PruneQuality judge(const PrunedSchema &kept, const PrunedSchema &gold, const Database &database);

}  // namespace sluice::inline v0

#endif
