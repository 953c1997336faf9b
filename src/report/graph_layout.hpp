#ifndef SLUICE_SRC_REPORT_GRAPH_LAYOUT_HPP
#define SLUICE_SRC_REPORT_GRAPH_LAYOUT_HPP

/// Positions of the boxes of a small graph, in layers from left to right.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace sluice::inline v0::report_detail {

struct GraphBox {
  double x = 0;
  double y = 0;
  double height = 0;
  std::size_t column = 0;  ///< From the left.
};

struct GraphLayout {
  static constexpr double width = 190;      ///< Width of every box.
  static constexpr double column_gap = 74;  ///< Space between columns, for edges.
  static constexpr double row_gap = 18;     ///< Space between the boxes of a column.
  static constexpr double tallest = 1100;   ///< A higher layer is split into several columns.

  std::vector<GraphBox> boxes;  ///< In the order of the heights.
  double right = 0;
  double bottom = 0;
};

/// Each component starts with the box that has the most edges (the first if there are several). The
/// next layer holds the boxes connected to the last one, close to their neighbors. Boxes do not
/// overlap. Deterministic. O(boxes × edges).
GraphLayout lay_out(std::span<const double> heights,
                    std::span<const std::pair<std::size_t, std::size_t>> edges);

}  // namespace sluice::inline v0::report_detail

#endif
