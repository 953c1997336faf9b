#include "dbt_columns.hpp"

#include <algorithm>
#include <utility>

#include "schema/ddl/nested_columns.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_field_steps = 16;

/// The project's spelling, if it shows where words begin and the warehouse's does not: CustomerId,
/// but not customer_id for CUSTOMER_ID.
std::string column_title(std::string_view described, std::string_view actual) {
  const bool camel = std::ranges::any_of(described, is_ascii_lower) &&
                     std::ranges::any_of(described, is_ascii_upper);
  return camel && described != actual ? std::string(described) : std::string();
}

/// Whether a name may be the path to a field.
bool is_field_path(std::string_view name) {
  const auto dots = static_cast<std::size_t>(std::ranges::count(name, '.'));
  return dots > 0 && dots <= max_field_steps && name.front() != '.';
}

void fill_text(std::string &known, const std::string &other) {
  if (known.empty()) known = other;
}

}  // namespace

std::optional<std::size_t> DbtColumns::find(std::string_view name) const {
  const auto exact = exact_.find(std::string(name));
  if (exact != exact_.end()) return exact->second;
  const auto folded = folded_.find(lower_ascii(name));
  if (folded == folded_.end() || folded->second.count != 1) return std::nullopt;
  return folded->second.first;
}

std::size_t DbtColumns::add(std::string_view name) {
  const auto [place, fresh] = exact_.emplace(name, columns_.size());
  if (!fresh) return place->second;
  Similar &similar = folded_[lower_ascii(name)];
  if (similar.count++ == 0) similar.first = columns_.size();
  columns_.emplace_back().name = name;
  is_described_.push_back(false);
  return place->second;
}

void DbtColumns::merge_actual(std::span<const ListedColumn> list) {
  // Some catalogs list fields as columns of their own.
  const bool lists_fields = std::ranges::any_of(
      list, [](const ListedColumn &column) { return is_field_path(column.name); });
  for (const ListedColumn &column : list) {
    const std::size_t place = add(column.name);
    fill_text(columns_[place].type, column.type);
    fill_text(columns_[place].description, column.description);
    if (lists_fields) continue;
    for (ColumnDefinition &field : fields_of_type(column.name, column.type)) {
      if (exact_.contains(field.name)) continue;
      const std::size_t added = add(field.name);
      columns_[added] = std::move(field);
    }
  }
  are_actual_ = are_actual_ || !list.empty();
}

std::vector<std::string> DbtColumns::merge_described(std::span<const ListedColumn> list) {
  std::unordered_map<std::string, std::size_t> similar;  // in this list
  for (const ListedColumn &column : list) ++similar[lower_ascii(column.name)];
  std::vector<std::string> unknown;
  for (const ListedColumn &column : list) {
    std::optional<std::size_t> place;
    if (const auto exact = exact_.find(column.name); exact != exact_.end()) {
      place = exact->second;
    } else if (similar[lower_ascii(column.name)] == 1) {
      place = find(column.name);
    }
    if (!place && are_actual_) {
      unknown.push_back(column.name);
      continue;
    }
    if (!place) place = add(column.name);
    ColumnDefinition &known = columns_[*place];
    fill_text(known.title, column_title(column.name, known.name));
    fill_text(known.type, column.type);
    if (column.description.empty() || is_described_[*place]) continue;
    known.description = column.description;
    is_described_[*place] = true;
  }
  return unknown;
}

void DbtColumns::nest(bool have_fields) {
  std::vector<ColumnDefinition> before = std::exchange(columns_, {});
  const auto places = std::exchange(exact_, {});
  folded_.clear();
  is_described_.clear();
  std::vector<bool> is_moved(before.size());
  const auto move_column = [&](std::size_t from) {
    if (is_moved[from]) return;
    is_moved[from] = true;
    const std::size_t to = add(before[from].name);
    columns_[to] = std::move(before[from]);
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (is_moved[i]) continue;
    const std::string name = before[i].name;
    if (!is_field_path(name)) {
      move_column(i);
      continue;
    }
    // From the outermost, so that each comes before what is in it.
    for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
      const auto outer = places.find(name.substr(0, dot));
      if (outer != places.end()) move_column(outer->second);
    }
    const std::string first = name.substr(0, name.find('.'));
    if (have_fields) add(first);
    move_column(i);
  }
  for (ColumnDefinition &column : columns_)
    column.nested =
        is_field_path(column.name) && exact_.contains(column.name.substr(0, column.name.find('.')));
}

}  // namespace sluice::inline v0::schema_detail
