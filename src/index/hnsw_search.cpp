#include "hnsw_search.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "index/kernels/dot_kernels.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::index_detail {
namespace {

using Node = Scored<std::uint32_t>;

/// Puts the best node at the front of a heap.
struct WorstFirst {
  bool operator()(const Node &a, const Node &b) const noexcept { return BestFirst{}(b, a); }
};

/// The nodes of one level that a search has seen, and those whose links it has yet to follow.
class Frontier {
 public:
  explicit Frontier(std::size_t nodes) : seen_((nodes + 63) / 64) {}

  bool see(std::uint32_t node) {
    std::uint64_t &word = seen_[node / 64];
    const std::uint64_t bit = std::uint64_t{1} << (node % 64);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }
  void open(Node node) {
    open_.push_back(node);
    std::push_heap(open_.begin(), open_.end(), WorstFirst{});
  }
  bool empty() const { return open_.empty(); }
  const Node &nearest() const { return open_.front(); }
  void close_nearest() {
    std::pop_heap(open_.begin(), open_.end(), WorstFirst{});
    open_.pop_back();
  }

 private:
  std::vector<std::uint64_t> seen_;
  std::vector<Node> open_;
};

using BestNodes = TopK<std::uint32_t>;

class Walk {
 public:
  Walk(const HnswGraph &graph, const QuantizedRows &rows, const QuantizedQuery &query)
      : graph_(graph), rows_(rows), query_(query) {}

  std::optional<BestRows> run(std::size_t breadth, const RowSet *visible, std::size_t patience) {
    patience_ = patience;
    const std::vector<std::uint32_t> starts = descend(std::max(min_breadth, breadth / 4));
    BestNodes best(breadth);
    const auto links_of = [&](std::uint32_t row) { return graph_.links_of(row); };
    const auto row_of = [](std::uint32_t row) { return row; };
    const auto counts = [&](std::uint32_t row) {
      return visible == nullptr || visible->contains(RowId(row));
    };
    const auto prefetch_links = [&](std::uint32_t row) {
      const std::size_t room = 2 * graph_.parts().links;
      const std::uint32_t *links = graph_.parts().row_links.data() + row * room;
      for (std::size_t i = 0; i < room; i += 16) __builtin_prefetch(links + i);
    };
    if (!look_around(rows_.size(), starts, best, links_of, row_of, counts, prefetch_links)) {
      return std::nullopt;
    }
    BestRows found;
    for (const Node &node : best.take()) found.push_back({RowId(node.id), node.score});
    return found;
  }

 private:
  static constexpr std::size_t max_links = 128;
  static constexpr std::size_t min_breadth = 8;

  /// The rows from which to start on the lowest level. Keeps several nodes on each upper level:
  /// with a single one, a search gets stuck in a cluster that is not the nearest.
  std::vector<std::uint32_t> descend(std::size_t breadth) {
    const HnswGraph::Parts &parts = graph_.parts();
    std::vector<std::uint32_t> nodes{parts.start};
    const auto links_of = [&](std::uint32_t node) {
      auto links = parts.upper_links.subspan(node * parts.links, parts.links);
      while (!links.empty() && links.back() == HnswGraph::no_link) {
        links = links.first(links.size() - 1);
      }
      return links;
    };
    const auto row_of = [&](std::uint32_t node) { return parts.upper[node].row; };
    const auto all_count = [](std::uint32_t) { return true; };
    const auto prefetch_links = [&](std::uint32_t node) {
      __builtin_prefetch(parts.upper_links.data() + node * parts.links);
    };
    for (std::size_t level = parts.levels; level > 0; --level) {
      BestNodes best(breadth);
      look_around(parts.upper.size(), nodes, best, links_of, row_of, all_count, prefetch_links);
      nodes.clear();
      for (const Node &node : best.take()) nodes.push_back(parts.upper[node.id].below);
    }
    return nodes;
  }

  /// Follows links on one level, always from the nearest open node, until the best nodes cannot
  /// improve. Returns false if that takes too many rows.
  template <class LinksOf, class RowOf, class Counts, class Prefetch>
  bool look_around(std::size_t level_size, std::span<const std::uint32_t> starts, BestNodes &best,
                   LinksOf links_of, RowOf row_of, Counts counts, Prefetch prefetch_links) {
    Frontier frontier(level_size);
    const auto add = [&](std::uint32_t node) {
      if (node >= level_size) fail();
      if (!frontier.see(node)) return;
      nodes_[count_] = node;
      numbers_[count_] = row_of(node);
      prefetch(numbers_[count_++]);
    };
    const auto take = [&] {
      score();
      for (std::size_t i = 0; i < count_; ++i) {
        if (best.full() && scores_[i] < best.worst().score) continue;
        frontier.open({nodes_[i], scores_[i]});
        if (counts(nodes_[i])) best.offer(nodes_[i], scores_[i]);
      }
      count_ = 0;
      if (!frontier.empty()) prefetch_links(frontier.nearest().id);
    };
    for (const std::uint32_t start : starts) {
      add(start);
      take();
    }
    while (!frontier.empty()) {
      const Node nearest = frontier.nearest();
      if (best.full() && nearest.score < best.worst().score) break;
      frontier.close_nearest();
      for (const std::uint32_t link : links_of(nearest.id)) add(link);
      if (scored_ + count_ > patience_) return false;
      take();
    }
    return true;
  }

  void prefetch(std::uint32_t row) const {
    const std::int8_t *at = rows_.codes().data() + row * rows_.stride();
    for (std::size_t i = 0; i < std::min<std::size_t>(rows_.stride(), 256); i += 64) {
      __builtin_prefetch(at + i);
    }
    __builtin_prefetch(rows_.scales().data() + row);
  }

  void score() {
    for (std::size_t i = 0; i < count_; ++i) rows_.check(numbers_[i], 1);
    kernels_.gather(query_.codes.data(), rows_.codes().data(), rows_.stride(), numbers_.data(),
                    count_, dots_.data());
    for (std::size_t i = 0; i < count_; ++i) {
      scores_[i] = cosine_of(dots_[i], rows_.scales()[numbers_[i]], query_.scale);
    }
    scored_ += count_;
  }

  [[noreturn]] static void fail() {
    throw Error(ErrorCode::malformed, "a graph's upper levels lead to no row; index again");
  }

  const HnswGraph &graph_;
  const QuantizedRows &rows_;
  const QuantizedQuery &query_;
  const DotKernels &kernels_ = dot_kernels();
  std::array<std::uint32_t, max_links> nodes_{};
  std::array<std::uint32_t, max_links> numbers_{};
  std::array<std::int32_t, max_links> dots_{};
  std::array<float, max_links> scores_{};
  std::size_t count_ = 0;
  std::size_t scored_ = 0;
  std::size_t patience_ = 0;
};

BestRows scan(const QuantizedRows &rows, const QuantizedQuery &query, std::size_t k,
              const RowSet *visible) {
  return visible == nullptr ? scan_all(rows, query, k) : scan_visible(rows, query, k, *visible);
}

/// Following links examines about 25 rows per row kept, and keeps only visible ones; a row reached
/// by a link costs about twice as much as the next row of a scan.
bool links_pay(std::size_t visible, std::size_t rows, std::size_t breadth) {
  constexpr double rows_for_one = 25;
  constexpr double cost_of_link = 2;
  const auto seen = static_cast<double>(visible);
  return seen * seen >
         cost_of_link * rows_for_one * static_cast<double>(breadth) * static_cast<double>(rows);
}

}  // namespace

std::optional<BestRows> follow_links(const HnswGraph &graph, const QuantizedRows &rows,
                                     const QuantizedQuery &query, std::size_t k,
                                     std::size_t breadth, const RowSet *visible,
                                     std::size_t patience) {
  auto best = Walk(graph, rows, query).run(std::max(k, breadth), visible, patience);
  if (best && best->size() > k) best->resize(k);
  return best;
}

BestRows find_best(const HnswGraph *graph, const QuantizedRows &rows, const QuantizedQuery &query,
                   std::size_t k, std::size_t breadth, const RowSet *visible) {
  if (graph == nullptr) return scan(rows, query, k, visible);
  const std::size_t seen = visible == nullptr ? rows.size() : visible->count();
  if (!links_pay(seen, rows.size(), std::max(k, breadth))) return scan(rows, query, k, visible);
  // If the mask hides most rows near the query, scanning is cheaper than a long search.
  auto best = follow_links(*graph, rows, query, k, breadth, visible, seen / 2);
  return best ? std::move(*best) : scan(rows, query, k, visible);
}

}  // namespace sluice::inline v0::index_detail
