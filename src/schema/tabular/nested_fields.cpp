#include "nested_fields.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace sluice::inline v0::schema_detail {
namespace {

using FieldPositions = std::unordered_map<std::string_view, std::size_t>;

constexpr std::size_t no_field = SIZE_MAX;
constexpr int max_path_steps = 64;

/// The field that a path is inside of: the longest of its beginnings that is a field.
std::size_t field_around(std::string_view path, const FieldPositions &positions) {
  for (int step = 0; step < max_path_steps; ++step) {
    const std::size_t dot = path.rfind('.');
    if (dot == path.npos) break;
    path = path.substr(0, dot);
    if (const auto found = positions.find(path); found != positions.end()) return found->second;
  }
  return no_field;
}

/// Each field before those inside it, and otherwise in the same order.
std::vector<ExportNestedField> in_order(std::vector<ExportNestedField> fields,
                                        const FieldPositions &positions) {
  std::vector<std::vector<std::size_t>> inside(fields.size());
  std::vector<std::size_t> pending;
  for (std::size_t i = fields.size(); i-- > 0;) {
    const std::size_t around = field_around(fields[i].path, positions);
    (around == no_field ? pending : inside[around]).push_back(i);
  }
  std::vector<std::size_t> order;
  while (!pending.empty()) {
    const std::size_t next = pending.back();
    pending.pop_back();
    order.push_back(next);
    pending.insert(pending.end(), inside[next].begin(), inside[next].end());
  }
  std::vector<ExportNestedField> ordered;
  for (const std::size_t number : order) ordered.push_back(std::move(fields[number]));
  return ordered;
}

}  // namespace

std::vector<ExportNestedField> merged_fields(std::vector<ExportNestedField> of_type,
                                             std::vector<ExportNestedField> of_rows) {
  std::vector<ExportNestedField> fields;
  // The keys view the paths in `fields`, which is reserved so that they stay in place.
  fields.reserve(of_type.size() + of_rows.size());
  FieldPositions positions;
  const auto add = [&](ExportNestedField &field) {
    const auto known = positions.find(field.path);
    if (known != positions.end()) {
      ExportNestedField &same = fields[known->second];
      if (same.type.empty()) same.type = std::move(field.type);
      if (same.description.empty()) same.description = std::move(field.description);
      return false;
    }
    fields.push_back(std::move(field));
    positions.emplace(fields.back().path, fields.size() - 1);
    return true;
  };
  for (ExportNestedField &field : of_type) add(field);
  bool is_new = false;
  for (ExportNestedField &field : of_rows) is_new = add(field) || is_new;
  return is_new ? in_order(std::move(fields), positions) : std::move(fields);
}

}  // namespace sluice::inline v0::schema_detail
