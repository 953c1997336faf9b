#include "graph_layout.hpp"

#include <algorithm>

namespace sluice::inline v0::report_detail {
namespace {

using Neighbors = std::vector<std::vector<std::size_t>>;

/// Computes the layers of the component of `start`, and marks its boxes as placed.
std::vector<std::vector<std::size_t>> layers_from(std::size_t start, const Neighbors &neighbors,
                                                  std::vector<bool> &placed) {
  std::vector<std::vector<std::size_t>> layers{{start}};
  placed[start] = true;
  std::vector<double> place(neighbors.size(), -1);  // within its layer
  place[start] = 0;
  while (true) {
    std::vector<std::pair<double, std::size_t>> next;
    for (const std::size_t box : layers.back()) {
      for (const std::size_t other : neighbors[box]) {
        if (placed[other]) continue;
        placed[other] = true;
        double sum = 0, count = 0;
        for (const std::size_t joined : neighbors[other]) {
          if (std::ranges::find(layers.back(), joined) == layers.back().end()) continue;
          sum += place[joined];
          count += 1;
        }
        next.emplace_back(sum / std::max(1.0, count), other);
      }
    }
    if (next.empty()) return layers;
    std::ranges::sort(next);
    std::vector<std::size_t> layer;
    for (const auto &[mean, box] : next) {
      place[box] = static_cast<double>(layer.size());
      layer.push_back(box);
    }
    layers.push_back(std::move(layer));
  }
}

/// Splits layers that are too high for one column.
std::vector<std::vector<std::size_t>> columns_of(
    const std::vector<std::vector<std::size_t>> &layers, std::span<const double> heights) {
  std::vector<std::vector<std::size_t>> columns;
  for (const std::vector<std::size_t> &layer : layers) {
    double height = 0;
    columns.emplace_back();
    for (const std::size_t box : layer) {
      if (!columns.back().empty() && height + heights[box] > GraphLayout::tallest) {
        columns.emplace_back();
        height = 0;
      }
      columns.back().push_back(box);
      height += heights[box] + GraphLayout::row_gap;
    }
  }
  return columns;
}

}  // namespace

GraphLayout lay_out(std::span<const double> heights,
                    std::span<const std::pair<std::size_t, std::size_t>> edges) {
  Neighbors neighbors(heights.size());
  for (const auto &[a, b] : edges) {
    if (a == b) continue;
    neighbors[a].push_back(b);
    neighbors[b].push_back(a);
  }
  GraphLayout layout;
  layout.boxes.resize(heights.size());
  std::vector<bool> placed(heights.size(), false);
  double top = 0;
  while (true) {
    std::size_t start = heights.size();
    for (std::size_t box = 0; box < heights.size(); ++box) {
      if (placed[box]) continue;
      if (start == heights.size() || neighbors[box].size() > neighbors[start].size()) start = box;
    }
    if (start == heights.size()) break;
    const auto columns = columns_of(layers_from(start, neighbors, placed), heights);
    std::vector<double> high;
    for (const std::vector<std::size_t> &column : columns) {
      double height = -GraphLayout::row_gap;
      for (const std::size_t box : column) height += heights[box] + GraphLayout::row_gap;
      high.push_back(height);
    }
    const double highest = std::ranges::max(high);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const double x = static_cast<double>(c) * (GraphLayout::width + GraphLayout::column_gap);
      double y = top + (highest - high[c]) / 2;
      for (const std::size_t box : columns[c]) {
        layout.boxes[box] = {x, y, heights[box], c};
        y += heights[box] + GraphLayout::row_gap;
      }
      layout.right = std::max(layout.right, x + GraphLayout::width);
    }
    layout.bottom = top + highest;
    top = layout.bottom + 2 * GraphLayout::row_gap;
  }
  return layout;
}

}  // namespace sluice::inline v0::report_detail
