/// `sluice schema export`: writes a schema as a script, as JSON, or as a drawing.

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/source/dialect_option.hpp"
#include "schema.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/schema/export.hpp"

namespace sluice::cli {
namespace {

struct ExportSchemaArguments {
  std::vector<std::string> sources;
  std::string source_dialect;
  std::string database;
  std::string dialect;
  std::string format = "ddl";
  std::string out;
};

const Database &one_database(const Catalog &catalog) {
  if (catalog.database_count() == 1) return catalog.database(DatabaseId(0));
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("there are {} databases; choose one with --database", catalog.database_count()));
}

std::string exported(const ExportSchemaArguments &arguments, const Catalog &catalog) {
  if (arguments.format == "json") return to_json(catalog) + '\n';
  const Database &database = one_database(catalog);
  if (arguments.format == "svg") return export_svg(database);
  if (arguments.format == "mermaid") return export_mermaid(database);
  return export_ddl(database, dialect_called(arguments.dialect).value_or(database.dialect()));
}

void export_schemas(const ExportSchemaArguments &arguments) {
  if (!arguments.dialect.empty() && arguments.format != "ddl") {
    throw Error(ErrorCode::invalid_argument,
                "--dialect is that of a script; with another --format, there is none; see --help");
  }
  dialect_called(arguments.dialect);  // before anything is read
  // JSON is read again, so that it has sample values, as other sources do.
  const std::size_t samples = arguments.format == "json" ? LoadOptions().samples : 0;
  const SourceSnapshot read = read_schemas(arguments.sources, arguments.source_dialect, samples);
  const std::string text = exported(arguments, *only_database(read.catalog, arguments.database));
  if (arguments.out.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else {
    write_file(arguments.out, text);
  }
}

}  // namespace

void add_schema_export(const Command &schema) {
  auto arguments = std::make_shared<ExportSchemaArguments>();
  const Command command =
      schema.add_command("export", "Write a schema as a SQL script, as JSON, or as a drawing");
  command
      .add_option("SOURCE", arguments->sources,
                  "Files, folders and servers, as for --db of `sluice ask`, or - for text on "
                  "standard input")
      .type_name("PATH...")
      .required();
  command
      .add_option("--database", arguments->database,
                  "The database that is meant, if there are several; JSON may have all")
      .type_name("NAME");
  command
      .add_option("--dialect", arguments->dialect,
                  "The dialect of the script: sqlite, postgresql, mysql, sqlserver, oracle, "
                  "snowflake, bigquery … By default, the database's own")
      .type_name("NAME");
  command
      .add_option("--format", arguments->format,
                  "A SQL script, sluice's JSON, a drawing, or Mermaid's diagram")
      .one_of({"ddl", "json", "svg", "mermaid"});
  command.add_option("-o,--out", arguments->out, "The file to write, instead of standard output")
      .type_name("FILE");
  command
      .add_option("--source-dialect", arguments->source_dialect,
                  "The dialect of scripts that are read, as --dialect of `sluice schema show`")
      .type_name("NAME");
  command.footer(
      "Types are translated where they are known. What a dialect has no words for is a comment. Views\n"
      "have their columns but no rows, because their queries are not kept.\n"
      "\n"
      "Examples:\n"
      "  sluice schema export shop.sqlite --dialect postgresql\n"
      "  sluice schema export databases/ --database zoo --format mermaid\n"
      "  sluice schema export shop.sqlite --format svg -o shop.svg");
  command.callback([arguments] { export_schemas(*arguments); });
}

}  // namespace sluice::cli
