/// `sluice schema diff`: what differs between two sources.

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/dialect_option.hpp"
#include "schema.hpp"
#include "sluice/schema/schema_difference.hpp"

namespace sluice::cli {
namespace {

struct DiffSchemaArguments {
  std::string before;
  std::string after;
  std::string dialect;
  bool json = false;
};

void diff_schemas(const DiffSchemaArguments &arguments) {
  const SourceSnapshot before = read_schemas({arguments.before}, arguments.dialect, 0);
  const SourceSnapshot after = read_schemas({arguments.after}, arguments.dialect, 0);
  const SchemaDifference difference = compare_schemas(*before.catalog, *after.catalog);
  if (arguments.json) {
    std::vector<SkippedItem> skipped = before.skipped;
    skipped.insert(skipped.end(), after.skipped.begin(), after.skipped.end());
    fmt::print("{}\n", difference_json(difference, skipped));
  } else {
    fmt::print("{}", difference_text(difference));
  }
  if (!difference.empty()) throw ExitWith{rejected};
}

}  // namespace

void add_schema_diff(const Command &schema) {
  auto arguments = std::make_shared<DiffSchemaArguments>();
  const Command diff = schema.add_command("diff", "Compare the schemas of two sources");
  diff.add_option("BEFORE", arguments->before, "A file, a folder or a server")
      .type_name("PATH")
      .required();
  diff.add_option("AFTER", arguments->after, "What it is compared with")
      .type_name("PATH")
      .required();
  add_source_dialect(diff, arguments->dialect);
  diff.add_flag("--json", arguments->json, "Print one JSON object");
  diff.footer(
      "Compares tables, columns, types, keys, allowed values and descriptions. Databases are paired by\n"
      "name, unless each source has one. Names are compared as the databases' engines compare them.\n"
      "\n"
      "Examples:\n"
      "  sluice schema diff warehouse.sql warehouse_new.sql\n"
      "  sluice schema diff databases/ tables.json --json\n"
      "\n"
      "Exit status: 0 no differences, 1 differences, 2 error.");
  diff.callback([arguments] { diff_schemas(*arguments); });
}

}  // namespace sluice::cli
