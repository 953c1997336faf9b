#include "word_matcher.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

#include "route/features/kernels/ranker_kernels.hpp"

namespace sluice::inline v0::route_detail {
namespace {

/// Cosines of unrelated words can reach this.
constexpr float floor_of_cosines = 0.3F;

std::size_t bytes_of(const std::string &key, const WordMatches &matches) {
  constexpr std::size_t overhead = 320;  // the lists, the entry, and rounding by the allocator
  std::size_t count = 0;
  for (const auto *list : {&matches.synonyms, &matches.vectors, &matches.nearest, &matches.encoded,
                           &matches.abbreviations}) {
    count += list->capacity();
  }
  return overhead + 2 * key.size() + count * sizeof(StemMatch);
}

/// The key of a word in the cache.
std::string key_of(const ContentWord &word) { return word.word + '\n' + word.phrase; }

}  // namespace

WordMatcher::Vectors WordMatcher::vectors_of(const SchemaStems &stems, const AnyEmbedder &model,
                                             const SchemaStems *known_stems, const Vectors *known) {
  constexpr std::uint32_t to_embed = UINT32_MAX;
  std::vector<std::uint32_t> places;
  std::vector<std::string_view> texts;
  for (std::size_t stem = 0; stem < stems.size(); ++stem) {
    const StemId *same = known != nullptr ? known_stems->find(stems[stem].text) : nullptr;
    // The surface of a stem may differ because it depends on hidden objects.
    const bool is_known = same != nullptr && (*known_stems)[*same].surface == stems[stem].surface;
    places.push_back(is_known ? *same : to_embed);
    if (!is_known) texts.emplace_back(stems[stem].surface);
  }
  std::vector<float> vectors(texts.size() * model.dimensions());
  if (!texts.empty()) model.embed(texts, vectors);
  QuantizedRows made(vectors, model.dimensions());
  if (known == nullptr) return {model, index_detail::RowPieces(std::move(made))};
  const QuantizedRows all_known = known->stems.rows();
  RowQuantizer rows(model.dimensions());
  std::uint32_t next = 0;
  for (const std::uint32_t place : places) {
    if (place == to_embed) {
      rows.add(made, std::array{next++});
    } else {
      rows.add(all_known, std::array{place});
    }
  }
  return {model, index_detail::RowPieces(rows.finish())};
}

WordMatcher::Vectors WordMatcher::vectors_after(const Vectors &before, const SchemaStems &stems,
                                                std::span<const StemId> changed) {
  constexpr std::size_t in_block = 1024;  // rows that are copied if one of them changes
  const AnyEmbedder &model = before.model;
  std::vector<std::string_view> texts;
  for (const StemId stem : changed) {
    if (!stems[stem].text.empty()) texts.emplace_back(stems[stem].surface);
  }
  std::vector<float> vectors((texts.size() + 1) * model.dimensions(), 0.0F);
  if (!texts.empty())
    model.embed(texts, std::span(vectors).first(texts.size() * model.dimensions()));
  const QuantizedRows made(vectors, model.dimensions());
  const auto zero_row = static_cast<std::uint32_t>(texts.size());  // of zeros, similar to no word
  std::uint32_t next = 0;

  Vectors after{model, index_detail::RowPieces(model.dimensions())};
  for (auto of = changed.begin(); of != changed.end();) {
    const std::size_t first = *of / in_block * in_block;
    const std::size_t end = std::min(first + in_block, stems.size());
    const std::size_t done = after.stems.size();
    after.stems.append(before.stems, done, first - done);
    const std::size_t known = std::min(end, std::max(first, before.stems.size())) - first;
    const QuantizedRows old = before.stems.rows(first, known);
    RowQuantizer rows(model.dimensions());
    for (std::size_t stem = first; stem < end; ++stem) {
      if (of == changed.end() || *of != stem) {
        rows.add(old, std::array{static_cast<std::uint32_t>(stem - first)});
        continue;
      }
      ++of;
      rows.add(made, std::array{stems[stem].text.empty() ? zero_row : next++});
    }
    after.stems.append(rows.finish());
  }
  const std::size_t done = after.stems.size();
  after.stems.append(before.stems, done, stems.size() - done);
  return after;
}

WordMatcher::WordMatcher(std::shared_ptr<const SchemaStems> stems, const AnyEmbedder &words,
                         const std::optional<AnyEmbedder> &encoder, const WordMatcher *whole,
                         const QuantizedRows *encoded)
    : stems_(std::move(stems)),
      abbreviations_(*stems_),
      words_(vectors_of(*stems_, words, whole != nullptr ? whole->stems_.get() : nullptr,
                        whole != nullptr ? &whole->words_ : nullptr)) {
  if (Synonyms::is_shipped()) {
    std::vector<std::string> texts;
    for (std::size_t stem = 0; stem < stems_->size(); ++stem) texts.push_back((*stems_)[stem].text);
    synonyms_.emplace(Synonyms::shipped(), texts);
  }
  if (!encoder) return;
  if (whole != nullptr) {
    encoder_.emplace(vectors_of(*stems_, *encoder, whole->stems_.get(), &*whole->encoder_));
  } else if (encoded != nullptr) {
    encoder_.emplace(Vectors{*encoder, index_detail::RowPieces(*encoded)});
  } else {
    encoder_.emplace(vectors_of(*stems_, *encoder, nullptr, nullptr));
  }
}

WordMatcher::WordMatcher(const WordMatcher &before, std::shared_ptr<const SchemaStems> stems,
                         std::span<const StemId> changed)
    : stems_(std::move(stems)),
      abbreviations_(before.abbreviations_, *stems_, changed),
      words_(vectors_after(before.words_, *stems_, changed)) {
  if (before.synonyms_) {
    SynonymChannel::Changed texts;
    for (const StemId stem : changed) texts.emplace_back(stem, (*stems_)[stem].text);
    synonyms_.emplace(*before.synonyms_, stems_->size(), texts);
  }
  if (before.encoder_) encoder_.emplace(vectors_after(*before.encoder_, *stems_, changed));
}

std::vector<float> WordMatcher::cosines_of(const Vectors &vectors, const Words &words) {
  std::vector<std::string_view> texts;
  for (const ContentWord *word : words) texts.emplace_back(word->word);
  for (const ContentWord *word : words) {
    if (!word->phrase.empty() && std::ranges::find(texts, word->phrase) == texts.end())
      texts.emplace_back(word->phrase);
  }
  std::vector<float> of_texts(texts.size() * vectors.model.dimensions());
  vectors.model.embed(texts, of_texts);
  const std::size_t stems = vectors.stems.size();
  std::vector<float> cosines(texts.size() * stems);
  vectors.stems.similarities(of_texts, cosines);
  for (std::size_t w = 0; w < words.size(); ++w) {
    if (words[w]->phrase.empty()) continue;
    const auto phrase = std::ranges::find(texts, words[w]->phrase) - texts.begin();
    float *of_word = cosines.data() + w * stems;
    const float *of_phrase = cosines.data() + static_cast<std::size_t>(phrase) * stems;
    for (std::size_t stem = 0; stem < stems; ++stem)
      of_word[stem] = std::max(of_word[stem], of_phrase[stem]);
  }
  cosines.resize(words.size() * stems);
  return cosines;
}

std::vector<StemMatch> WordMatcher::near(std::span<const float> cosines, const StemId *own,
                                         std::vector<StemMatch> &nearest) {
  const auto places = std::make_unique_for_overwrite<std::uint32_t[]>(cosines.size());
  const std::span above(places.get(), ranker_kernels().above(cosines.data(), cosines.size(),
                                                             floor_of_cosines, places.get()));
  float best = 1;  // the cosine of the word with itself
  if (own == nullptr) {
    best = 0.4F;
    for (const std::uint32_t stem : above) best = std::max(best, cosines[stem]);
  }
  std::vector<StemMatch> found;
  found.reserve(above.size());
  for (const std::uint32_t stem : above) {
    if (own != nullptr && *own == stem) continue;
    const float strength = (cosines[stem] - floor_of_cosines) / (1 - floor_of_cosines);
    found.push_back({stem, std::min(1.0F, strength)});
    constexpr float wide = 0.25F;  // further off, the exponential is below 0.05
    if (cosines[stem] < best - wide) continue;
    const float relative = std::exp((cosines[stem] - best) / 0.08F);
    if (relative > 0.05F) nearest.push_back({stem, std::min(1.0F, relative)});
  }
  return found;
}

std::vector<std::shared_ptr<const WordMatches>> WordMatcher::matches(
    std::span<const ContentWord> words, const CancellationToken *token) const {
  std::vector<std::shared_ptr<const WordMatches>> found(words.size());
  Words unknown;
  {
    const std::shared_lock lock(mutex_);
    for (std::size_t w = 0; w < words.size(); ++w) {
      const auto known = cache_.find(key_of(words[w]));
      if (known != cache_.end()) {
        found[w] = known->second;
      } else {
        unknown.push_back(&words[w]);
      }
    }
  }
  if (unknown.empty()) return found;
  check_cancelled(token);
  const std::vector<float> near_words = cosines_of(words_, unknown);
  check_cancelled(token);
  const std::vector<float> encoded =
      encoder_ ? cosines_of(*encoder_, unknown) : std::vector<float>();
  const std::size_t stems = stems_->size();
  for (std::size_t u = 0; u < unknown.size(); ++u) {
    check_cancelled(token);
    const ContentWord &word = *unknown[u];
    auto matches = std::make_shared<WordMatches>();
    const StemId *own = stems_->find(word.stem);
    if (synonyms_) {
      const std::string_view texts[] = {word.word, word.phrase};
      matches->synonyms = synonyms_->matches(std::span(texts).first(word.phrase.empty() ? 1 : 2));
      if (own != nullptr) {
        std::erase_if(matches->synonyms, [own](const StemMatch &of) { return of.stem == *own; });
      }
    }
    matches->abbreviations = abbreviations_.of(word.word);
    const auto of_word = [&](const std::vector<float> &cosines) {
      return std::span(cosines).subspan(u * stems, stems);
    };
    matches->vectors = near(of_word(near_words), own, matches->nearest);
    std::vector<StemMatch> unused;
    if (encoder_) matches->encoded = near(of_word(encoded), own, unused);
    found[static_cast<std::size_t>(unknown[u] - words.data())] = std::move(matches);
  }
  const std::unique_lock lock(mutex_);
  for (const ContentWord *word : unknown) {
    if (cache_.size() >= max_cached_words || cache_bytes() >= max_cache_bytes()) {
      cache_.clear();
      cache_bytes_ = 0;
    }
    const auto [at, is_new] =
        cache_.emplace(key_of(*word), found[static_cast<std::size_t>(word - words.data())]);
    if (is_new) cache_bytes_ += bytes_of(at->first, *at->second);
  }
  return found;
}

void WordMatcher::clear_cache() const {
  const std::unique_lock lock(mutex_);
  cache_.clear();
  cache_bytes_ = 0;
}

std::size_t WordMatcher::max_cache_bytes() const noexcept {
  constexpr std::size_t min_bytes = std::size_t{256} << 10, max_bytes = std::size_t{128} << 20;
  constexpr std::size_t bytes_per_stem = std::size_t{16} << 10;
  return std::clamp(stems_->size() * bytes_per_stem, min_bytes, max_bytes);
}

}  // namespace sluice::inline v0::route_detail
