#ifndef SLUICE_RANK_LABEL_MODEL_HPP
#define SLUICE_RANK_LABEL_MODEL_HPP

/// Predicts the role of each table and column in a question's query: linear models over the
/// question's words and the probabilities that the query reads each element. Source: Shen et al.
/// 2024 (ASTReS), section 4.1 and algorithm 1 (schema splitting); Vougiouklis et al. 2023
/// (FastRAT).

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/learn/calibration.hpp"
#include "sluice/rank/label_evidence.hpp"
#include "sluice/rank/query_labels.hpp"
#include "sluice/rank/shape_model.hpp"

namespace sluice::inline v0 {

struct NeedModel;
class SegmentFile;

/// Columns [begin, end) of a database.
struct SchemaSplit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Splits a schema into ranges of at most `max_columns` columns, in order; one range if all fit.
/// Each split has all tables. Algorithm 1 of the paper. Throws Error(invalid_argument) if
/// `max_columns` is 0.
std::vector<SchemaSplit> split_schema(std::size_t columns, std::size_t max_columns);

/// Probabilities of labels, by position in the database.
struct LabelScores {
  /// Sum to 1 within each group; the mean over the splits.
  std::array<float, clause_count> clauses{};
  std::vector<std::array<float, table_label_count>> tables;
  /// Vote: the share of the splits with the table in which the label's probability is at least 0.5.
  std::vector<std::array<float, table_label_count>> table_votes;
  std::vector<std::array<float, column_label_count>> columns;
  QuestionForm form;  ///< The mean over the splits.
};

/// Scores that are certain of these labels. A query built from them is the upper bound for the
/// rules of `query_of`. O(labels).
LabelScores certain_scores(const QueryLabels &labels);

struct LabelModelOptions {
  std::size_t columns_per_split = 64;  ///< Parameter r of the paper; at least 1.
};

/// Immutable once built. Thread-safe.
class LabelModel {
 public:
  /// Number of hashed features of each kind; powers of two.
  static constexpr std::size_t clause_features = ShapeModel::question_features;
  static constexpr std::size_t table_features = 1 << 12;
  static constexpr std::size_t column_features = 1 << 16;

  /// Throws Error: mismatch (the evidence has another number of tables or columns than the schema),
  /// invalid_argument (`columns_per_split` is 0). O((words + names) · labels).
  LabelScores predict(const LabelSchema &schema, const LabelEvidence &evidence,
                      const LabelQuestion &question, const LabelModelOptions &options = {}) const;

  HashedModel of_clauses, of_tables, of_columns;
  std::shared_ptr<const ShapeModel> of_shapes;  ///< Never null.
  /// For pruning schemas; nullptr if it was not trained, and in files of older releases.
  std::shared_ptr<const NeedModel> of_needs;
  PlattScaling confidence;  ///< Maps the certainty of the choices to P(the shape is right).
  std::string trained_on;   ///< Names of the training files, without folders.
  /// Fingerprint of the embedder of the ranker that gave the probabilities; 0: unknown.
  std::uint64_t embedder_fingerprint = 0;

  /// The bytes of a segment file of kind "LABL".
  std::string bytes() const;
  /// Throws Error: not_found, io, malformed, unsupported (a newer version), mismatch (another kind
  /// of file).
  static std::shared_ptr<const LabelModel> open(const std::string &path);
  /// The same for bytes in memory, which must be aligned to 64 bytes. `name` replaces the path in
  /// errors.
  static std::shared_ptr<const LabelModel> parse(std::string_view bytes, const std::string &name);
  /// The built-in model, share/sluice/spider.labels; nullptr if it is not installed. Callers share
  /// one object while it is in use.
  static std::shared_ptr<const LabelModel> shipped();

 private:
  static std::shared_ptr<const LabelModel> read(const SegmentFile &file);
};

}  // namespace sluice::inline v0

#endif
