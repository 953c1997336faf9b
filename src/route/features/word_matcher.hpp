#ifndef SLUICE_SRC_ROUTE_FEATURES_WORD_MATCHER_HPP
#define SLUICE_SRC_ROUTE_FEATURES_WORD_MATCHER_HPP

/// How strongly a question's word means each stem of a schema, by every channel that needs no
/// training; kept by word and phrase.

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

namespace sluice::inline v0::detail {

/// Strengths above 0 to 1, each stem once. What is the word's own stem is not among them.
struct WordMatches {
  std::vector<StemMatch> synonyms;
  std::vector<StemMatch> vectors;
  std::vector<StemMatch> nearest;        ///< Vectors again, relative to the word's nearest stem.
  std::vector<StemMatch> encoded;        ///< By the encoder, where there is one.
  std::vector<StemMatch> abbreviations;  ///< Stems that may shorten it.
};

/// Any threads at once.
class WordMatcher {
 public:
  /// `encoder` may be none. Vectors of words that `whole` (a matcher by the same models, of the
  /// schema without a mask) has are taken from there; nullptr: `encoded`, if not null, are those of
  /// `stems` by the encoder.
  WordMatcher(std::shared_ptr<const SchemaStems> stems, const AnyEmbedder &words,
              const std::optional<AnyEmbedder> &encoder, const WordMatcher *whole,
              const QuantizedRows *encoded);
  /// That of stems that are the same as before, but for some. O(stems) memory is moved.
  WordMatcher(const WordMatcher &before, std::shared_ptr<const SchemaStems> stems,
              std::span<const StemId> changed);

  /// Of each word. Throws Error(cancelled) soon after `token` asks for it.
  std::vector<std::shared_ptr<const WordMatches>> matches(
      std::span<const ContentWord> words, const CancellationToken *token = nullptr) const;
  void forget() const;
  /// What matches that are kept take, about; at most the larger of 256 KiB and 16 KiB a stem, and
  /// 128 MiB, and what one question adds.
  std::size_t kept_bytes() const noexcept { return kept_bytes_.load(std::memory_order_relaxed); }
  /// Vectors of the stems by the encoder, which there has to be.
  QuantizedRows encoded_stems() const { return encoder_->stems.rows(); }

 private:
  static constexpr std::size_t max_kept = 65'536;
  std::size_t max_kept_bytes() const noexcept;

  struct Vectors {
    AnyEmbedder model;
    RowPieces stems;
  };
  static Vectors vectors_of(const SchemaStems &stems, const AnyEmbedder &model,
                            const SchemaStems *known_stems, const Vectors *known);
  static Vectors vectors_after(const Vectors &before, const SchemaStems &stems,
                               std::span<const StemId> changed);
  using Words = std::vector<const ContentWord *>;
  /// Row-major, words × stems: of a word alone or its phrase, whichever is nearer.
  static std::vector<float> cosines_of(const Vectors &vectors, const Words &words);
  /// Of a word by its cosines with the stems.
  static std::vector<StemMatch> near(std::span<const float> cosines, const StemId *own,
                                     std::vector<StemMatch> &nearest);

  std::shared_ptr<const SchemaStems> stems_;
  Abbreviations abbreviations_;
  std::optional<SynonymChannel> synonyms_;
  Vectors words_;
  std::optional<Vectors> encoder_;
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<std::string, std::shared_ptr<const WordMatches>> kept_;
  mutable std::atomic<std::size_t> kept_bytes_ = 0;
};

}  // namespace sluice::inline v0::detail

#endif
