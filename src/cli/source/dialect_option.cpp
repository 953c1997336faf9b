#include "dialect_option.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"

namespace sluice::cli {

void add_source_dialect(const Command &command, std::string &dialect) {
  command
      .add_option("--dialect", dialect,
                  "The dialect of SQL scripts: sqlite, postgresql, mysql, sqlserver, oracle, "
                  "snowflake, bigquery … By default, found by what is in them")
      .type_name("NAME");
}

std::optional<sql::Dialect> dialect_called(const std::string &name) {
  if (name.empty()) return std::nullopt;
  if (const auto dialect = sql::find_dialect(name)) return dialect;
  std::string known;
  for (std::size_t i = 0; i < sql::dialect_count; ++i) {
    if (i > 0) known += ", ";
    known += sql::dialect_name(static_cast<sql::Dialect>(i));
  }
  constexpr std::size_t shown = 60;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("there is no dialect \"{}\"; expected one of {}; see --help",
                          clip_utf8(one_line(name), shown), known));
}

}  // namespace sluice::cli
