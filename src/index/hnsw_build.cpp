// The only file that includes hnswlib. It renames hnswlib's namespace, so that the linker does not
// merge its functions with those of another release in the same program.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

// A graph is built by one thread, so hnswlib's locks are not needed: inside its namespace,
// std::mutex resolves to this empty class.
namespace sluice_hnswlib::std {
using namespace ::std;
struct mutex {
  void lock() {}
  void unlock() {}
};
}  // namespace sluice_hnswlib::std

#define NO_MANUAL_VECTORIZATION  // its distance functions are not used
#define hnswlib sluice_hnswlib
#include <hnswlib/hnswlib.h>
#undef hnswlib

#include <fmt/format.h>

#include "index/kernels/dot_kernels.hpp"
#include "quantize.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/index/hnsw_graph.hpp"

namespace sluice::inline v0 {
namespace {

/// The data that hnswlib stores per row: codes, then the scale. The distance is the negated cosine;
/// it is computed from integers except for the scales, so it is the same on every processor.
class RowSpace final : public sluice_hnswlib::SpaceInterface<float> {
 public:
  explicit RowSpace(std::size_t stride) : metric_{stride, index_detail::dot_kernels().pair} {}

  std::size_t get_data_size() override { return metric_.stride + sizeof(float); }
  sluice_hnswlib::DISTFUNC<float> get_dist_func() override { return distance; }
  void *get_dist_func_param() override { return &metric_; }

 private:
  struct Metric {
    std::size_t stride;
    std::int32_t (*pair)(const std::int8_t *, const std::int8_t *, std::size_t);
  };

  static float distance(const void *a, const void *b, const void *space) {
    const auto &metric = *static_cast<const Metric *>(space);
    const auto *left = static_cast<const std::int8_t *>(a);
    const auto *right = static_cast<const std::int8_t *>(b);
    float left_scale = 0;
    float right_scale = 0;
    std::memcpy(&left_scale, left + metric.stride, sizeof left_scale);
    std::memcpy(&right_scale, right + metric.stride, sizeof right_scale);
    return -index_detail::cosine_of(metric.pair(left, right, metric.stride), left_scale,
                                    right_scale);
  }

  Metric metric_;
};

using Hnsw = sluice_hnswlib::HierarchicalNSW<float>;

struct Owned {
  std::vector<HnswGraph::UpperNode> upper;
  std::vector<std::uint32_t> upper_links;
  std::vector<std::uint32_t> row_links;
};

/// Shuffles the rows for insertion. Adjacent rows of a catalog are similar, and inserting them in
/// order gives a worse graph.
std::vector<std::uint32_t> insertion_order(std::size_t rows, Random &random) {
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(order);
  return order;
}

int random_level(Random &random, std::size_t links) {
  const double level = -std::log(1 - random.unit()) / std::log(static_cast<double>(links));
  return std::min(static_cast<int>(level), static_cast<int>(HnswGraph::max_levels));
}

/// Inserts each row among its neighbors. hnswlib descends the upper levels greedily through single
/// nodes. In the clusters of a catalog it often ends in a wrong one, which splits clusters into
/// parts that no search connects. So this class descends with several nodes per level, and hnswlib
/// starts from the result.
class Inserter {
 public:
  Inserter(Hnsw &hnsw, std::size_t breadth) : hnsw_(hnsw), breadth_(breadth) {}

  void insert(const void *row, std::size_t number, int level) {
    const sluice_hnswlib::tableint top = hnsw_.enterpoint_node_;
    const int top_level = hnsw_.maxlevel_;
    if (level >= top_level) {
      hnsw_.addPoint(row, number, level);
      return;
    }
    hnsw_.ef_construction_ = std::max<std::size_t>(min_breadth, breadth_ / 4);
    sluice_hnswlib::tableint nearest = top;
    for (int above = top_level; above > level; --above) nearest = nearest_to(row, nearest, above);
    hnsw_.ef_construction_ = breadth_;
    hnsw_.enterpoint_node_ = nearest;
    hnsw_.maxlevel_ = level + 1;
    hnsw_.addPoint(row, number, level);
    hnsw_.enterpoint_node_ = top;
    hnsw_.maxlevel_ = top_level;
  }

 private:
  static constexpr std::size_t min_breadth = 16;

  sluice_hnswlib::tableint nearest_to(const void *row, sluice_hnswlib::tableint start, int level) {
    auto found = hnsw_.searchBaseLayer(start, row, level);  // the farthest node is on top
    while (found.size() > 1) found.pop();
    return found.top().second;
  }

  Hnsw &hnsw_;
  std::size_t breadth_;
};

void insert_rows(Hnsw &hnsw, const QuantizedRows &rows, std::span<const std::uint32_t> order,
                 Random &random, const HnswOptions &options, const Progress &progress) {
  constexpr std::size_t between_reports = 1024;
  Inserter inserter(hnsw, std::max(options.breadth, options.links));
  std::vector<char> data(rows.stride() + sizeof(float));
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i % between_reports == 0) progress.step("linking vectors", i, order.size());
    const std::size_t row = order[i];
    rows.check(row, 1);
    std::memcpy(data.data(), rows.codes().data() + row * rows.stride(), rows.stride());
    std::memcpy(data.data() + rows.stride(), &rows.scales()[row], sizeof(float));
    inserter.insert(data.data(), row, random_level(random, options.links));
  }
}

/// Extracts the links from hnswlib: rows get their own numbers, and nodes of upper levels get new
/// ones.
class Taken {
 public:
  Taken(const Hnsw &hnsw, std::span<const std::uint32_t> order, std::size_t links)
      : hnsw_(hnsw), order_(order), links_(links), position_(order.size()) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      position_[order[i]] = static_cast<std::uint32_t>(i);
    }
  }

  HnswGraph graph() {
    auto owned = std::make_shared<Owned>();
    HnswGraph::Parts parts;
    parts.links = links_;
    parts.levels = static_cast<std::size_t>(hnsw_.maxlevel_);
    parts.start = take_upper_levels(*owned, parts.levels);
    take_rows(*owned);
    parts.upper = owned->upper;
    parts.upper_links = owned->upper_links;
    parts.row_links = owned->row_links;
    return {std::move(owned), parts, order_.size(), nullptr};
  }

 private:
  std::span<const unsigned> links_at(std::uint32_t position, int level) const {
    unsigned *list = hnsw_.get_linklist_at_level(position, level);
    return {list + 1, hnsw_.getListCount(list)};
  }

  /// Returns the entry point for searches.
  std::uint32_t take_upper_levels(Owned &owned, std::size_t levels) const {
    std::vector<std::uint32_t> below = position_;  // node by position; initially rows
    for (std::size_t i = 0; i < order_.size(); ++i) below[i] = order_[i];
    std::vector<std::uint32_t> nodes = below;
    for (std::size_t level = 1; level <= levels; ++level) {
      const int hnsw_level = static_cast<int>(level);
      std::vector<std::uint32_t> positions;
      for (const std::uint32_t position : position_) {  // by row
        if (hnsw_.element_levels_[position] >= hnsw_level) positions.push_back(position);
      }
      for (const std::uint32_t position : positions) {
        nodes[position] = static_cast<std::uint32_t>(owned.upper.size());
        owned.upper.push_back({order_[position], below[position]});
      }
      for (const std::uint32_t position : positions) {
        const std::size_t first = owned.upper_links.size();
        for (const unsigned link : links_at(position, hnsw_level)) {
          owned.upper_links.push_back(nodes[link]);
        }
        owned.upper_links.resize(first + links_, HnswGraph::no_link);
      }
      below = nodes;
    }
    return nodes[hnsw_.enterpoint_node_];
  }

  void take_rows(Owned &owned) const {
    const std::size_t room = 2 * links_;
    owned.row_links.assign(order_.size() * room, HnswGraph::no_link);
    for (std::size_t row = 0; row < order_.size(); ++row) {
      std::uint32_t *to = owned.row_links.data() + row * room;
      for (const unsigned link : links_at(position_[row], 0)) *to++ = order_[link];
    }
  }

  const Hnsw &hnsw_;
  std::span<const std::uint32_t> order_;
  std::size_t links_;
  std::vector<std::uint32_t> position_;  // by row
};

void check(const QuantizedRows &rows, const HnswOptions &options) {
  const auto refuse = [](std::string_view why) { throw Error(ErrorCode::invalid_argument, why); };
  if (rows.size() == 0) refuse("a graph without rows");
  if (options.links < 2 || options.links > 64) {
    refuse(fmt::format("{} links per row; expected 2 to 64", options.links));
  }
  if (options.breadth < 1 || options.breadth > 10'000) {
    refuse(fmt::format("a breadth of {}; expected 1 to 10,000", options.breadth));
  }
}

}  // namespace

HnswGraph HnswGraph::build(const QuantizedRows &rows, const HnswOptions &options,
                           const Progress &progress) {
  check(rows, options);
  Random random(options.seed);
  const std::vector<std::uint32_t> order = insertion_order(rows.size(), random);
  RowSpace space(rows.stride());
  try {
    Hnsw hnsw(&space, rows.size(), options.links, options.breadth);
    // Levels are chosen here: this makes hnswlib draw only level 0, which insert_rows overrides.
    hnsw.mult_ = 1e-6;
    insert_rows(hnsw, rows, order, random, options, progress);
    return Taken(hnsw, order, options.links).graph();
  } catch (const Error &) {
    throw;
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    throw Error(ErrorCode::internal, fmt::format("hnswlib: {}", error.what()));
  }
}

}  // namespace sluice::inline v0
