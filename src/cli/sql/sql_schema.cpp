#include "sql_schema.hpp"

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/source/skipped_report.hpp"
#include "sluice/core/error.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::cli {

Option SqlSchema::add_options(const Command &command) {
  const Option from =
      command
          .add_option("--tables", tables,
                      "The schemas: tables.json, or any source that --db of `sluice ask` accepts")
          .type_name("PATH");
  command.add_option("--database", database, "The database that is meant, if --tables has several")
      .type_name("NAME")
      .needs(from);
  return from;
}

std::shared_ptr<const Catalog> SqlSchema::open() const {
  return Catalog::make(load_and_report(tables));
}

const Database &SqlSchema::choose(const Catalog &catalog, std::string_view name) const {
  if (name.empty()) name = database;
  if (name.empty()) {
    if (catalog.database_count() == 1) return catalog.database(DatabaseId(0));
    throw Error(ErrorCode::invalid_argument,
                fmt::format("there are {} databases; choose one with --database",
                            catalog.database_count()));
  }
  const auto found = catalog.find_database(name);
  if (!found) throw Error(ErrorCode::not_found, fmt::format("there is no database \"{}\"", name));
  return catalog.database(*found);
}

}  // namespace sluice::cli
