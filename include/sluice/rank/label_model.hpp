#ifndef SLUICE_RANK_LABEL_MODEL_HPP
#define SLUICE_RANK_LABEL_MODEL_HPP

/// Predicts what each table and column does in a question's query: linear models over the
/// question's words and how likely each is read.
/// Source: Shen et al. 2024 (ASTReS), section 4.1 and algorithm 1 (schema splitting); Vougiouklis
/// et al. 2023 (FastRAT).

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

/// Positions [begin, end) among a database's columns, at most `most` a split, in their order; all
/// in one where they fit. Tables are seen from every split. Algorithm 1 of the paper. Throws
/// Error(invalid_argument) for 0.
struct SchemaSplit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
std::vector<SchemaSplit> split_schema(std::size_t columns, std::size_t most);

/// Probabilities of labels.
struct LabelScores {
  std::array<float, clause_count>
      clauses{};  ///< Of a group, they add up to 1; the mean of the splits.
  std::vector<std::array<float, table_label_count>> tables;
  /// Of the splits that see the table, the share that holds the label for likely: the vote.
  std::vector<std::array<float, table_label_count>> table_votes;
  std::vector<std::array<float, column_label_count>> columns;
  QuestionForm form;  ///< The mean of the splits.
};

/// As sure of these labels as can be: what a query made of them is, is the rules' ceiling.
/// O(labels).
LabelScores certain_scores(const QueryLabels &labels);

struct LabelModelOptions {
  std::size_t columns_per_split = 64;  ///< r.
};

/// Immutable once made; any threads at once.
class LabelModel {
 public:
  /// Features of each kind of thing; powers of two.
  static constexpr std::size_t clause_features = ShapeModel::question_features;
  static constexpr std::size_t table_features = 1 << 12;
  static constexpr std::size_t column_features = 1 << 16;

  /// Throws Error: mismatch for another number of tables or columns than the schema's,
  /// invalid_argument for splits of no columns. O((words + names) · labels).
  LabelScores predict(const LabelSchema &schema, const LabelEvidence &evidence,
                      const LabelQuestion &question, const LabelModelOptions &options = {}) const;

  HashedModel of_clauses, of_tables, of_columns;
  std::shared_ptr<const ShapeModel> of_shapes;  ///< Never null.
  /// For cutting schemas; null where it was not trained, and in files of older releases.
  std::shared_ptr<const NeedModel> of_needs;
  PlattScaling confidence;  ///< From how sure the choices are to how often the shape is right.
  std::string trained_on;   ///< Names of the files, without their folders.
  /// Fingerprint of the embedder behind the probabilities; 0: not known.
  std::uint64_t words = 0;

  /// The bytes of a segment file of kind "LABL".
  std::string bytes() const;
  /// Throws Error: not_found, io, malformed, unsupported (a newer version), mismatch (another kind
  /// of file).
  static std::shared_ptr<const LabelModel> open(const std::string &path);
  /// The same of bytes in memory, at a border of 64; `name` stands for the path in errors.
  static std::shared_ptr<const LabelModel> parse(std::string_view bytes, const std::string &name);
  /// The model that comes with the library, share/sluice/spider.labels; nullptr if that is not
  /// installed. Callers share one model while it is in use.
  static std::shared_ptr<const LabelModel> shipped();

 private:
  static std::shared_ptr<const LabelModel> read(const SegmentFile &file);
};

}  // namespace sluice::inline v0

#endif
