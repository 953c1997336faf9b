#include "store/store_vectors.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "sluice/core/error.hpp"
#include "sluice/index/vector_index.hpp"
#include "sluice/retrieve/dense_candidates.hpp"

namespace sluice::inline v0 {
namespace {

/// Row-major, probes × found vectors, as in ExactIndex.
std::vector<float> cosines(std::span<const float> probes, const FoundVectors &found,
                           std::size_t dimensions) {
  const ExactIndex index(found.vectors, dimensions);
  std::vector<float> rows(probes.size() / dimensions * index.size());
  for (std::size_t p = 0; p * dimensions < probes.size(); ++p) {
    index.similarities(probes.subspan(p * dimensions, dimensions),
                       std::span(rows).subspan(p * index.size(), index.size()));
  }
  return rows;
}

}  // namespace

StoreVectorCandidates::StoreVectorCandidates(std::shared_ptr<const StoreSnapshot> snapshot,
                                             AnyEmbedder model, SearchMode mode,
                                             float question_weight)
    : snapshot_(std::move(snapshot)),
      model_(std::move(model)),
      mode_(mode),
      question_weight_(question_weight) {
  if (snapshot_->settings().embedder != model_.fingerprint()) {
    throw Error(ErrorCode::mismatch, "the store has no vectors, or those of another embedder");
  }
}

CandidatePool StoreVectorCandidates::candidates(const ProbeSet &probes, const Mask *mask,
                                                std::size_t pool) const {
  const Hierarchy &hierarchy = snapshot_->hierarchy();
  VectorQuery query{.level = Level::column,
                    .vectors = {},
                    .dimensions = model_.dimensions(),
                    .nearest = pool,
                    .mode = mode_};
  std::vector<std::int64_t> seen;
  if (mask != nullptr) {
    query.mode = SearchMode::exact;
    for (const DatabaseId database : hierarchy.databases()) {
      if (!visible(mask, database)) continue;
      seen.push_back(snapshot_->entries()[database.index()].id);
      // At most so many more come before the last wanted one.
      for (const ColumnId column : hierarchy.columns(database)) {
        query.nearest += visible(mask, column) ? 0 : 1;
      }
    }
    query.databases = seen;
  }
  const std::vector<float> vectors = probe_vectors(probes);
  query.vectors = vectors;
  FoundVectors found = snapshot_->store().nearest(query);
  snapshot_->check(found.version);

  std::vector<ColumnId> columns;
  for (const StoreObject &object : found.objects) {
    const auto column = snapshot_->column(object);
    if (!column) {
      throw Error(ErrorCode::malformed,
                  "the store has vectors of columns that do not exist; load it again");
    }
    columns.push_back(*column);
  }
  const std::vector<float> scores = cosines(vectors, found, model_.dimensions());
  CandidatePool kept = pool_of(
      scores, probes.probes.size(), columns.size(),
      [&](ColumnId place) { return visible(mask, columns[place.index()]); }, pool);
  for (ColumnId &column : kept.columns) column = columns[column.index()];
  return kept;
}

std::vector<float> StoreVectorCandidates::similarities(const ProbeSet &probes, const Mask *,
                                                       std::span<const ColumnId> columns) const {
  std::vector<StoreObject> wanted;
  for (const ColumnId column : columns) wanted.push_back(snapshot_->object(column));
  std::ranges::sort(wanted);
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  const FoundVectors found = snapshot_->store().vectors(Level::column, wanted);
  snapshot_->check(found.version);
  if (found.objects != wanted) {
    throw Error(ErrorCode::malformed, "the store lacks vectors of columns; load it again");
  }
  const std::vector<float> scores = cosines(probe_vectors(probes), found, model_.dimensions());
  std::vector<ColumnId> places;
  for (const ColumnId column : columns) {
    const StoreObject object = snapshot_->object(column);
    places.emplace_back(
        static_cast<std::size_t>(std::ranges::lower_bound(wanted, object) - wanted.begin()));
  }
  return scores_of(scores, probes.probes.size(), wanted.size(), places);
}

std::vector<float> StoreVectorCandidates::probe_vectors(const ProbeSet &probes) const {
  std::vector<std::string> texts = probe_texts(probes);
  texts.push_back(probes.question);
  const std::size_t dimensions = model_.dimensions();
  std::vector<float> vectors = embed_all(model_, texts);
  const auto all = std::span(vectors);
  join_question(all.first((texts.size() - 1) * dimensions), all.last(dimensions), question_weight_);
  vectors.resize((texts.size() - 1) * dimensions);
  return vectors;
}

}  // namespace sluice::inline v0
