/// `sluice schema show`: what is read from sources.

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/source/dialect_option.hpp"
#include "schema.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::cli {
namespace {

struct ShowSchemaArguments {
  std::vector<std::string> sources;
  std::string dialect;
  std::string database;
  bool json = false;
};

void show_schemas(const ShowSchemaArguments &arguments) {
  const SourceSnapshot read = read_schemas(arguments.sources, arguments.dialect, 0);
  const auto catalog = only_database(read.catalog, arguments.database);
  if (arguments.json) {
    fmt::print("{}\n", show_json(*catalog, read.skipped));
  } else {
    fmt::print("{}", show_text(*catalog));
  }
}

}  // namespace

void add_schema_show(const Command &schema) {
  auto arguments = std::make_shared<ShowSchemaArguments>();
  const Command show = schema.add_command("show", "Show what is read from sources");
  show.add_option("SOURCE", arguments->sources,
                  "Files, folders and servers, as for --db of `sluice ask`, or - for text on "
                  "standard input")
      .type_name("PATH...")
      .required();
  add_source_dialect(show, arguments->dialect);
  show.add_option("--database", arguments->database, "Only the database of this name")
      .type_name("NAME");
  show.add_flag("--json", arguments->json,
                "Print one JSON object with databases and skipped, which --db reads, too");
  show.footer(
      "No rows are read. What could not be read is listed on standard error, and is in \"skipped\" of the\n"
      "JSON.\n"
      "\n"
      "Examples:\n"
      "  sluice schema show shop.sqlite\n"
      "  sluice schema show databases/ warehouse.sql --json\n"
      "  sluice schema show warehouse.sql --dialect oracle");
  show.callback([arguments] { show_schemas(*arguments); });
}

}  // namespace sluice::cli
