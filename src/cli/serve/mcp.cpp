/// `sluice mcp`: serves the library as tools for agents and editors on standard input and output.

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/catalog_source.hpp"
#include "cli/source/example_source.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/version.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/mcp/database_tools.hpp"
#include "sluice/mcp/server.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/retrieve/catalog_index.hpp"

namespace sluice::cli {
namespace {

struct McpArguments {
  CatalogSource source;
  ContentSource content;
  std::string embedder;
  std::string examples;
  VisiblePatterns visible;
  mcp::DatabaseToolsOptions tools;
  mcp::SessionOptions session;
  std::size_t kilobytes = 1024;
  bool no_run = false;
};

constexpr std::int64_t heap_bytes = std::int64_t{256} << 20;

std::shared_ptr<const SourceDatabases> files_of(const McpArguments &arguments) {
  if (arguments.no_run || arguments.content.is_left_out) return nullptr;
  std::vector<std::string> paths = arguments.source.databases;
  if (!arguments.content.folder.empty()) paths.push_back(arguments.content.folder);
  return std::make_shared<const SourceDatabases>(paths);
}

std::shared_ptr<const Ranker> ranker_of(const std::shared_ptr<const Catalog> &catalog,
                                        const std::shared_ptr<const LexicalIndex> &lexical,
                                        const std::shared_ptr<const ValueIndex> &values) {
  try {
    return std::make_shared<const Ranker>(make_ranker(std::make_shared<const JoinGraphs>(catalog),
                                                      lexical, std::nullopt, nullptr, values));
  } catch (const Error &error) {
    if (error.code() != ErrorCode::unsupported) throw;  // a build without weights
    return nullptr;
  }
}

mcp::DatabaseToolsParts open_parts(const McpArguments &arguments) {
  const std::optional<AnyEmbedder> embedder =
      arguments.embedder.empty() ? default_embedder() : open_embedder(arguments.embedder);
  const bool no_values = arguments.content.is_left_out;
  OpenIndex index = arguments.source.open({.samples = no_values ? std::size_t{0} : 3});
  mcp::DatabaseToolsParts parts;
  parts.shown = mcp::shown_catalog(index.catalog, arguments.visible,
                                   no_values ? nullptr : &arguments.content.limits);
  if (parts.shown.catalog != index.catalog)  // the index contains hidden names
    index = {parts.shown.catalog, index_catalog(*parts.shown.catalog), nullptr};
  parts.retriever = std::make_shared<const Retriever>(
      index.catalog, index.lexical, Retriever::Options{}, embedder, index.vectors.get());
  parts.values = arguments.content.open(*index.catalog, arguments.source);
  parts.ranker = ranker_of(index.catalog, index.lexical, parts.values);
  if (!arguments.examples.empty()) {
    parts.examples = mcp::shown_examples(
        open_examples(arguments.examples, embedder ? *embedder : open_embedder("hashed"),
                      parts.shown.visible->catalog().get()),
        parts.shown, arguments.visible);
  }
  parts.databases = files_of(arguments);
  return parts;
}

std::string instructions_for(const Catalog &catalog) {
  return fmt::format(
      "{} database{} with {} tables. To answer a question with SQL: find_schema for the tables and "
      "columns, find_values for the spelling of values, find_examples for similar queries; write "
      "the query, then check_sql. compare_sql says whether two queries mean the same.",
      catalog.database_count(), catalog.database_count() == 1 ? "" : "s", catalog.table_count());
}

std::size_t read_input(char *buffer, std::size_t size) {
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, buffer, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return 0;  // the client is gone
  }
}

bool write_output(std::string_view line) {
  return std::fwrite(line.data(), 1, line.size(), stdout) == line.size() &&
         std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
}

void run_mcp(McpArguments &arguments) {
  limit_sqlite_heap(heap_bytes);
  arguments.session.version = std::string(version);
  arguments.session.limits.bytes = arguments.kilobytes << 10;
  mcp::DatabaseToolsParts parts = open_parts(arguments);
  arguments.session.instructions = instructions_for(*parts.shown.catalog);
  mcp::Session session(std::make_shared<mcp::DatabaseTools>(std::move(parts), arguments.tools),
                       arguments.session);
  std::signal(SIGPIPE, SIG_IGN);  // a client that disconnects ends the server normally
  mcp::serve(session, read_input, write_output);
}

}  // namespace

void add_mcp(const Command &app) {
  auto arguments = std::make_shared<McpArguments>();
  const Command mcp = app.add_command(
      "mcp", "Run a Model Context Protocol server for agents and editors on standard input/output");
  const Command databases = mcp.section("Databases");
  arguments->source.add_options(databases);
  arguments->content.add_options(databases);
  databases
      .add_option(
          "--embedder", arguments->embedder,
          "Makes the vectors of names and of the questions of examples, as for `sluice ask`")
      .type_name("NAME");
  databases
      .add_option(
          "--examples", arguments->examples,
          "Worked examples: a store by `sluice examples index`, or JSON Lines with question, "
          "sql and db_id")
      .type_name("FILE");

  const Command access = mcp.section("Access");
  access
      .add_option(
          "--hide", arguments->visible.hide,
          "Hide DATABASE, DATABASE.TABLE, TABLE.COLUMN or DATABASE.TABLE.COLUMN, with \"*\" "
          "for any text; may be repeated")
      .type_name("PATTERN");
  access
      .add_option(
          "--show", arguments->visible.show,
          "Hide everything except DATABASE, DATABASE.TABLE or DATABASE.TABLE.COLUMN; may be "
          "repeated")
      .type_name("PATTERN");
  access.add_flag("--no-run", arguments->no_run, "Do not run queries");

  const Command limits = mcp.section("Limits");
  limits.add_option("--rows", arguments->tools.rows, "Maximum number of rows per result")
      .between(0, 1000);
  limits.add_option("--timeout", arguments->session.seconds, "Maximum seconds per call")
      .between(0.001, 3600.0);
  limits
      .add_option("--request-kilobytes", arguments->kilobytes, "Maximum size of a request, in KiB")
      .between(1, 65536);
  limits
      .add_option("--answer-bytes", arguments->session.answer_bytes,
                  "Maximum size of an answer, in bytes")
      .between(1000, 1'000'000'000);
  limits
      .add_option("--nesting", arguments->session.limits.nesting,
                  "Maximum depth of arrays and objects in a request")
      .between(4, 256);
  mcp.footer(
      "Tools: find_schema, route, find_examples, find_values, check_sql, compare_sql. Queries are\n"
      "read-only. What is hidden is removed before anything is built; queries of a database that is\n"
      "partly hidden must name their columns.\n"
      "\n"
      "Examples:\n"
      "  sluice mcp --db shop.sqlite --hide customer.email\n"
      "  sluice mcp --db databases/ --show shop --no-run --timeout 5\n"
      "\n"
      "In the configuration of a client:\n"
      "  {\"mcpServers\": {\"shop\": {\"command\": \"sluice\",\n"
      "    \"args\": [\"mcp\", \"--db\", \"/data/shop.sqlite\", \"--hide\", \"customer.email\"]}}}");
  mcp.callback([arguments] { run_mcp(*arguments); });
}

}  // namespace sluice::cli
