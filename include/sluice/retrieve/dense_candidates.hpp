#ifndef SLUICE_RETRIEVE_DENSE_CANDIDATES_HPP
#define SLUICE_RETRIEVE_DENSE_CANDIDATES_HPP

/// Candidates by the similarity of vectors.
/// Source: Kothyari et al. 2023 (CRUSH4SQL), section 3.2.

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/embed/embedder.hpp"
#include "sluice/index/quantised_index.hpp"
#include "sluice/retrieve/candidates.hpp"

namespace sluice {

/// Each column's text, "database table column" in readable names: what it is embedded as.
std::vector<std::string> column_texts(const Catalog &catalog);

/// Turns each row of `probes` into unit(probe + weight × question); a row of zeros stays.
void join_question(std::span<float> probes, std::span<const float> question, float weight);

/// Embeds every column of a catalog. Row i is ColumnId i. O(text).
template <Embedder Model>
QuantisedIndex embed_columns(const Catalog &catalog, const Model &model) {
  const std::vector<std::string> texts = column_texts(catalog);
  const auto write = [&](std::size_t first, std::span<float> vectors) {
    const auto part = std::span(texts).subspan(first, vectors.size() / model.dimensions());
    const std::vector<std::string_view> views(part.begin(), part.end());
    model.embed(views, vectors);
  };
  return QuantisedIndex(quantise_rows(texts.size(), model.dimensions(), write));
}

/// Cosine of a column with each probe joined by the question: unit(probe + weight × question), the
/// plain stand-in for CRUSH4SQL's contextual probes. Models CandidateSource.
template <Embedder Model, VectorIndex Index = QuantisedIndex>
class DenseCandidates {
 public:
  DenseCandidates(std::shared_ptr<const Catalog> catalog, Model model, Index index,
                  float question_weight = 1.0F)
      : catalog_(std::move(catalog)),
        model_(std::move(model)),
        index_(std::move(index)),
        question_weight_(question_weight) {}

  CandidatePool candidates(const ProbeSet &probes, const Mask *mask, std::size_t pool) const {
    const std::size_t columns = catalog_->column_count();
    const std::vector<float> vectors = probe_vectors(probes);
    std::vector<float> cosines(probes.probes.size() * columns);
    for (std::size_t p = 0; p < probes.probes.size(); ++p) {
      index_.similarities(std::span(vectors).subspan(p * model_.dimensions(), model_.dimensions()),
                          std::span(cosines).subspan(p * columns, columns));
    }
    return pool_of(
        cosines, probes.probes.size(), columns,
        [&](ColumnId column) { return visible(mask, column); }, pool);
  }

 private:
  std::vector<float> probe_vectors(const ProbeSet &probes) const {
    const std::size_t dimensions = model_.dimensions();
    std::vector<float> question(dimensions);
    model_.embed(std::array{std::string_view(probes.question)}, question);
    const std::vector<std::string_view> texts(probes.probes.begin(), probes.probes.end());
    std::vector<float> vectors(texts.size() * dimensions);
    model_.embed(texts, vectors);
    join_question(vectors, question, question_weight_);
    return vectors;
  }

  std::shared_ptr<const Catalog> catalog_;
  Model model_;
  Index index_;
  float question_weight_;
};

}  // namespace sluice

#endif
