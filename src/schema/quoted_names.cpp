#include "sluice/schema/quoted_names.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "sluice/sql/quote.hpp"

namespace sluice::inline v0 {

std::string quoted_table(const Table &table, sql::Dialect dialect) {
  std::vector<std::string_view> parts;
  std::string_view qualifier = table.qualifier();
  while (!qualifier.empty()) {
    parts.push_back(qualifier.substr(0, qualifier.find('.')));
    qualifier.remove_prefix(std::min(parts.back().size() + 1, qualifier.size()));
  }
  parts.push_back(table.bare_name());
  return sql::quoted_path(parts, dialect);
}

std::string quoted_column(const Column &column, sql::Dialect dialect) {
  if (!column.nested) return sql::quoted_identifier(column.name, dialect);
  std::string path;
  std::string_view rest = column.name;
  for (;;) {
    const std::string_view step = rest.substr(0, rest.find('.'));
    path += sql::quoted_identifier(step, dialect);
    if (step.size() == rest.size()) return path;
    path += '.';
    rest.remove_prefix(step.size() + 1);
  }
}

}  // namespace sluice::inline v0
