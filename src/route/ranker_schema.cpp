#include "sluice/route/ranker_schema.hpp"

#include <utility>

#include "schema_layout.hpp"
#include "sentence_vectors.hpp"
#include "sluice/core/error.hpp"
#include "word_matcher.hpp"

namespace sluice {

RankerSchema::RankerSchema(std::shared_ptr<const JoinGraphs> graphs,
                           std::shared_ptr<const LexicalIndex> index,
                           const RankerEmbedders &embedders)
    : embedders_(embedders),
      graphs_(std::move(graphs)),
      index_(std::move(index)),
      layout_(std::make_shared<const detail::SchemaLayout>(*graphs_, nullptr)),
      matcher_(std::make_shared<const detail::WordMatcher>(*layout_, embedders.words,
                                                           embedders.sentences)),
      table_(std::make_shared<const detail::SentenceVectors>(catalog(), embedders.words, nullptr)) {
  if (index_->fingerprint() != catalog().fingerprint()) {
    throw Error(ErrorCode::mismatch, "the index was made of another catalog; index again");
  }
  if (embedders.sentences) {
    encoder_ =
        std::make_shared<const detail::SentenceVectors>(catalog(), *embedders.sentences, nullptr);
  }
  prepare_documents(std::nullopt);
}

RankerSchema RankerSchema::seen_through(const Mask &mask) const {
  check_mask(&mask, catalog());
  RankerSchema seen = *this;
  seen.layout_ = std::make_shared<const detail::SchemaLayout>(*graphs_, &mask);
  seen.matcher_ = std::make_shared<const detail::WordMatcher>(*seen.layout_, embedders_.words,
                                                              embedders_.sentences);
  seen.table_ = std::make_shared<const detail::SentenceVectors>(catalog(), embedders_.words, &mask,
                                                                table_.get());
  if (encoder_) {
    seen.encoder_ = std::make_shared<const detail::SentenceVectors>(
        catalog(), *embedders_.sentences, &mask, encoder_.get());
  }
  seen.seen_ = mask.visibility();
  seen.prepare_documents(seen.seen_);
  return seen;
}

RankerSchema RankerSchema::with_values(std::shared_ptr<const ValueIndex> values) const {
  if (values != nullptr && values->fingerprint() != catalog().fingerprint()) {
    throw Error(ErrorCode::mismatch, "the values are of another catalog; read them again");
  }
  RankerSchema known = *this;
  known.values_ = std::move(values);
  return known;
}

void RankerSchema::prepare_documents(std::optional<Visibility> seen) {
  const FieldWeights all = FieldWeights::names_and_implied(0.3F);
  const auto prepare = [&](Bm25Options options) {
    return std::make_shared<const Bm25>(index_, options, seen);
  };
  databases_ = prepare({.granularity = Level::database, .weights = all});
  tables_ = prepare({.granularity = Level::table, .b = 0.5F, .weights = all});
  table_names_ =
      prepare({.granularity = Level::table, .b = 0.5F, .weights = all.without(Level::column)});
}

void RankerSchema::forget_words() const { matcher_->forget(); }

}  // namespace sluice
