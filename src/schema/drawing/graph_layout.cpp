#include "graph_layout.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

namespace sluice::inline v0::schema_detail {
namespace {

using Neighbors = std::vector<std::vector<std::size_t>>;
using Layers = std::vector<std::vector<std::size_t>>;

constexpr std::size_t no_layer = SIZE_MAX;

/// Orders the boxes of one part in layers.
class PartLayers {
 public:
  explicit PartLayers(const Neighbors &neighbors)
      : neighbors_(neighbors), layer_(neighbors.size(), no_layer), place_(neighbors.size()) {}

  bool has(std::size_t box) const { return layer_[box] != no_layer; }

  Layers from(std::size_t start) {
    Layers layers{{start}};
    layer_[start] = 0;
    for (std::size_t depth = 0; depth < layers.size(); ++depth) {
      std::vector<std::size_t> next;
      for (const std::size_t box : layers[depth]) {
        for (const std::size_t other : neighbors_[box]) {
          if (has(other)) continue;
          layer_[other] = depth + 1;
          next.push_back(other);
        }
      }
      if (next.empty()) break;
      layers.push_back(std::move(next));
    }
    for (std::vector<std::size_t> &layer : layers) number(layer);
    for (std::size_t depth = 1; depth < layers.size(); ++depth) order(layers[depth], depth - 1);
    // Back and forth: boxes move to the middle of those on both sides.
    for (std::size_t depth = layers.size() - 1; depth-- > 1;) order(layers[depth], depth + 1);
    for (std::size_t depth = 1; depth < layers.size(); ++depth) order(layers[depth], depth - 1);
    return layers;
  }

 private:
  void number(const std::vector<std::size_t> &layer) {
    for (std::size_t i = 0; i < layer.size(); ++i) place_[layer[i]] = static_cast<double>(i);
  }

  /// By the mean place of the neighbors in another layer; boxes without any stay where they are.
  void order(std::vector<std::size_t> &layer, std::size_t other_layer) {
    std::vector<std::pair<double, std::size_t>> means;
    for (const std::size_t box : layer) {
      double sum = 0, count = 0;
      for (const std::size_t other : neighbors_[box]) {
        if (layer_[other] != other_layer) continue;
        sum += place_[other];
        count += 1;
      }
      means.emplace_back(count > 0 ? sum / count : place_[box], box);
    }
    std::ranges::stable_sort(means, {}, &std::pair<double, std::size_t>::first);
    std::ranges::transform(means, layer.begin(), &std::pair<double, std::size_t>::second);
    number(layer);
  }

  const Neighbors &neighbors_;
  std::vector<std::size_t> layer_;
  std::vector<double> place_;  // within its layer
};

/// Splits layers that are too high for one column.
Layers columns_of(const Layers &layers, std::span<const double> heights,
                  const GraphLayoutOptions &options) {
  Layers columns;
  for (const std::vector<std::size_t> &layer : layers) {
    double height = 0;
    columns.emplace_back();
    for (const std::size_t box : layer) {
      if (!columns.back().empty() && height + heights[box] > options.tallest) {
        columns.emplace_back();
        height = 0;
      }
      columns.back().push_back(box);
      height += heights[box] + options.row_gap;
    }
  }
  return columns;
}

struct Part {
  Layers columns;
  std::vector<double> column_heights;
  double width = 0;
  double height = 0;
};

Part part_of(Layers columns, std::span<const double> heights, const GraphLayoutOptions &options) {
  Part part{std::move(columns), {}};
  for (const std::vector<std::size_t> &column : part.columns) {
    double height = -options.row_gap;
    for (const std::size_t box : column) height += heights[box] + options.row_gap;
    part.column_heights.push_back(height);
    part.height = std::max(part.height, height);
  }
  const auto count = static_cast<double>(part.columns.size());
  part.width = count * options.width + (count - 1) * options.column_gap;
  return part;
}

void place(const Part &part, double left, double top, std::span<const double> heights,
           const GraphLayoutOptions &options, GraphLayout &layout) {
  for (std::size_t c = 0; c < part.columns.size(); ++c) {
    const double x = left + static_cast<double>(c) * (options.width + options.column_gap);
    double y = top + (part.height - part.column_heights[c]) / 2;
    for (const std::size_t box : part.columns[c]) {
      layout.boxes[box] = {x, y, heights[box], c};
      y += heights[box] + options.row_gap;
    }
    layout.right = std::max(layout.right, x + options.width);
  }
  layout.bottom = std::max(layout.bottom, top + part.height);
}

}  // namespace

GraphLayout lay_out(std::span<const double> heights,
                    std::span<const std::pair<std::size_t, std::size_t>> edges,
                    const GraphLayoutOptions &options) {
  Neighbors neighbors(heights.size());
  for (const auto &[a, b] : edges) {
    if (a == b) continue;
    neighbors[a].push_back(b);
    neighbors[b].push_back(a);
  }
  std::vector<std::size_t> starts(heights.size());
  std::iota(starts.begin(), starts.end(), std::size_t{0});
  std::ranges::stable_sort(starts, std::greater(),
                           [&](std::size_t box) { return neighbors[box].size(); });
  PartLayers layers(neighbors);
  std::vector<Part> parts;
  for (const std::size_t start : starts) {
    if (!layers.has(start))
      parts.push_back(part_of(columns_of(layers.from(start), heights, options), heights, options));
  }
  // Neighbors in a row are about as high, so that little space stays empty.
  if (options.row_width > 0) std::ranges::stable_sort(parts, std::greater(), &Part::height);

  GraphLayout layout;
  layout.boxes.resize(heights.size());
  double left = 0, top = 0, row_height = 0;
  for (const Part &part : parts) {
    if (left > 0 && left + part.width > options.row_width) {
      left = 0;
      top += row_height + 2 * options.row_gap;
      row_height = 0;
    }
    place(part, left, top, heights, options, layout);
    left += part.width + options.column_gap;
    row_height = std::max(row_height, part.height);
  }
  return layout;
}

}  // namespace sluice::inline v0::schema_detail
