#ifndef SLUICE_RETRIEVE_DENSE_CANDIDATES_HPP
#define SLUICE_RETRIEVE_DENSE_CANDIDATES_HPP

/// Finds candidates by the similarity of vectors. Source: Kothyari et al. 2023 (CRUSH4SQL), section
/// 3.2.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/embed/embedder.hpp"
#include "sluice/index/adaptive_index.hpp"
#include "sluice/index/quantized_rows.hpp"
#include "sluice/index/vector_index.hpp"
#include "sluice/retrieve/candidates.hpp"

namespace sluice::inline v0 {

/// The text of a column that is embedded; names are the readable ones.
enum class ColumnText : std::uint8_t {
  table_column,           ///< "table column"
  database_table_column,  ///< "database table column"
};

/// The text of each column, by ColumnId.
std::vector<std::string> column_texts(const Catalog &catalog,
                                      ColumnText form = ColumnText::database_table_column);

/// Replaces each row of `probes` by unit(probe + weight × question). Rows of zeros stay. The
/// dimension of a row is that of `question`.
void join_question(std::span<float> probes, std::span<const float> question, float weight);

/// Embeds every column of a catalog, in one batch. Row i is ColumnId i. O(text).
template <Embedder Model>
ExactIndex embed_columns(const Catalog &catalog, const Model &model,
                         ColumnText form = ColumnText::database_table_column) {
  return ExactIndex(embed_all(model, column_texts(catalog, form)), model.dimensions());
}

/// The same with 8 bits per number, embedded in batches, and with a graph if there are many
/// columns. O(text), and the time for building the graph.
template <Embedder Model>
AdaptiveIndex index_columns(const Catalog &catalog, const Model &model,
                            ColumnText form = ColumnText::database_table_column,
                            std::size_t graph_from = AdaptiveIndex::default_graph_from,
                            const Progress &progress = {}) {
  const std::vector<std::string> texts = column_texts(catalog, form);
  const auto write = [&](std::size_t first, std::span<float> vectors) {
    const std::span part = std::span(texts).subspan(first, vectors.size() / model.dimensions());
    const std::vector<std::string_view> views(part.begin(), part.end());
    model.embed(views, vectors);
  };
  return AdaptiveIndex::build(quantize_rows(texts.size(), model.dimensions(), write), graph_from,
                              progress);
}

/// An embedder that can encode a probe in the context of its question. `probe_vectors(probes)`
/// returns one vector per probe, row-major, each of unit length or all zero.
template <class T>
concept ProbeEmbedder = Embedder<T> && requires(const T &model, const ProbeSet &probes) {
  { model.probe_vectors(probes) } -> std::same_as<std::vector<float>>;
};

/// Cosine of a column with unit(probe + weight × question). This approximates CRUSH4SQL's
/// contextual probes, which a ProbeEmbedder computes. Candidates are those that the index finds for
/// each probe; with a mask, by its search with a condition, which in a model of VectorIndex is
/// exact. Models RescoringSource. As thread-safe as the embedder. O(probes × search).
template <Embedder Model, VectorIndex Index = ExactIndex>
class DenseCandidates {
 public:
  /// `index`: row i is ColumnId i, as from `embed_columns` with the same model.
  DenseCandidates(std::shared_ptr<const Catalog> catalog, Model model, Index index,
                  float question_weight = 1.0F)
      : DenseCandidates(std::move(catalog), std::move(model),
                        std::make_shared<const Index>(std::move(index)), question_weight) {}
  DenseCandidates(std::shared_ptr<const Catalog> catalog, Model model,
                  std::shared_ptr<const Index> index, float question_weight = 1.0F)
      : catalog_(std::move(catalog)),
        model_(std::move(model)),
        index_(std::move(index)),
        question_weight_(question_weight) {}

  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const {
    const std::vector<float> vectors = probe_vectors(probes);
    const std::vector<ColumnId> columns = nearest(vectors, mask, pool);
    CandidatePool kept = pool_of(
        cosines(vectors, columns), probes.probes.size(), columns.size(),
        [](ColumnId) { return true; }, pool);
    for (ColumnId &column : kept.columns) column = columns[column.index()];
    return kept;
  }

  std::vector<float> similarities(const ProbeSet &probes, const Mask *,
                                  std::span<const ColumnId> columns) const {
    return cosines(probe_vectors(probes), columns);
  }

 private:
  /// The nearest columns of each probe, in ascending order. The columns with the greatest
  /// similarity to any probe are among them.
  std::vector<ColumnId> nearest(std::span<const float> vectors, const Mask *mask,
                                std::size_t pool) const {
    const std::size_t dimensions = model_.dimensions();
    const auto seen = [mask](RowId row) { return mask->visible(ColumnId(row.index())); };
    std::vector<ColumnId> columns;
    for (std::size_t first = 0; first < vectors.size(); first += dimensions) {
      const auto probe = vectors.subspan(first, dimensions);
      for (const auto &found :
           mask == nullptr ? search_all(*index_, probe, pool) : index_->search(probe, pool, seen)) {
        columns.emplace_back(found.id.index());
      }
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
  }

  /// Row-major, probes × columns.
  std::vector<float> cosines(std::span<const float> vectors,
                             std::span<const ColumnId> columns) const {
    const std::size_t dimensions = model_.dimensions();
    std::vector<RowId> rows;
    rows.reserve(columns.size());
    for (const ColumnId column : columns) rows.emplace_back(column.index());
    std::vector<float> cosines(vectors.size() / dimensions * rows.size());
    for (std::size_t p = 0; p * dimensions < vectors.size(); ++p) {
      similarities_of(*index_, vectors.subspan(p * dimensions, dimensions), rows,
                      std::span(cosines).subspan(p * rows.size(), rows.size()));
    }
    return cosines;
  }

  std::vector<float> probe_vectors(const ProbeSet &probes) const {
    const std::size_t dimensions = model_.dimensions();
    if constexpr (ProbeEmbedder<Model>) {
      std::vector<float> vectors = model_.probe_vectors(probes);
      if (question_weight_ == 0) return vectors;
      std::vector<float> question(dimensions);
      model_.embed(std::array{std::string_view(probes.question)}, question);
      join_question(vectors, question, question_weight_);
      return vectors;
    } else {
      std::vector<std::string> texts = probe_texts(probes);
      texts.push_back(probes.question);
      std::vector<float> vectors = embed_all(model_, texts);
      const auto all = std::span(vectors);
      join_question(all.first((texts.size() - 1) * dimensions), all.last(dimensions),
                    question_weight_);
      vectors.resize((texts.size() - 1) * dimensions);
      return vectors;
    }
  }

  std::shared_ptr<const Catalog> catalog_;
  Model model_;
  std::shared_ptr<const Index> index_;
  float question_weight_;
};

}  // namespace sluice::inline v0

#endif
