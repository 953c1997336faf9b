#ifndef SLUICE_INDEX_HNSW_GRAPH_HPP
#define SLUICE_INDEX_HNSW_GRAPH_HPP

/// Which rows are near which: the links of a hierarchical navigable small world.
/// Source: Malkov & Yashunin 2016; built by hnswlib.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sluice/core/progress.hpp"
#include "sluice/index/quantized_rows.hpp"

namespace sluice {

class CheckedSection;

struct HnswOptions {
  std::size_t links = 24;     ///< Of a row on each upper level, 2 to 64; twice on the lowest.
  std::size_t breadth = 160;  ///< Rows kept while looking for a new row's neighbors, 1 to 10,000.
  std::uint64_t seed = 1;     ///< Of the levels and the order in which rows go in.
};

/// The lowest level holds every row, each upper one about one in `links` of the level below.
/// Immutable, cheap to copy; any threads at once.
class HnswGraph {
 public:
  /// Stands where there are fewer links than room for them; the last ones.
  static constexpr std::uint32_t no_link = 0xFFFFFFFF;
  static constexpr std::size_t max_levels = 64;

  /// A row on an upper level. `below`: its node on the next lower level; on level 1 its row.
  struct UpperNode {
    std::uint32_t row = 0;
    std::uint32_t below = 0;
  };
  struct Parts {
    std::size_t links = 0;
    std::size_t levels = 0;                           ///< Above the lowest.
    std::uint32_t start = 0;                          ///< A node of the top level, or a row.
    std::span<const UpperNode> upper = {};            ///< Level 1 first.
    std::span<const std::uint32_t> upper_links = {};  ///< `links` nodes a node.
    std::span<const std::uint32_t> row_links = {};    ///< 2 × `links` rows a row.
  };

  /// By one thread, and the same from the same rows and options, whatever the processor. Throws
  /// Error: invalid_argument (options), cancelled. O(rows × log rows × breadth × dimensions).
  static HnswGraph build(const QuantizedRows &rows, const HnswOptions &options = {},
                         const Progress &progress = {});
  /// Views of what `owner` keeps alive, of `rows` rows. Links of rows are looked at when they are
  /// used, and checked by `section` (null: they were). Throws Error(invalid_argument) if the rest
  /// does not fit together.
  HnswGraph(std::shared_ptr<const void> owner, const Parts &parts, std::size_t rows,
            const CheckedSection *section);

  const Parts &parts() const noexcept { return parts_; }
  std::size_t rows() const noexcept { return rows_; }
  /// The rows that a row is linked to, all of them below rows(). Throws Error(malformed) if they
  /// come from a file with damaged bytes.
  std::span<const std::uint32_t> links_of(std::uint32_t row) const;

 private:
  std::shared_ptr<const void> owner_;
  Parts parts_;
  std::size_t rows_ = 0;
  const CheckedSection *section_ = nullptr;
};

}  // namespace sluice

#endif
