#ifndef SLUICE_RANK_EXAMPLE_STORE_HPP
#define SLUICE_RANK_EXAMPLE_STORE_HPP

/// Worked examples: questions with the queries that answer them, indexed by the queries' shapes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/ids.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/schema/catalog.hpp"
#include "sluice/schema/mask.hpp"
#include "sluice/sql/diff_rules.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

class QueryShape;

using ExampleId = Id<struct ExampleTag>;
using ShapeId = Id<struct ShapeTag>;

struct Example {
  std::string question;
  std::string database;  ///< Its name; may be empty.
  std::string sql;
};

/// An example that was rejected, and the reason.
struct RejectedExample {
  std::size_t position = 0;  ///< Among those given.
  std::string problem;       ///< One line.
};

/// The stems of a question's words, where words of the schema are replaced by "#s", numbers by
/// "#n", quoted and capitalized words by "#v". Only double quotes count, because apostrophes are
/// common in questions. `database` may be nullptr. O(text + names).
std::vector<std::string> question_skeleton(const Question &question, const Database *database);

/// A question as the store compares it, by its vector and its skeleton.
struct QuestionView {
  std::vector<float> vector;                              ///< Of the store's embedder.
  std::vector<std::pair<std::uint32_t, float>> skeleton;  ///< Term and weight, of unit length.
};

/// An immutable snapshot. Thread-safe. `with` makes a new one that shares examples and shapes with
/// it. Ids are positions and stay the same in snapshots made from this one.
class ExampleStore {
 public:
  /// The most examples; further ones are Error(limit_exceeded).
  static constexpr std::size_t max_examples = std::size_t{1} << 24;

  /// An empty store whose questions are compared by `embedder`.
  explicit ExampleStore(AnyEmbedder embedder, sql::DiffRules rules = sql::DiffRules::sqlglot_30_17);

  struct Extended;
  /// A snapshot with further examples. Where the catalog (nullptr: none) has an example's database,
  /// its names are looked up there: see QueryShape::of. Queries that cannot be read are rejected.
  /// Throws Error: limit_exceeded, and what the embedder throws. O(new text + size of the store).
  Extended with(std::span<const Example> examples, const Catalog *catalog) const;

  struct Seen;
  /// As if examples of what the mask hides had never been stored: those whose database is hidden,
  /// and those whose query means something that is, or nothing, in what is visible of its database.
  /// The others are stored anew with the visible part of their databases; what is said of databases
  /// that the mask's catalog has not stays as it is. O(text + size of the store).
  Seen masked_by(const Mask &mask) const;

  std::size_t size() const noexcept { return examples_.size(); }
  std::size_t shape_count() const noexcept { return shapes_.size(); }
  const Example &operator[](ExampleId id) const noexcept { return *examples_[id.index()]; }
  ShapeId shape_of(ExampleId id) const noexcept { return shape_of_[id.index()]; }
  const QueryShape &shape(ShapeId id) const noexcept { return *shapes_[id.index()]; }
  /// Of one shape, by rising id.
  std::span<const ExampleId> examples(ShapeId id) const noexcept {
    return std::span(by_shape_).subspan(shape_begin_[id.index()],
                                        shape_begin_[id.index() + 1] - shape_begin_[id.index()]);
  }
  /// The shape of that text, if there is one. O(log shapes).
  std::optional<ShapeId> find_shape(std::string_view text) const noexcept;

  const AnyEmbedder &embedder() const noexcept { return embedder_; }
  sql::DiffRules rules() const noexcept { return rules_; }
  /// Tells snapshots apart that hold something else.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }

  /// `database` may be nullptr. O(question).
  QuestionView view(const Question &question, const Database *database) const;
  /// Cosine of each example's question, by vector. O(size × dimensions).
  std::vector<float> question_similarities(const QuestionView &question) const;
  /// Cosine of each example's skeleton, rare terms weighing more. O(occurrences of the terms).
  std::vector<float> skeleton_similarities(const QuestionView &question) const;

  /// The bytes of a segment file of kind "EXMP"; the same for equal stores.
  std::string bytes() const;
  /// Opens what `bytes` wrote. Throws Error: not_found, io, malformed, unsupported (a newer
  /// version), mismatch (another kind of file, or made with another embedder).
  static ExampleStore open(const std::string &path, AnyEmbedder embedder);
  /// The same of bytes in memory, at a border of 64; `name` stands for the path in errors.
  static ExampleStore parse(std::string_view bytes, const std::string &name, AnyEmbedder embedder);

 private:
  friend class ExampleStoreReader;
  class Extender;
  /// What follows from examples, shapes, skeletons and vectors.
  void derive();

  AnyEmbedder embedder_;
  sql::DiffRules rules_;
  std::uint64_t fingerprint_ = 0;
  std::vector<std::shared_ptr<const Example>> examples_;
  std::vector<std::shared_ptr<const QueryShape>> shapes_;
  std::vector<ShapeId> shape_of_;
  std::vector<std::shared_ptr<const std::string>> skeletons_;  // terms between blanks
  std::vector<float> vectors_;

  std::vector<ExampleId> by_shape_;
  std::vector<std::uint32_t> shape_begin_;  // one more at the end
  std::vector<ShapeId> by_text_;
  std::vector<std::uint64_t> term_keys_;  // hashes, ascending
  std::vector<float> term_idf_;
  std::vector<std::uint32_t> term_begin_;                  // one more at the end
  std::vector<std::pair<std::uint32_t, float>> postings_;  // example and weight
};

struct ExampleStore::Extended {
  ExampleStore store;
  std::vector<RejectedExample> rejected;
};

struct ExampleStore::Seen {
  ExampleStore store;
  std::vector<ExampleId> ids;  ///< In the whole store, by id; ascending.
};

}  // namespace sluice::inline v0

#endif
