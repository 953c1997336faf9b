#ifndef SLUICE_INDEX_HNSW_GRAPH_HPP
#define SLUICE_INDEX_HNSW_GRAPH_HPP

/// The links between similar rows in a hierarchical navigable small world graph. Source: Malkov &
/// Yashunin 2016; built by hnswlib.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/index/quantized_rows.hpp"

namespace sluice::inline v0 {

class CheckedSection;

struct HnswOptions {
  std::size_t links = 24;     ///< Links per row on each upper level, 2 to 64; twice as many on the
                              ///< lowest.
  std::size_t breadth = 160;  ///< Candidates kept while searching for a new row's neighbors, 1 to
                              ///< 10,000.
  std::uint64_t seed = 1;     ///< Seeds the choice of levels and the order of insertion.
};

/// The lowest level contains every row, each upper level about one in `links` of the rows below it.
/// Immutable, cheap to copy. Thread-safe.
class HnswGraph {
 public:
  /// Fills the unused slots after a row's last link.
  static constexpr std::uint32_t no_link = 0xFFFFFFFF;
  static constexpr std::size_t max_levels = 64;

  /// A row on an upper level. `below` is its node on the next lower level, or its row on level 1.
  struct UpperNode {
    std::uint32_t row = 0;
    std::uint32_t below = 0;
  };
  struct Parts {
    std::size_t links = 0;
    std::size_t levels = 0;                           ///< Number of levels above the lowest.
    std::uint32_t start = 0;                          ///< Entry point: a node of the top level, or
                                                      ///< a row if there are no upper levels.
    std::span<const UpperNode> upper = {};            ///< Level 1 first.
    std::span<const std::uint32_t> upper_links = {};  ///< `links` nodes per node.
    std::span<const std::uint32_t> row_links = {};    ///< 2 × `links` rows per row.
  };

  /// Builds the graph on one thread. The result depends only on rows and options, not on the
  /// processor. Throws Error: invalid_argument (options), cancelled. O(rows × log rows × breadth ×
  /// dimensions).
  static HnswGraph build(const QuantizedRows &rows, const HnswOptions &options = {},
                         const Progress &progress = {});
  /// A graph over `rows` rows in memory that `owner` keeps alive. The links of rows are validated
  /// when they are used, after `section` has checked their bytes (nullptr: already checked). Throws
  /// Error(invalid_argument) if the other parts are inconsistent.
  HnswGraph(std::shared_ptr<const void> owner, const Parts &parts, std::size_t rows,
            const CheckedSection *section);

  const Parts &parts() const noexcept { return parts_; }
  std::size_t rows() const noexcept { return rows_; }
  /// The rows that a row links to, all less than rows(). Throws Error(malformed) if they come from
  /// a damaged file.
  std::span<const std::uint32_t> links_of(std::uint32_t row) const;

 private:
  std::shared_ptr<const void> owner_;
  Parts parts_;
  std::size_t rows_ = 0;
  const CheckedSection *section_ = nullptr;
};

}  // namespace sluice::inline v0

#endif
