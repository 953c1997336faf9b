#include "check_values.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace sluice::inline v0::schema_detail {

std::vector<sql::DdlAllowedValues> values_of_check(std::string_view condition,
                                                   sql::Dialect dialect) {
  std::vector<sql::DdlAllowedValues> values;
  const std::string script = fmt::format("CREATE TABLE t (c text, CHECK ({}));", condition);
  sql::read_ddl(script, {.dialect = dialect}, [&](sql::DdlStatement &&statement, std::size_t) {
    auto *table = std::get_if<sql::CreateTable>(&statement);
    if (table != nullptr && values.empty()) values = std::move(table->allowed_values);
  });
  return values;
}

}  // namespace sluice::inline v0::schema_detail
