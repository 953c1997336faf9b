#ifndef SLUICE_SRC_ROUTE_FEATURES_WORD_MATCHER_HPP
#define SLUICE_SRC_ROUTE_FEATURES_WORD_MATCHER_HPP

/// How strongly a question's word means each stem of a schema, by every channel that needs no
/// training. Cached by word and phrase.

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "abbreviations.hpp"
#include "embed/synonym_channel.hpp"
#include "index/row_pieces.hpp"
#include "schema_stems.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/route/content_words.hpp"

namespace sluice::inline v0::route_detail {

/// Strengths in (0, 1], without duplicate stems. The synonyms and similar stems exclude the word's
/// own stem.
struct WordMatches {
  std::vector<StemMatch> synonyms;
  std::vector<StemMatch> vectors;
  std::vector<StemMatch> nearest;        ///< By vectors again, relative to the word's nearest stem.
  std::vector<StemMatch> encoded;        ///< By the encoder, if there is one.
  std::vector<StemMatch> abbreviations;  ///< Stems that may abbreviate it.
};

/// Thread-safe.
class WordMatcher {
 public:
  /// `whole`: a matcher with the same models for the unmasked schema, whose vectors are reused; may
  /// be nullptr. `encoded`: vectors of `stems` by the encoder, used if `whole` is nullptr; may be
  /// nullptr.
  WordMatcher(std::shared_ptr<const SchemaStems> stems, const AnyEmbedder &words,
              const std::optional<AnyEmbedder> &encoder, const WordMatcher *whole,
              const QuantizedRows *encoded);
  /// An update of `before` for stems of which only `changed` (sorted) differ. Copies O(stems)
  /// memory.
  WordMatcher(const WordMatcher &before, std::shared_ptr<const SchemaStems> stems,
              std::span<const StemId> changed);

  /// The matches of each word. Throws Error(cancelled) soon after `token` asks for it.
  std::vector<std::shared_ptr<const WordMatches>> matches(
      std::span<const ContentWord> words, const CancellationToken *token = nullptr) const;
  void clear_cache() const;
  /// Approximate size of the cached matches: at most 16 KiB per stem, but within [256 KiB, 128
  /// MiB], plus the matches of one question.
  std::size_t cache_bytes() const noexcept { return cache_bytes_.load(std::memory_order_relaxed); }
  /// Vectors of the stems by the encoder. Requires an encoder.
  QuantizedRows encoded_stems() const { return encoder_->stems.rows(); }

 private:
  static constexpr std::size_t max_cached_words = 65'536;
  std::size_t max_cache_bytes() const noexcept;

  struct Vectors {
    AnyEmbedder model;
    index_detail::RowPieces stems;
  };
  static Vectors vectors_of(const SchemaStems &stems, const AnyEmbedder &model,
                            const SchemaStems *known_stems, const Vectors *known);
  static Vectors vectors_after(const Vectors &before, const SchemaStems &stems,
                               std::span<const StemId> changed);
  using Words = std::vector<const ContentWord *>;
  /// Row-major, words × stems: the greater cosine of the word alone and of its phrase.
  static std::vector<float> cosines_of(const Vectors &vectors, const Words &words);
  /// The matches of a word by its cosines with the stems; appends the relative ones to `nearest`.
  static std::vector<StemMatch> near(std::span<const float> cosines, const StemId *own,
                                     std::vector<StemMatch> &nearest);

  std::shared_ptr<const SchemaStems> stems_;
  Abbreviations abbreviations_;
  std::optional<SynonymChannel> synonyms_;
  Vectors words_;
  std::optional<Vectors> encoder_;
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<std::string, std::shared_ptr<const WordMatches>> cache_;
  mutable std::atomic<std::size_t> cache_bytes_ = 0;
};

}  // namespace sluice::inline v0::route_detail

#endif
