#ifndef SLUICE_ROUTE_RANKER_SCHEMA_HPP
#define SLUICE_ROUTE_RANKER_SCHEMA_HPP

/// A catalog prepared for the trained ranker: where each stem occurs, which tables join, and
/// vectors of words, tables and columns.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/visibility.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "sluice/schema/mask.hpp"

namespace sluice::inline v0 {

/// The embedders that features come from.
struct RankerEmbedders {
  AnyEmbedder words;                     ///< Cheap: the static table.
  std::optional<AnyEmbedder> sentences;  ///< An encoder, if there is one.
};

class Bm25;
struct LexicalChange;
class LexicalIndex;
struct MeaningVectors;
class ValueIndex;

namespace route_detail {
struct SchemaLayout;
class WordMatcher;
struct SentenceVectors;
}  // namespace route_detail

/// Immutable. Thread-safe. Copies share everything. Matches of a question's words are cached for
/// later questions (at most 65,536 words and about 128 MiB).
class RankerSchema {
 public:
  /// Throws Error(mismatch) if `index` is not of the graphs' catalog. `vectors`: known vectors to
  /// reuse, by the encoder or, without one, by `embedders.words`; nullptr means none. Throws as
  /// check_sentences does. O(text), including embedding it.
  RankerSchema(std::shared_ptr<const JoinGraphs> graphs, std::shared_ptr<const LexicalIndex> index,
               const RankerEmbedders &embedders, const MeaningVectors *vectors = nullptr);

  /// The schema for another catalog, that of `graphs`. Equivalent to a new RankerSchema, but shares
  /// with this one what did not change. `changes` are those of the text (see lexical_changes);
  /// nullptr means too many to list. The result has no content. O(databases + stems + text of
  /// changed databases) with `changes`. Throws Error(mismatch) if `index` is of another catalog,
  /// Error(invalid_argument) if this schema is masked.
  RankerSchema after(std::shared_ptr<const JoinGraphs> graphs,
                     std::shared_ptr<const LexicalIndex> index,
                     const std::vector<LexicalChange> *changes) const;

  /// The schema of the visible part of the catalog, as if the rest did not exist. Vectors of
  /// unchanged texts are shared. The mask must outlive the result. O(text).
  RankerSchema masked_by(const Mask &mask) const;

  /// The same with the content of its databases, or without if `values` is nullptr. Everything else
  /// is shared. Throws Error(mismatch) if the values are of another catalog.
  RankerSchema with_values(std::shared_ptr<const ValueIndex> values) const;

  /// Approximate size of the cached matches of words.
  std::size_t cache_bytes() const noexcept;

  const Catalog &catalog() const noexcept { return graphs_->catalog(); }
  const JoinGraphs &graphs() const noexcept { return *graphs_; }
  const RankerEmbedders &embedders() const noexcept { return embedders_; }
  /// nullptr if only the schema is known.
  const std::shared_ptr<const ValueIndex> &values() const noexcept { return values_; }

  /// Adds to the vectors of this catalog those that only the ranker needs, if there is an encoder.
  MeaningVectors complete(MeaningVectors vectors) const;

  /// The embedder of sentences: the encoder, or `embedders().words` without one.
  const AnyEmbedder &sentence_embedder() const noexcept {
    return embedders_.sentences ? *embedders_.sentences : embedders_.words;
  }

  /// Empties the cache of matches, so that a measurement starts cold.
  void clear_word_cache() const;

 private:
  friend class RankerFeatures;

  void prepare_documents(std::optional<Visibility> seen);

  RankerEmbedders embedders_;
  std::shared_ptr<const JoinGraphs> graphs_;
  std::shared_ptr<const LexicalIndex> index_;
  std::shared_ptr<const route_detail::SchemaLayout> layout_;
  std::shared_ptr<const route_detail::WordMatcher> matcher_;
  std::shared_ptr<const route_detail::SentenceVectors> table_;    // by embedders_.words
  std::shared_ptr<const route_detail::SentenceVectors> encoder_;  // nullptr without an encoder
  std::shared_ptr<const Bm25> databases_;
  std::shared_ptr<const Bm25> tables_;
  std::shared_ptr<const Bm25> table_names_;
  std::shared_ptr<const ValueIndex> values_;
  std::optional<Visibility> visibility_;
  bool is_update_ = false;  // made by `after`: stems are numbered in another order
};

}  // namespace sluice::inline v0

#endif
