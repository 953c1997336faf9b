#ifndef SLUICE_SRC_SCHEMA_DRAWING_GRAPH_LAYOUT_HPP
#define SLUICE_SRC_SCHEMA_DRAWING_GRAPH_LAYOUT_HPP

/// Positions of the boxes of a graph: each connected part in layers from left to right.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace sluice::inline v0::schema_detail {

struct GraphBox {
  double x = 0;
  double y = 0;
  double height = 0;
  std::size_t column = 0;  ///< From the left, within its part.
};

struct GraphLayoutOptions {
  double width = 190;      ///< Width of every box.
  double column_gap = 74;  ///< Space between columns, for edges.
  double row_gap = 18;     ///< Space between the boxes of a column.
  double tallest = 1100;   ///< A higher layer is split into several columns.
  double row_width = 0;    ///< Parts are side by side up to this width; 0: below each other.
};

struct GraphLayout {
  std::vector<GraphBox> boxes;  ///< In the order of the heights.
  double right = 0;
  double bottom = 0;
};

/// Each part starts with the box that has the most edges (the first if there are several). The next
/// layer has the boxes connected to the last one, close to their neighbors. Boxes do not overlap.
/// Deterministic. O((boxes + edges) × log boxes).
GraphLayout lay_out(std::span<const double> heights,
                    std::span<const std::pair<std::size_t, std::size_t>> edges,
                    const GraphLayoutOptions &options = {});

}  // namespace sluice::inline v0::schema_detail

#endif
