#include "nested_columns.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace sluice::inline v0::schema_detail {
namespace {

/// "[].a[].b" is the field "a.b"; which steps repeat is known from their types.
std::string without_marks(std::string_view path) {
  std::string plain;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.substr(i).starts_with("[]")) {
      ++i;
    } else if (!plain.empty() || path[i] != '.') {
      plain += path[i];
    }
  }
  return plain;
}

}  // namespace

void add_nested(sql::DdlType &type, std::vector<ColumnDefinition> &columns) {
  const std::string parent = columns.back().name;
  for (sql::NestedField &field : type.fields) {
    ColumnDefinition &nested = columns.emplace_back();
    nested.name = parent + '.' + without_marks(field.path);
    nested.type = std::move(field.type);
    nested.description = std::move(field.comment);
    nested.nested = true;
  }
}

}  // namespace sluice::inline v0::schema_detail
