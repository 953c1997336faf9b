#ifndef SLUICE_RANK_EXAMPLE_STORE_HPP
#define SLUICE_RANK_EXAMPLE_STORE_HPP

/// Stores examples: questions with the queries that answer them, indexed by the queries' shapes.

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
  std::size_t position = 0;  ///< Position in the input.
  std::string problem;       ///< One line of text.
};

/// The stems of a question's words, with words of the schema replaced by "#s", numbers by "#n", and
/// quoted and capitalized words by "#v". Only double quotes are quotes, because apostrophes are
/// common in questions. `database` may be nullptr. O(text + names).
std::vector<std::string> question_skeleton(const Question &question, const Database *database);

/// The vector and the skeleton of a question, by which a store compares it.
struct QuestionView {
  std::vector<float> vector;                              ///< By the store's embedder.
  std::vector<std::pair<std::uint32_t, float>> skeleton;  ///< Terms and weights; unit length.
};

/// An immutable snapshot. Thread-safe. `with` returns a new snapshot that shares examples and
/// shapes with this one. Ids are positions, which snapshots made by `with` keep.
class ExampleStore {
 public:
  /// Maximum number of examples.
  static constexpr std::size_t max_examples = std::size_t{1} << 24;

  /// An empty store that compares questions by `embedder`.
  explicit ExampleStore(AnyEmbedder embedder, sql::DiffRules rules = sql::DiffRules::sqlglot_30_17);

  struct Extended;
  /// A snapshot with further examples. Names in an example's query are looked up in its database if
  /// the catalog has it (nullptr: no catalog): see QueryShape::of. Rejects queries that cannot be
  /// parsed. Throws Error(limit_exceeded) beyond `max_examples`, and what the embedder throws.
  /// O(new text + size of the store).
  Extended with(std::span<const Example> examples, const Catalog *catalog) const;

  struct Visible;
  /// The store without what the mask hides. Drops examples whose database is hidden, and those
  /// whose query names something that is hidden or unknown in the visible part of its database.
  /// Rebuilds the others with the visible part of their databases. Examples of databases that are
  /// not in the mask's catalog do not change. O(text + size of the store).
  Visible masked_by(const Mask &mask) const;

  /// Number of examples. The ids below must be less than `size()` and `shape_count()`.
  std::size_t size() const noexcept { return examples_.size(); }
  std::size_t shape_count() const noexcept { return shapes_.size(); }
  const Example &operator[](ExampleId id) const noexcept { return *examples_[id.index()]; }
  ShapeId shape_of(ExampleId id) const noexcept { return shape_of_[id.index()]; }
  const QueryShape &shape(ShapeId id) const noexcept { return *shapes_[id.index()]; }
  /// Examples of one shape, by ascending id.
  std::span<const ExampleId> examples(ShapeId id) const noexcept {
    return std::span(by_shape_).subspan(shape_begin_[id.index()],
                                        shape_begin_[id.index() + 1] - shape_begin_[id.index()]);
  }
  /// The shape whose QueryShape::text is `text`; nullopt if there is none. O(log shapes).
  std::optional<ShapeId> find_shape(std::string_view text) const noexcept;

  const AnyEmbedder &embedder() const noexcept { return embedder_; }
  sql::DiffRules rules() const noexcept { return rules_; }
  /// Differs between snapshots of different content.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }

  /// Prepares a question for the similarities below. `database` may be nullptr. Throws what the
  /// embedder throws. O(question).
  QuestionView view(const Question &question, const Database *database) const;
  /// Cosine of the question's vector with that of each example, by id, in [-1, 1]. O(size ×
  /// dimensions).
  std::vector<float> question_similarities(const QuestionView &question) const;
  /// Cosine of the question's skeleton with that of each example, by id, in [0, 1]. Terms have IDF
  /// weights. O(occurrences of the terms).
  std::vector<float> skeleton_similarities(const QuestionView &question) const;

  /// The bytes of a segment file of kind "EXMP". Equal stores have equal bytes.
  std::string bytes() const;
  /// Opens a file with the bytes of `bytes`. Throws Error: not_found, io, malformed, unsupported (a
  /// newer version), mismatch (another kind of file, or made with another embedder).
  static ExampleStore open(const std::string &path, AnyEmbedder embedder);
  /// The same for bytes in memory, which must be aligned to 64 bytes. `name` replaces the path in
  /// errors.
  static ExampleStore parse(std::string_view bytes, const std::string &name, AnyEmbedder embedder);

 private:
  friend class ExampleStoreReader;
  class Extender;
  /// Computes the members that follow from examples, shapes, skeletons and vectors.
  void derive();

  AnyEmbedder embedder_;
  sql::DiffRules rules_;
  std::uint64_t fingerprint_ = 0;
  std::vector<std::shared_ptr<const Example>> examples_;
  std::vector<std::shared_ptr<const QueryShape>> shapes_;
  std::vector<ShapeId> shape_of_;
  std::vector<std::shared_ptr<const std::string>> skeletons_;  // terms separated by spaces
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

struct ExampleStore::Visible {
  ExampleStore store;
  std::vector<ExampleId> ids;  ///< Ids in the full store, by id in this one; ascending.
};

}  // namespace sluice::inline v0

#endif
