/// `sluice schema`: shows what was read from schema sources, compares two, and writes one in
/// another form.

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/catalog_source.hpp"
#include "sluice/core/file.hpp"
#include "sluice/schema/export.hpp"
#include "sluice/schema/schema_difference.hpp"
#include "sluice/schema/show.hpp"
#include "sluice/schema/sources.hpp"

namespace sluice::cli {
namespace {

struct SchemaArguments {
  std::vector<std::string> sources;
  std::string dialect;
  std::string form = "ddl";
  std::string out;
  bool json = false;
};

std::optional<sql::Dialect> chosen_dialect(const std::string &name) {
  if (name.empty()) return std::nullopt;
  const auto dialect = sql::find_dialect(name);
  if (!dialect) throw Error(ErrorCode::invalid_argument, name + " is not a dialect; see --help");
  return dialect;
}

SourceSnapshot read_schemas(const std::vector<std::string> &sources, const std::string &dialect) {
  ProgressLine line;
  LoadOptions options;
  options.dialect = chosen_dialect(dialect);
  return read_sources(open_sources(sources), options, nullptr, Progress(line));
}

void run_schema_show(const SchemaArguments &arguments) {
  const SourceSnapshot read = read_schemas(arguments.sources, arguments.dialect);
  if (arguments.json) {
    std::puts(show_json(*read.catalog, read.skipped).c_str());
    return;
  }
  std::fputs(show_text(*read.catalog).c_str(), stdout);
  std::fputs(skipped_text(read.skipped).c_str(), stderr);
}

void run_schema_diff(const SchemaArguments &arguments) {
  if (arguments.sources.size() != 2)
    throw Error(ErrorCode::invalid_argument, "needs two sources to compare; see --help");
  const SourceSnapshot before = read_schemas({arguments.sources[0]}, {});
  const SourceSnapshot after = read_schemas({arguments.sources[1]}, {});
  const SchemaDifference difference = compare_schemas(*before.catalog, *after.catalog);
  std::vector<SkippedItem> skipped = before.skipped;
  skipped.insert(skipped.end(), after.skipped.begin(), after.skipped.end());
  if (arguments.json) {
    std::puts(difference_json(difference, skipped).c_str());
  } else {
    std::fputs(difference_text(difference).c_str(), stdout);
    std::fputs(skipped_text(skipped).c_str(), stderr);
  }
  if (!difference.empty()) throw ExitWith{1};
}

std::string exported(const Catalog &catalog, const SchemaArguments &arguments) {
  if (arguments.form == "json") return to_json(catalog) + '\n';
  const auto dialect = chosen_dialect(arguments.dialect);
  std::string text;
  for (const DatabaseId id : catalog.databases()) {
    const Database &database = catalog.database(id);
    if (arguments.form == "svg") {
      text += export_svg(database);
    } else if (arguments.form == "mermaid") {
      text += export_mermaid(database);
    } else {
      text += export_ddl(database, dialect ? *dialect : database.dialect());
    }
  }
  return text;
}

void run_schema_export(const SchemaArguments &arguments) {
  const SourceSnapshot read = read_schemas(arguments.sources, {});
  if (arguments.form == "svg" && read.catalog->database_count() != 1)
    throw Error(ErrorCode::invalid_argument, "draws one database; name its file");
  const std::string text = exported(*read.catalog, arguments);
  std::fputs(skipped_text(read.skipped).c_str(), stderr);
  if (arguments.out.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else {
    write_file(arguments.out, text);
  }
}

void add_sources(const Command &command, SchemaArguments &arguments) {
  command
      .add_option("SOURCE", arguments.sources,
                  "Files, folders, servers' URIs, or - for a text on standard input")
      .type_name("")
      .required();
}

}  // namespace

void add_schema(const Command &app) {
  const Command schema =
      app.add_group("schema", "Show, compare and convert the schemas of databases");
  schema.footer("Examples:\n"
                "  sluice schema show shop.sqlite\n"
                "  sluice schema diff shop.sqlite shop.sqlite");

  auto shown = std::make_shared<SchemaArguments>();
  const Command show = schema.add_command("show", "Show what is read from sources");
  add_sources(show, *shown);
  show.add_option("--dialect", shown->dialect, "The dialect of SQL scripts; found by default")
      .type_name("NAME");
  show.add_flag("--json", shown->json, "Print JSON");
  show.footer("What cannot be read is listed on standard error, or in \"skipped\" of the JSON.\n"
              "\n"
              "Examples:\n"
              "  sluice schema show shop.sqlite\n"
              "  sluice schema show --json shop.sqlite");
  show.callback([shown] { run_schema_show(*shown); });

  auto compared = std::make_shared<SchemaArguments>();
  const Command diff = schema.add_command("diff", "Compare the schemas of two sources");
  add_sources(diff, *compared);
  diff.add_flag("--json", compared->json, "Print JSON");
  diff.footer("Examples:\n"
              "  sluice schema diff shop.sqlite shop.sqlite\n"
              "\n"
              "Exit status: 0 no differences, 1 differences, 2 error.");
  diff.callback([compared] { run_schema_diff(*compared); });

  auto written = std::make_shared<SchemaArguments>();
  const Command convert = schema.add_command("export", "Write schemas in another form");
  add_sources(convert, *written);
  convert
      .add_option("--dialect", written->dialect,
                  "The dialect of the DDL; by default, that of each database")
      .type_name("NAME");
  convert.add_option("--format", written->form, "What to write")
      .one_of({"ddl", "json", "svg", "mermaid"});
  convert.add_option("--out", written->out, "The file to write; standard output by default")
      .type_name("FILE");
  convert.footer("Examples:\n"
                 "  sluice schema export --dialect postgresql shop.sqlite\n"
                 "  sluice schema export --format svg --out shop.svg shop.sqlite");
  convert.callback([written] { run_schema_export(*written); });
}

}  // namespace sluice::cli
