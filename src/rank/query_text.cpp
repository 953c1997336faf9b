#include "query_text.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "sluice/sql/print.hpp"

namespace sluice::inline v0::rank {

std::string_view call_of(ColumnLabel label) {
  switch (label) {
    case ColumnLabel::count: return "COUNT(";
    case ColumnLabel::count_distinct: return "COUNT(DISTINCT ";
    case ColumnLabel::minimum: return "MIN(";
    case ColumnLabel::maximum: return "MAX(";
    case ColumnLabel::sum: return "SUM(";
    case ColumnLabel::average: return "AVG(";
    default: return {};
  }
}

std::string_view operator_of(ColumnLabel label) {
  switch (label) {
    case ColumnLabel::where_unequal: return " != ";
    case ColumnLabel::where_greater: return " > ";
    case ColumnLabel::where_less: return " < ";
    case ColumnLabel::where_at_least: return " >= ";
    case ColumnLabel::where_at_most: return " <= ";
    case ColumnLabel::where_like: return " LIKE ";
    case ColumnLabel::where_between: return " BETWEEN ";
    default: return " = ";
  }
}

std::string column_name(const LabelSchema &schema, std::uint32_t column) {
  const Table &table = schema.database().tables()[schema.columns()[column].table];
  return sql::quote_name(table.name) + '.' +
         sql::quote_name(schema.database().columns()[column].name);
}

std::string from_clause(const LabelSchema &schema, std::span<const std::uint32_t> tables) {
  std::vector<TableId> joined{TableId(tables.front())};
  std::string text = " FROM " + sql::quote_name(schema.database().tables()[tables.front()].name);
  std::vector<std::uint32_t> rest(tables.begin() + 1, tables.end());
  while (!rest.empty()) {
    // The nearest first, so that paths go through requested tables.
    std::optional<std::vector<const Join *>> path;
    std::size_t nearest = 0;
    for (std::size_t t = 0; t < rest.size(); ++t) {
      auto other = schema.graph().path(joined, TableId(rest[t]));
      if (!other || (path && path->size() <= other->size())) continue;
      path = std::move(other);
      nearest = t;
    }
    const std::uint32_t table = rest[nearest];
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(nearest));
    if (!path) {  // there is no join path
      joined.push_back(TableId(table));
      text += " JOIN " + sql::quote_name(schema.database().tables()[table].name);
      continue;
    }
    for (const Join *join : *path) {
      joined.push_back(join->to);
      text += " JOIN " + sql::quote_name(schema.database().tables()[join->to.index()].name);
      for (std::size_t c = 0; c < join->from_columns.size(); ++c) {
        text += (c == 0 ? " ON " : " AND ") + column_name(schema, join->from_columns[c].value) +
                " = " + column_name(schema, join->to_columns[c].value);
      }
    }
  }
  return text;
}

}  // namespace sluice::inline v0::rank
