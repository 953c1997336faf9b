#include "column_parents.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace sluice::inline v0::schema_detail {

std::vector<std::optional<std::uint32_t>> column_parents(const Table &table) {
  std::vector<std::optional<std::uint32_t>> parents(table.columns.size());
  const auto is_nested = [](const Column &column) { return bool{column.nested}; };
  if (std::ranges::none_of(table.columns, is_nested)) return parents;
  std::unordered_map<std::string_view, std::uint32_t> positions;
  for (std::uint32_t i = 0; i < table.columns.size(); ++i) {
    const Column &column = table.columns[i];
    std::size_t dot = column.nested ? column.name.rfind('.') : column.name.npos;
    // Names of fields may contain dots; the longest one that is a column is the parent.
    for (; dot != column.name.npos && dot > 0; dot = column.name.rfind('.', dot - 1)) {
      const auto parent = positions.find(column.name.substr(0, dot));
      if (parent == positions.end()) continue;
      parents[i] = parent->second;
      break;
    }
    positions.emplace(column.name, i);
  }
  return parents;
}

}  // namespace sluice::inline v0::schema_detail
