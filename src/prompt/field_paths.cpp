#include "field_paths.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "schema/repeated_type.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/sql/quote.hpp"

namespace sluice::inline v0::prompt_detail {
namespace {

constexpr std::uint32_t no_parent = UINT32_MAX;

bool is_inside(std::string_view field, std::string_view parent) {
  return field.size() > parent.size() && field[parent.size()] == '.' && field.starts_with(parent);
}

}  // namespace

FieldPaths::FieldPaths(const Table &table) : table_(table), parents_(table.columns.size()) {
  // Each step comes before the fields in it.
  std::vector<std::uint32_t> open;
  for (std::uint32_t position = 0; position < table.columns.size(); ++position) {
    const Column &column = table.columns[position];
    while (!open.empty() &&
           (!column.nested || !is_inside(column.name, table.columns[open.back()].name))) {
      open.pop_back();
    }
    parents_[position] = open.empty() ? no_parent : open.back();
    open.push_back(position);
  }
}

std::optional<std::uint32_t> FieldPaths::root(std::uint32_t position) const {
  while (parents_[position] != no_parent) position = parents_[position];
  if (table_.columns[position].nested) return std::nullopt;
  return position;
}

/// Calls `add(step, repeats)` from the outer step to the field itself.
template <class AddStep>
void FieldPaths::each_step(std::uint32_t position, AddStep add) const {
  std::vector<std::uint32_t> chain;
  for (; position != no_parent; position = parents_[position]) chain.push_back(position);
  std::size_t begin = 0;
  std::ranges::reverse(chain);
  for (const std::uint32_t step : chain) {
    const Column &column = table_.columns[step];
    std::string_view name = column.name.substr(std::min(begin, column.name.size()));
    // Steps that the table does not list are separated by dots only.
    for (std::size_t dot = name.find('.'); column.nested && dot != name.npos;
         dot = name.find('.')) {
      add(name.substr(0, dot), false);
      name.remove_prefix(dot + 1);
    }
    add(name, step != chain.back() && schema_detail::is_repeated(column.type));
    begin = column.name.size() + 1;
  }
}

std::string FieldPaths::quoted(std::uint32_t position, sql::Dialect dialect) const {
  std::string path;
  each_step(position, [&](std::string_view step, bool repeats) {
    if (!path.empty()) path += '.';
    path += sql::quoted_identifier(one_line(step), dialect);
    if (repeats) path += "[]";
  });
  return path;
}

std::string FieldPaths::plain(std::uint32_t position) const {
  std::string path;
  each_step(position, [&](std::string_view step, bool repeats) {
    if (!path.empty()) path += '.';
    path += step;
    if (repeats) path += "[]";
  });
  return path;
}

}  // namespace sluice::inline v0::prompt_detail
