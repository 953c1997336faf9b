/// `sluice schema`: shows, compares and exports the schemas of databases.

#include "schema.hpp"

#include <utility>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/catalog_source.hpp"
#include "cli/source/dialect_option.hpp"
#include "cli/source/skipped_report.hpp"
#include "sluice/core/error.hpp"

namespace sluice::cli {

SourceSnapshot read_schemas(const std::vector<std::string> &sources, const std::string &dialect,
                            std::size_t samples) {
  LoadOptions options;
  options.samples = samples;
  options.dialect = dialect_called(dialect);
  SourceSnapshot read;
  {
    ProgressLine line;
    read = read_sources(open_sources(sources), options, nullptr, Progress(line));
  }
  report_skipped(read.skipped);
  return read;
}

std::shared_ptr<const Catalog> only_database(std::shared_ptr<const Catalog> catalog,
                                             const std::string &name) {
  if (name.empty()) return catalog;
  const auto found = catalog->find_database(name);
  if (!found) throw Error(ErrorCode::not_found, fmt::format("there is no database \"{}\"", name));
  return Catalog::make({catalog->share(*found)});
}

void add_schema(const Command &app) {
  const Command schema =
      app.add_group("schema", "Show, compare and export the schemas of databases");
  schema.footer("Examples:\n"
                "  sluice schema show shop.sqlite\n"
                "  sluice schema diff warehouse.sql warehouse_new.sql\n"
                "  sluice schema export shop.sqlite --dialect postgresql");
  add_schema_show(schema);
  add_schema_diff(schema);
  add_schema_export(schema);
}

}  // namespace sluice::cli
