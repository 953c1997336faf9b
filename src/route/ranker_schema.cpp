#include "sluice/route/ranker_schema.hpp"

#include <array>
#include <utility>

#include "route/features/schema_layout.hpp"
#include "route/features/word_matcher.hpp"
#include "route/zero_shot/sentence_vectors.hpp"
#include "sluice/core/error.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/index/hierarchy.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/index/value_index.hpp"
#include "sluice/route/meaning_vectors.hpp"

namespace sluice::inline v0 {

namespace {

/// The vectors that are present.
route_detail::KnownSentences known_of(const MeaningVectors *vectors) {
  if (vectors == nullptr) return {};
  const auto if_any = [](const QuantizedRows &rows) { return rows.size() > 0 ? &rows : nullptr; };
  return {&vectors->tables, if_any(vectors->qualified), &vectors->columns,
          if_any(vectors->databases)};
}

}  // namespace

RankerSchema::RankerSchema(std::shared_ptr<const JoinGraphs> graphs,
                           std::shared_ptr<const LexicalIndex> index,
                           const RankerEmbedders &embedders, const MeaningVectors *vectors)
    : embedders_(embedders),
      graphs_(std::move(graphs)),
      index_(std::move(index)),
      layout_(std::make_shared<const route_detail::SchemaLayout>(*graphs_, nullptr)) {
  if (index_->fingerprint() != catalog().fingerprint()) {
    throw Error(ErrorCode::mismatch, "the index was made of another catalog; index again");
  }
  const bool has_encoder = embedders.sentences.has_value();
  const QuantizedRows *stems = nullptr;
  if (vectors != nullptr) {
    check_sentences(*vectors, catalog(), has_encoder ? *embedders.sentences : embedders.words);
    const std::size_t listed = vectors->stems.size();
    const auto fits = [](const QuantizedRows &rows, std::size_t expected) {
      return rows.size() == 0 || rows.size() == expected;
    };
    if (!fits(vectors->qualified, catalog().table_count()) ||
        !fits(vectors->databases, catalog().database_count()) ||
        !fits(vectors->stems, layout_->stems.size())) {
      throw Error(ErrorCode::mismatch, "the index has the ranker's vectors of another catalog; "
                                       "index again");
    }
    if (has_encoder && listed != 0) stems = &vectors->stems;
  }
  matcher_ = std::make_shared<const route_detail::WordMatcher>(
      layout_->shared_stems, embedders.words, embedders.sentences, nullptr, stems);
  table_ = std::make_shared<const route_detail::SentenceVectors>(
      catalog(), embedders.words, route_detail::SentencesOf::tables, nullptr,
      has_encoder ? route_detail::KnownSentences{} : known_of(vectors));
  if (has_encoder) {
    encoder_ = std::make_shared<const route_detail::SentenceVectors>(
        catalog(), *embedders.sentences, route_detail::SentencesOf::databases, nullptr,
        known_of(vectors));
  }
  prepare_documents(std::nullopt);
}

std::size_t RankerSchema::cache_bytes() const noexcept { return matcher_->cache_bytes(); }

RankerSchema RankerSchema::masked_by(const Mask &mask) const {
  check_mask(&mask, catalog());
  RankerSchema seen = *this;
  seen.layout_ = std::make_shared<const route_detail::SchemaLayout>(*graphs_, &mask);
  seen.matcher_ = std::make_shared<const route_detail::WordMatcher>(
      seen.layout_->shared_stems, embedders_.words, embedders_.sentences, matcher_.get(), nullptr);
  const route_detail::WholeSentences whole_table(*table_);
  seen.table_ = std::make_shared<const route_detail::SentenceVectors>(
      catalog(), embedders_.words, route_detail::SentencesOf::tables, &mask, whole_table.known());
  if (encoder_) {
    seen.encoder_ = std::make_shared<const route_detail::SentenceVectors>(
        catalog(), *embedders_.sentences, route_detail::SentencesOf::databases, &mask,
        route_detail::WholeSentences(*encoder_).known());
  }
  seen.visibility_ = mask.visibility();
  seen.prepare_documents(seen.visibility_);
  return seen;
}

RankerSchema RankerSchema::after(std::shared_ptr<const JoinGraphs> graphs,
                                 std::shared_ptr<const LexicalIndex> index,
                                 const std::vector<LexicalChange> *changes) const {
  if (visibility_) throw Error(ErrorCode::invalid_argument, "a masked schema cannot be updated");
  if (index->fingerprint() != graphs->catalog().fingerprint())
    throw Error(ErrorCode::mismatch, "the index was made of another catalog; index again");
  RankerSchema now = *this;
  now.graphs_ = std::move(graphs);
  now.index_ = std::move(index);
  now.is_update_ = true;
  now.values_ = nullptr;
  now.layout_ =
      std::make_shared<const route_detail::SchemaLayout>(*layout_, catalog(), *now.graphs_);
  if (!now.layout_->changed_stems.empty()) {
    now.matcher_ = std::make_shared<const route_detail::WordMatcher>(
        *matcher_, now.layout_->shared_stems, now.layout_->changed_stems);
  }
  for (auto *vectors : {&now.table_, &now.encoder_}) {
    if (!*vectors) continue;
    *vectors =
        std::make_shared<const route_detail::SentenceVectors>(**vectors, catalog(), now.catalog());
  }
  if (changes == nullptr) {
    now.prepare_documents(std::nullopt);
    return now;
  }
  for (auto *documents : {&now.databases_, &now.tables_, &now.table_names_})
    *documents = std::make_shared<const Bm25>((*documents)->after(now.index_, *changes));
  return now;
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
    Bm25 documents(index_, options, seen);
    documents.prepare();
    return std::make_shared<const Bm25>(std::move(documents));
  };
  databases_ = prepare({.granularity = Level::database, .weights = all});
  tables_ = prepare({.granularity = Level::table, .b = 0.5F, .weights = all});
  table_names_ =
      prepare({.granularity = Level::table, .b = 0.5F, .weights = all.without(Level::column)});
}

MeaningVectors RankerSchema::complete(MeaningVectors vectors) const {
  if (!encoder_) return vectors;
  vectors.qualified = encoder_->qualified.rows();
  vectors.databases = encoder_->databases.rows();
  vectors.stems = matcher_->encoded_stems();
  if (!is_update_) return vectors;
  // In the order in which a new layout numbers them.
  const route_detail::SchemaLayout rebuilt(*graphs_, nullptr);
  RowQuantizer stems(vectors.stems.dimensions());
  for (std::size_t stem = 0; stem < rebuilt.stems.size(); ++stem)
    stems.add(vectors.stems, std::array{*layout_->find(rebuilt.stems[stem].text)});
  vectors.stems = stems.finish();
  return vectors;
}

void RankerSchema::clear_word_cache() const { matcher_->clear_cache(); }

}  // namespace sluice::inline v0
