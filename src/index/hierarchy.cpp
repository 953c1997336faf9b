#include "sluice/index/hierarchy.hpp"

#include <algorithm>
#include <utility>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

/// The first child of each parent, and one more entry for the end.
std::vector<std::uint32_t> first_children(std::size_t parents,
                                          const std::vector<std::uint32_t> &parent_of) {
  if (!std::ranges::is_sorted(parent_of) || (!parent_of.empty() && parent_of.back() >= parents)) {
    throw Error(ErrorCode::malformed, "the hierarchy is out of order");
  }
  std::vector<std::uint32_t> first(parents + 1, 0);
  for (const std::uint32_t parent : parent_of) ++first[parent + 1];
  for (std::size_t p = 0; p < parents; ++p) first[p + 1] += first[p];
  return first;
}

}  // namespace

Hierarchy::Hierarchy(std::size_t databases, std::vector<std::uint32_t> database_of_table,
                     std::vector<std::uint32_t> table_of_column)
    : database_(std::move(database_of_table)),
      table_(std::move(table_of_column)),
      first_table_(first_children(databases, database_)),
      first_column_(first_children(database_.size(), table_)) {}

std::size_t Hierarchy::count(Level level) const noexcept {
  switch (level) {
    case Level::database: return first_table_.size() - 1;
    case Level::table: return database_.size();
    case Level::column: return table_.size();
  }
  return 0;
}

}  // namespace sluice::inline v0
