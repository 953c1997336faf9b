#include "nested_columns.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t max_type_bytes = std::size_t{1} << 16;

}  // namespace

std::string without_array_marks(std::string_view path) {
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

void add_nested(sql::DdlType &type, std::vector<ColumnDefinition> &columns) {
  const std::string parent = columns.back().name;
  for (sql::NestedField &field : type.fields) {
    ColumnDefinition &nested = columns.emplace_back();
    nested.name = parent + '.' + without_array_marks(field.path);
    nested.type = std::move(field.type);
    nested.description = std::move(field.comment);
    nested.nested = true;
  }
}

std::vector<ColumnDefinition> fields_of_type(std::string_view column, std::string_view type) {
  const bool may_have_fields =
      type.size() <= max_type_bytes && type.find_first_of("<(") != type.npos;
  if (!may_have_fields) return {};
  const std::string words = lower_ascii(type);
  const auto has = [&](std::string_view word) { return words.find(word) != words.npos; };
  if (!has("struct") && !has("row") && !has("tuple") && !has("nested") && !has("object")) return {};
  std::vector<ColumnDefinition> columns;
  sql::read_ddl(fmt::format("CREATE TABLE t (c {});", type), {.dialect = sql::Dialect::permissive},
                [&](sql::DdlStatement &&statement, std::size_t) {
                  auto *table = std::get_if<sql::CreateTable>(&statement);
                  if (table == nullptr || table->columns.size() != 1 || !columns.empty()) return;
                  columns.emplace_back().name = column;
                  add_nested(table->columns.front().type, columns);
                });
  if (!columns.empty()) columns.erase(columns.begin());
  return columns;
}

}  // namespace sluice::inline v0::schema_detail
