#include <algorithm>
#include <array>
#include <cstdint>

#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/route/meaning_vectors.hpp"

namespace sluice::inline v0 {
namespace {

struct LinkedSet {
  QuantizedRows MeaningVectors::*rows;
  std::optional<HnswGraph> MeaningVectors::*graph;
};
constexpr std::array<LinkedSet, 2> linked_sets{{
    {&MeaningVectors::tables, &MeaningVectors::table_graph},
    {&MeaningVectors::columns, &MeaningVectors::column_graph},
}};

bool has_same_rows(const QuantizedRows &a, const QuantizedRows &b) {
  return a.dimensions() == b.dimensions() && std::ranges::equal(a.scales(), b.scales()) &&
         std::ranges::equal(a.codes(), b.codes());
}

/// The known graph over these rows, if it is valid. Reads all of it.
std::optional<HnswGraph> known_graph(const MeaningVectors &vectors, const LinkedSet &set,
                                     const MeaningVectors &known) {
  const std::optional<HnswGraph> &graph = known.*set.graph;
  const QuantizedRows &rows = known.*set.rows;
  if (!graph || known.sentences != vectors.sentences) return std::nullopt;
  try {
    rows.check(0, rows.size());
    if (!has_same_rows(rows, vectors.*set.rows)) return std::nullopt;
    for (std::size_t row = 0; row < graph->rows(); ++row)
      graph->links_of(static_cast<std::uint32_t>(row));
    return graph;
  } catch (const Error &error) {
    if (error.code() != ErrorCode::malformed) throw;
    return std::nullopt;  // the file is damaged
  }
}

}  // namespace

void link_meanings(MeaningVectors &vectors, std::size_t graph_from, const MeaningVectors *known,
                   std::size_t threads, const Progress &progress) {
  const auto link = [&](std::size_t number, const Progress &reports) {
    const LinkedSet &set = linked_sets[number];
    const QuantizedRows &rows = vectors.*set.rows;
    std::optional<HnswGraph> &graph = vectors.*set.graph;
    graph.reset();
    if (rows.size() < std::max<std::size_t>(1, graph_from)) return;
    if (known != nullptr) graph = known_graph(vectors, set, *known);
    if (!graph) graph = HnswGraph::build(rows, {}, reports);
  };
  run_jobs(linked_sets.size(), threads, link, progress);
}

}  // namespace sluice::inline v0
