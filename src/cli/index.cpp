/// `sluice index`: sources in, an index folder out.

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "catalog_source.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/pipeline/index_folder.hpp"

namespace sluice::cli {
namespace {

struct Arguments {
  std::string folder;
  std::vector<std::string> sources;
  std::string embedder;
  bool json = false;
};

void run(const Arguments &arguments) {
  const auto start = std::chrono::steady_clock::now();
  ProgressLine line;
  const Progress progress(line);
  IndexFolderOptions options;
  if (!arguments.embedder.empty()) options.embedder = open_embedder(arguments.embedder);
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  const auto catalog = load_catalog(arguments.sources, {}, progress);
  write_index_folder(arguments.folder, catalog, options, progress);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  if (arguments.json) {
    JsonWriter writer;
    writer.begin_object()
        .member("folder", std::string_view(arguments.folder))
        .member("databases", catalog->database_count())
        .member("tables", catalog->table_count())
        .member("columns", catalog->column_count())
        .member("seconds", spent.count())
        .end_object();
    fmt::print("{}\n", writer.text());
    return;
  }
  fmt::print("{}: {} databases, {} tables, {} columns · {}\n", arguments.folder,
             catalog->database_count(), catalog->table_count(), catalog->column_count(),
             duration_text(spent.count()));
}

}  // namespace

void add_index(const Command &app) {
  auto arguments = std::make_shared<Arguments>();
  const Command index = app.add_command("index", "Write an index of databases for `ask --catalog`");
  index.add_option("folder", arguments->folder, "Where the index goes; made if need be").required();
  index
      .add_option(
          "sources", arguments->sources,
          "SQLite files, folders of them, postgres:// URIs, .sql scripts, tables.json, schema "
          "JSON, or - for text of these on standard input")
      .required();
  index
      .add_option("--embedder", arguments->embedder,
                  "What makes vectors: static (the default), an encoder's folder, a file of "
                  "weights, or https://host/v1#model; `ask` takes the same")
      .type_name("NAME");
  index.add_flag("--json", arguments->json, "Print one JSON object");
  index.footer(
      "Example:\n"
      "  sluice index my-index databases/ warehouse.sql\n"
      "\n"
      "The folder holds catalog.sqlite and segment files. An interrupted run leaves what was there.");
  index.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
