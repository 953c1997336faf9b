#ifndef SLUICE_INDEX_BM25_HPP
#define SLUICE_INDEX_BM25_HPP

/// BM25 over columns, tables or databases, with a weight a field, over what one asker sees.
/// Source: Robertson and Zaragoza 2009 (BM25F: weighted counts, one saturation), idf as in Lucene.

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

namespace sluice {

/// Weight of each field of each level in a document. A table's document holds its database's, its
/// own and its columns' text; a column's document its database's, its table's and its own.
struct FieldWeights {
  std::array<std::array<float, field_count>, level_count> values{};

  float &operator()(Level level, TextField field) {
    return values[static_cast<std::size_t>(level)][static_cast<std::size_t>(field)];
  }
  float operator()(Level level, TextField field) const {
    return values[static_cast<std::size_t>(level)][static_cast<std::size_t>(field)];
  }

  /// Names only, each level counted once: the documents of the papers' BM25 rows.
  static FieldWeights names();
  /// Names, and what they imply at a weight of its own.
  static FieldWeights names_and_implied(float implied);
  /// The same without the text of one level.
  FieldWeights without(Level level) const;
};

struct Bm25Options {
  Level granularity = Level::column;
  float k1 = 1.2F;
  float b = 0.75F;
  FieldWeights weights = FieldWeights::names();
};

/// Document frequencies, lengths and their mean come from visible objects only. Immutable; any
/// threads at once. Keeps the index alive, but not what `visible` views, which must outlive it.
class Bm25 {
 public:
  /// O(objects). Throws Error(mismatch) if `visible` is not of the index's size; none: all is
  /// visible.
  explicit Bm25(std::shared_ptr<const LexicalIndex> index, Bm25Options options = {},
                std::optional<Visibility> visible = std::nullopt);

  /// The same of the index after these changes, as LexicalIndex::change makes it: equal to one made
  /// anew, prepared if this one is. It shares what did not change. Throws Error: invalid_argument
  /// (something is hidden), mismatch (the index is of another size). O(text of the changed
  /// databases + documents of their terms).
  Bm25 after(std::shared_ptr<const LexicalIndex> index,
             std::span<const LexicalChange> changes) const;

  /// One score an object of the granularity, hidden ones included (they get none).
  std::size_t size() const noexcept { return size_; }
  bool visible(std::size_t document) const noexcept;

  /// Adds `weight` times each document's score for `terms` (repeats count) to `scores`, of
  /// `size()`. O(occurrences of the terms, database and table names counting for every document
  /// below them).
  void add_scores(std::span<const std::string> terms, std::span<float> scores,
                  float weight = 1.0F) const;
  std::vector<float> scores(std::span<const std::string> terms) const;

  /// Puts the documents of every term together, so that scores at a weight of 1 cost O(documents
  /// that hold the terms). Takes O(all occurrences) once, and 8 bytes a term of a document. Does
  /// nothing for an index whose postings are kept elsewhere.
  void prepare();

  /// How rare a term is among the visible documents: ln(1 + (N - n + .5) / (n + .5)).
  float idf(const std::string &term) const;

  /// What a term is worth in some documents.
  struct TermCounts {
    float idf = 0;
    std::vector<float> counts;  ///< By document: weighted occurrences.
  };
  /// `documents` rise, each once. O(occurrences of the term + documents); once prepared,
  /// O(documents × log occurrences).
  TermCounts counts(std::string_view term, std::span<const std::uint32_t> documents) const;
  /// Adds to `scores`, of these documents, what add_scores adds for the term of these counts.
  void add_scores(const TermCounts &term, std::span<const std::uint32_t> documents,
                  std::span<float> scores, float weight = 1.0F) const;

  const LexicalIndex &index() const noexcept { return *index_; }
  std::shared_ptr<const LexicalIndex> share_index() const { return index_; }

 private:
  struct Hits;
  struct Lengths;
  struct Part;
  struct Prepared;
  /// First and behind the last.
  using Documents = std::pair<std::size_t, std::size_t>;
  Documents documents_of(const Posting &posting) const;
  void collect(std::span<const Posting> postings, Hits &hits) const;
  /// The documents that hold the term, rising.
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
  // k1 * (1 - b + b * length / mean length) is so much, and so much more with each length.
  float min_norm_ = 0, norm_by_length_ = 0;
  std::shared_ptr<const Prepared> prepared_;
};

}  // namespace sluice

#endif
