#include "sluice/index/hnsw_graph.hpp"

#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/segment_file.hpp"

namespace sluice::inline v0 {

HnswGraph::HnswGraph(std::shared_ptr<const void> owner, const Parts &parts, std::size_t rows,
                     const CheckedSection *section)
    : owner_(std::move(owner)), parts_(parts), rows_(rows), section_(section) {
  const std::size_t nodes = parts.upper.size();
  bool fits = rows > 0 && rows <= QuantizedRows::max_rows && parts.links >= 2 &&
              parts.links <= 64 && parts.levels <= max_levels &&
              parts.start < (parts.levels == 0 ? rows : nodes) && nodes <= rows * max_levels &&
              parts.upper_links.size() == nodes * parts.links &&
              parts.row_links.size() == rows * 2 * parts.links;
  for (const UpperNode &node : parts.upper) fits &= node.row < rows;
  for (const std::uint32_t link : parts.upper_links) fits &= link < nodes || link == no_link;
  if (!fits) throw Error(ErrorCode::invalid_argument, "the parts of a graph are inconsistent");
}

std::span<const std::uint32_t> HnswGraph::links_of(std::uint32_t row) const {
  const std::size_t room = 2 * parts_.links;
  const std::size_t first = row * room;
  if (section_ != nullptr) {
    section_->check(first * sizeof(std::uint32_t), room * sizeof(std::uint32_t));
  }
  std::span<const std::uint32_t> links = parts_.row_links.subspan(first, room);
  while (!links.empty() && links.back() == no_link) links = links.first(links.size() - 1);
  for (const std::uint32_t link : links) {
    if (link < rows_) continue;
    constexpr const char *why = "has a link to a row that does not exist; index again";
    if (section_ != nullptr) section_->fail(why);
    throw Error(ErrorCode::malformed, why);
  }
  return links;
}

}  // namespace sluice::inline v0
