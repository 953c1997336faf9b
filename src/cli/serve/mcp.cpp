/// `sluice mcp`: the library as tools for agents and editors, over standard input and output.

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

struct Arguments {
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

std::shared_ptr<const SourceDatabases> files_of(const Arguments &arguments) {
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

mcp::DatabaseToolsParts open_parts(const Arguments &arguments) {
  const std::optional<AnyEmbedder> embedder =
      arguments.embedder.empty() ? default_embedder() : open_embedder(arguments.embedder);
  const bool no_values = arguments.content.is_left_out;
  OpenIndex index = arguments.source.open({.samples = no_values ? std::size_t{0} : 3});
  mcp::DatabaseToolsParts parts;
  parts.shown = mcp::shown_catalog(index.catalog, arguments.visible,
                                   no_values ? nullptr : &arguments.content.limits);
  if (parts.shown.catalog != index.catalog)  // what was indexed holds what is hidden
    index = {parts.shown.catalog, index_catalog(*parts.shown.catalog), nullptr};
  parts.retriever = std::make_shared<const Retriever>(
      index.catalog, index.lexical, Retriever::Options{}, embedder, index.vectors.get());
  parts.values = arguments.content.open(*index.catalog, arguments.source);
  parts.ranker = ranker_of(index.catalog, index.lexical, parts.values);
  if (!arguments.examples.empty()) {
    parts.examples = mcp::shown_examples(
        open_examples(arguments.examples, embedder ? *embedder : open_embedder("hashed"),
                      parts.shown.seen->catalog().get()),
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
    if (errno != EINTR) return 0;  // who spoke is gone
  }
}

bool write_output(std::string_view line) {
  return std::fwrite(line.data(), 1, line.size(), stdout) == line.size() &&
         std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
}

void run(Arguments &arguments) {
  limit_sqlite_heap(heap_bytes);
  arguments.session.version = std::string(version);
  arguments.session.limits.bytes = arguments.kilobytes << 10;
  mcp::DatabaseToolsParts parts = open_parts(arguments);
  arguments.session.instructions = instructions_for(*parts.shown.catalog);
  mcp::Session session(std::make_shared<mcp::DatabaseTools>(std::move(parts), arguments.tools),
                       arguments.session);
  std::signal(SIGPIPE, SIG_IGN);  // a client that is gone is an end like any other
  mcp::serve(session, read_input, write_output);
}

}  // namespace

void add_mcp(const Command &app) {
  auto arguments = std::make_shared<Arguments>();
  const Command mcp = app.add_command(
      "mcp",
      "Serve agents and editors: a Model Context Protocol server on standard input and output");
  arguments->source.add_options(mcp);
  arguments->content.add_options(mcp);
  mcp.add_option("--embedder", arguments->embedder,
                 "What makes vectors, as for `ask`; also of the examples' questions")
      .type_name("NAME");
  mcp.add_option("--examples", arguments->examples,
                 "Worked examples: what `sluice examples index` made, or JSON lines with question, "
                 "sql and db_id")
      .type_name("FILE");
  mcp.add_option("--hide", arguments->visible.hide,
                 "What no answer may tell of: DATABASE, DATABASE.TABLE, TABLE.COLUMN or "
                 "DATABASE.TABLE.COLUMN, \"*\" for any text; may be repeated")
      .type_name("PATTERN");
  mcp.add_option("--show", arguments->visible.show,
                 "Tell of nothing but DATABASE, DATABASE.TABLE or DATABASE.TABLE.COLUMN; may be "
                 "repeated")
      .type_name("PATTERN");
  mcp.add_flag("--no-run", arguments->no_run, "Run no queries");
  mcp.add_option("--rows", arguments->tools.rows, "Rows of a query at most").between(0, 1000);
  mcp.add_option("--seconds", arguments->session.seconds, "For one call").between(0.001, 3600.0);
  mcp.add_option("--request-kilobytes", arguments->kilobytes, "Of one request").between(1, 65536);
  mcp.add_option("--answer-bytes", arguments->session.answer_bytes, "Of one answer")
      .between(1000, 1'000'000'000);
  mcp.add_option("--nesting", arguments->session.limits.nesting,
                 "Arrays and objects within each other, of a request")
      .between(4, 256);
  mcp.footer(
      "Tools: find_schema, route, find_examples, find_values, check_sql, compare_sql. Queries only\n"
      "read. Hidden things are taken out before anything is built; of a database that is hidden in\n"
      "part, queries have to name their columns.\n"
      "\n"
      "Example, in a client's configuration:\n"
      "  {\"mcpServers\": {\"shop\": {\"command\": \"sluice\",\n"
      "    \"args\": [\"mcp\", \"--db\", \"/data/shop.sqlite\", \"--hide\", \"customer.email\"]}}}");
  mcp.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
