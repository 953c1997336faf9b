#ifndef SLUICE_ROUTE_RANKER_SCHEMA_HPP
#define SLUICE_ROUTE_RANKER_SCHEMA_HPP

/// A catalog prepared for the trained ranker: where each stem stands, which tables join, vectors of
/// words, tables and columns.

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

/// The models of meaning that features come from.
struct RankerEmbedders {
  AnyEmbedder words;                     ///< Cheap: the static table.
  std::optional<AnyEmbedder> sentences;  ///< An encoder, where there is one.
};

class Bm25;
struct LexicalChange;
class LexicalIndex;
struct MeaningVectors;
class ValueIndex;

namespace detail {
struct SchemaLayout;
class WordMatcher;
struct SentenceVectors;
}  // namespace detail

/// Immutable; any threads at once; copies share all. Matches of a question's words are kept for the
/// next question (at most 65,536 words, and 128 MiB).
class RankerSchema {
 public:
  /// `index` has to be of the graphs' catalog; else Error(mismatch). `vectors`: some that are there
  /// already, by the encoder or, without one, by `embedders.words`; nullptr: none. Throws as
  /// check_sentences does. O(text), embedding it included.
  RankerSchema(std::shared_ptr<const JoinGraphs> graphs, std::shared_ptr<const LexicalIndex> index,
               const RankerEmbedders &embedders, const MeaningVectors *vectors = nullptr);

  /// That of another catalog, the graphs'; this one has to be of a whole catalog. Equal to one made
  /// anew, and shares with this one what did not change. `changes` are those of the text, as
  /// `lexical_changes` finds them; nullptr: too many. It knows no content. O(databases + stems +
  /// text of changed databases) where there are `changes`. Throws Error(mismatch) if `index` is of
  /// another catalog.
  RankerSchema after(std::shared_ptr<const JoinGraphs> graphs,
                     std::shared_ptr<const LexicalIndex> index,
                     const std::vector<LexicalChange> *changes) const;

  /// The same made of what the mask shows only, as if the rest were not there. Vectors of texts
  /// that did not change are shared. The mask must outlive the result. O(text).
  RankerSchema masked_by(const Mask &mask) const;

  /// The same with the content of its databases; nullptr: without. All else is shared. Throws
  /// Error(mismatch) if the values are of another catalog.
  RankerSchema with_values(std::shared_ptr<const ValueIndex> values) const;

  /// What is kept of words for the next question takes, about.
  std::size_t kept_bytes() const noexcept;

  const Catalog &catalog() const noexcept { return graphs_->catalog(); }
  const JoinGraphs &graphs() const noexcept { return *graphs_; }
  const RankerEmbedders &embedders() const noexcept { return embedders_; }
  /// nullptr: only the schema is known.
  const std::shared_ptr<const ValueIndex> &values() const noexcept { return values_; }

  /// The vectors of a catalog with what the ranker needs beside them. Equal to those made here.
  MeaningVectors complete(MeaningVectors vectors) const;

  /// The embedder of sentences: the encoder, or `embedders().words` without one.
  const AnyEmbedder &sentence_embedder() const noexcept {
    return embedders_.sentences ? *embedders_.sentences : embedders_.words;
  }

  /// Drops what was kept of words, so that a measurement starts cold.
  void forget_words() const;

 private:
  friend class RankerFeatures;

  void prepare_documents(std::optional<Visibility> seen);

  RankerEmbedders embedders_;
  std::shared_ptr<const JoinGraphs> graphs_;
  std::shared_ptr<const LexicalIndex> index_;
  std::shared_ptr<const detail::SchemaLayout> layout_;
  std::shared_ptr<const detail::WordMatcher> matcher_;
  std::shared_ptr<const detail::SentenceVectors> table_;    // by the static table
  std::shared_ptr<const detail::SentenceVectors> encoder_;  // null without an encoder
  std::shared_ptr<const Bm25> databases_;
  std::shared_ptr<const Bm25> tables_;
  std::shared_ptr<const Bm25> table_names_;
  std::shared_ptr<const ValueIndex> values_;
  std::optional<Visibility> seen_;
  bool follows_ = false;  // another one: stems have other numbers than when made anew
};

}  // namespace sluice::inline v0

#endif
