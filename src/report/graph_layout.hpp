#ifndef SLUICE_SRC_REPORT_GRAPH_LAYOUT_HPP
#define SLUICE_SRC_REPORT_GRAPH_LAYOUT_HPP

/// Where the boxes of a small graph stand: in layers from left to right.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace sluice::detail {

struct GraphBox {
  double x = 0;
  double y = 0;
  double height = 0;
  std::size_t column = 0;  ///< From the left.
};

struct GraphLayout {
  static constexpr double width = 190;     ///< Of every box.
  static constexpr double beside = 74;     ///< Free between columns, for edges.
  static constexpr double beneath = 18;    ///< Free between boxes of a column.
  static constexpr double tallest = 1100;  ///< A layer that is higher takes further columns.

  std::vector<GraphBox> boxes;  ///< As the heights.
  double right = 0;
  double bottom = 0;
};

/// Each component starts with its box of most edges (the first of equals); the next layer holds
/// what is joined to the last, near what it is joined to. No two boxes overlap. The same input
/// gives the same layout. O(boxes × edges).
GraphLayout lay_out(std::span<const double> heights,
                    std::span<const std::pair<std::size_t, std::size_t>> edges);

}  // namespace sluice::detail

#endif
