#ifndef SLUICE_INDEX_BM25_HPP
#define SLUICE_INDEX_BM25_HPP

/// BM25 ranking of columns, tables or databases, with a weight per field, over the objects that a
/// caller may see. Source: Robertson and Zaragoza 2009 (BM25F: weighted counts, one saturation),
/// idf as in Lucene.

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/visibility.hpp"
#include "sluice/index/lexical_index.hpp"

namespace sluice::inline v0 {

/// Weight of each field of each level in a document. A table's document contains the text of its
/// database, the table and its columns; a column's document that of its database, its table and the
/// column.
struct FieldWeights {
  std::array<std::array<float, field_count>, level_count> values{};

  float &operator()(Level level, TextField field) {
    return values[static_cast<std::size_t>(level)][static_cast<std::size_t>(field)];
  }
  float operator()(Level level, TextField field) const {
    return values[static_cast<std::size_t>(level)][static_cast<std::size_t>(field)];
  }

  /// Names only, with weight 1 on every level: the documents of the papers' BM25 baselines.
  static FieldWeights names();
  /// Names, and the words they imply with weight `implied`.
  static FieldWeights names_and_implied(float implied);
  /// The same weights, except 0 for one level.
  FieldWeights without(Level level) const;
};

struct Bm25Options {
  Level granularity = Level::column;
  float k1 = 1.2F;
  float b = 0.75F;
  FieldWeights weights = FieldWeights::names();
};

/// Document frequencies, lengths and the mean length are computed from visible objects only.
/// Immutable. Thread-safe. Keeps the index alive, but not the arrays that `visible` views, which
/// must outlive this object.
class Bm25 {
 public:
  /// O(objects). nullopt makes everything visible. Throws Error(mismatch) if the sizes in `visible`
  /// do not match the index.
  explicit Bm25(std::shared_ptr<const LexicalIndex> index, Bm25Options options = {},
                std::optional<Visibility> visible = std::nullopt);

  /// Updates this object to `index`, which LexicalIndex::change made with the same `changes`. The
  /// result equals one built from scratch, and is prepared if this one is; unchanged parts are
  /// shared. Throws Error: invalid_argument (something is hidden), mismatch (the index has another
  /// size). O(text of the changed databases + documents of their terms).
  Bm25 after(std::shared_ptr<const LexicalIndex> index,
             std::span<const LexicalChange> changes) const;

  /// Number of documents: one per object of the granularity, including hidden objects, whose score
  /// is 0.
  std::size_t size() const noexcept { return size_; }
  bool visible(std::size_t document) const noexcept;

  /// Adds `weight` times each document's score for `terms` to `scores`, which has `size()`
  /// elements. Repeated terms count repeatedly. O(occurrences of the terms); an occurrence in the
  /// text of a database or table counts for every document below it.
  void add_scores(std::span<const std::string> terms, std::span<float> scores,
                  float weight = 1.0F) const;
  std::vector<float> scores(std::span<const std::string> terms) const;

  /// Precomputes the documents of every term, so that scoring with weight 1 costs O(documents that
  /// contain the terms). Takes O(all occurrences) once, and 8 bytes per pair of term and document.
  /// Has no effect on an index with external postings.
  void prepare();

  /// Inverse document frequency of a term among the N visible documents, of which n contain it:
  /// ln(1 + (N - n + .5) / (n + .5)).
  float idf(const std::string &term) const;

  /// A term's idf and its counts in some documents.
  struct TermCounts {
    float idf = 0;
    std::vector<float> counts;  ///< Weighted occurrences, in the order of the documents.
  };
  /// `documents` must be ascending and distinct. O(occurrences of the term + documents); once
  /// prepared, O(documents × log occurrences).
  TermCounts counts(std::string_view term, std::span<const std::uint32_t> documents) const;
  /// Adds to `scores`, which is parallel to `documents`, what the other add_scores would add for
  /// the term.
  void add_scores(const TermCounts &term, std::span<const std::uint32_t> documents,
                  std::span<float> scores, float weight = 1.0F) const;

  const LexicalIndex &index() const noexcept { return *index_; }
  std::shared_ptr<const LexicalIndex> share_index() const { return index_; }

 private:
  struct Hits;
  struct Lengths;
  struct Part;
  struct Prepared;
  /// A half-open range.
  using Documents = std::pair<std::size_t, std::size_t>;
  Documents documents_of(const Posting &posting) const;
  void collect(std::span<const Posting> postings, Hits &hits) const;
  /// The documents that contain the term, ascending.
  std::vector<Part> parts_of(std::span<const Posting> postings, Hits &hits) const;
  void weigh_lengths();
  float idf_of(std::size_t frequency) const;
  float rarity(float idf, float weight) const noexcept { return weight * idf * (options_.k1 + 1); }
  float score(float rarity, float count, std::size_t document) const noexcept;

  std::shared_ptr<const LexicalIndex> index_;
  Bm25Options options_;
  std::optional<Visibility> seen_;
  std::size_t size_ = 0;
  std::size_t visible_count_ = 0;
  std::shared_ptr<const Lengths> lengths_;
  // k1 * (1 - b + b * length / mean length) = min_norm_ + norm_by_length_ * length.
  float min_norm_ = 0, norm_by_length_ = 0;
  std::shared_ptr<const Prepared> prepared_;
};

}  // namespace sluice::inline v0

#endif
