/// `sluice index`: writes an index of databases, and updates it when they change.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/source/catalog_source.hpp"
#include "cli/source/dialect_option.hpp"
#include "cli/source/skipped_report.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "interrupt.hpp"
#include "schema/skipped_json.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/pipeline/index_update.hpp"
#include "sluice/store/store_update.hpp"

namespace sluice::cli {
namespace {

struct IndexArguments {
  std::string folder;
  std::vector<std::string> sources;
  std::string dialect;
  std::string embedder;
  std::string store;
  bool for_eval = false;
  bool reload = false;
  double interval = 1;
  bool update = false;
  bool watch = false;
  bool json = false;
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void add_counts(JsonWriter &writer, const IndexArguments &arguments, const Catalog &catalog) {
  writer.member("folder", std::string_view(arguments.folder))
      .member("databases", catalog.database_count())
      .member("tables", catalog.table_count())
      .member("columns", catalog.column_count());
}

void end_object(JsonWriter &writer, double spent, std::span<const SkippedItem> skipped) {
  writer.member("seconds", spent);
  schema_detail::write_skipped(writer, skipped);
  writer.end_object();
}

void report(const IndexArguments &arguments, const SourceSnapshot &indexed, double spent) {
  const Catalog &catalog = *indexed.catalog;
  if (arguments.json) {
    JsonWriter writer;
    writer.begin_object();
    add_counts(writer, arguments, catalog);
    end_object(writer, spent, indexed.skipped);
    fmt::print("{}\n", writer.text());
    return;
  }
  fmt::print("{}: {} databases, {} tables, {} columns · {}\n", arguments.folder,
             catalog.database_count(), catalog.table_count(), catalog.column_count(),
             duration_text(spent));
}

void report(const IndexArguments &arguments, const IndexUpdate &update, double spent) {
  if (arguments.json) {
    const std::size_t kept = update.catalog->database_count() - update.read;
    JsonWriter writer;
    writer.begin_object();
    add_counts(writer, arguments, *update.catalog);
    writer.member("written", update.written).member("read", update.read).member("kept", kept);
    writer.key("changed").begin_array();
    for (const auto &database : update.delta.put) writer.value(database->name());
    writer.end_array().key("dropped").begin_array();
    for (const std::string &name : update.delta.dropped) writer.value(std::string_view(name));
    writer.end_array();
    end_object(writer, spent, update.skipped);
    fmt::print("{}\n", writer.text());
    return;
  }
  fmt::print("{}: {} of {} databases read · {} changed, {} dropped · {}\n", arguments.folder,
             update.read, update.catalog->database_count(), update.delta.put.size(),
             update.delta.dropped.size(), duration_text(spent));
}

void sleep_for(double seconds) {
  const auto start = Clock::now();
  while (!stop_token().cancelled() && seconds_since(start) < seconds) {
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::clamp(seconds - seconds_since(start), 0.0, 0.05)));
  }
}

/// Runs `update` again and again until interrupted. Errors may be temporary, such as a file that is
/// being copied or a server that restarts: each is printed once, and the next update tries again.
template <class Update>
void watch(const IndexArguments &arguments, Update update) {
  std::string printed;
  for (sleep_for(arguments.interval); !stop_token().cancelled(); sleep_for(arguments.interval)) {
    try {
      update();
      printed.clear();
    } catch (const Error &error) {
      if (error.code() == ErrorCode::cancelled) return;
      if (printed != error.what()) fmt::print(stderr, "sluice index: {}\n", one_line(error.what()));
      printed = error.what();
    }
  }
}

void report(const IndexArguments &arguments, const SourceSnapshot &indexed,
            const StoreUpdate &update, double spent) {
  const Catalog &catalog = *indexed.catalog;
  const StoreDrift &found = update.found;
  if (arguments.json) {
    JsonWriter writer;
    writer.begin_object();
    add_counts(writer, arguments, catalog);
    writer.member("written", update.replaced || !found.none()).member("replaced", update.replaced);
    writer.key("changed").begin_array();
    for (const auto *names : {&found.missing, &found.changed}) {
      for (const std::string &name : *names) writer.value(std::string_view(name));
    }
    writer.end_array().key("dropped").begin_array();
    for (const std::string &name : found.surplus) writer.value(std::string_view(name));
    writer.end_array();
    end_object(writer, spent, indexed.skipped);
    fmt::print("{}\n", writer.text());
  } else {
    fmt::print("{}: {} databases, {} tables, {} columns · {} changed, {} dropped · {}\n",
               arguments.folder, catalog.database_count(), catalog.table_count(),
               catalog.column_count(), found.missing.size() + found.changed.size(),
               found.surplus.size(), duration_text(spent));
  }
  std::fflush(stdout);
}

/// Updates a store instead of an index folder. What it contains is read from the store itself.
void run_store(IndexArguments arguments) {
  const StoreUrl url = parse_store_url(arguments.store);
  arguments.sources.insert(arguments.sources.begin(), arguments.folder);
  arguments.folder = shown_server(url.servers.front());
  StoreUpdateOptions options;
  options.embedder =
      arguments.embedder.empty() ? default_embedder() : open_embedder(arguments.embedder);
  options.reload = arguments.reload;
  if (arguments.for_eval) options.analyses = RankingSystems::analyses();
  const auto store = open_store(url);
  const std::vector<AnySource> sources = open_sources(arguments.sources);
  StoreUpdater updater(*store, std::move(options));
  SourceSnapshot known;
  bool is_known = false;
  LoadOptions loading;
  loading.dialect = dialect_called(arguments.dialect);
  SkippedReport report_of;
  const auto update = [&](const Progress &progress) {
    const auto start = Clock::now();
    known = read_sources(sources, loading, is_known ? &known : nullptr, progress);
    report_of(known.skipped);
    is_known = true;
    const StoreUpdate done = updater.update(*known.catalog, progress);
    const bool first = !arguments.watch || done.replaced || !done.found.none();
    if (first) report(arguments, known, done, seconds_since(start));
  };
  if (!arguments.watch) {
    ProgressLine line;
    return update(Progress(line));
  }
  const InterruptGuard guard({SIGINT, SIGTERM});
  try {
    ProgressLine line;
    update(Progress(line, stop_token()));
  } catch (const Error &error) {
    if (error.code() != ErrorCode::cancelled) throw;
    return;
  }
  watch(arguments, [&] { update(Progress(stop_token())); });
}

void run_index(const IndexArguments &arguments) {
  if (!arguments.store.empty()) return run_store(arguments);
  if (arguments.sources.empty()) {
    throw Error(ErrorCode::invalid_argument, "needs a folder and sources; see --help");
  }
  const auto start = Clock::now();
  IndexFolderOptions options;
  if (!arguments.embedder.empty()) options.embedder = open_embedder(arguments.embedder);
  options.loading.dialect = dialect_called(arguments.dialect);
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  if (arguments.watch && std::ranges::find(arguments.sources, "-") != arguments.sources.end()) {
    throw Error(ErrorCode::invalid_argument, "standard input cannot be watched");
  }
  std::vector<AnySource> sources = open_sources(arguments.sources);
  if (!arguments.update && !arguments.watch) {
    ProgressLine line;
    const Progress progress(line);
    const SourceSnapshot read = read_sources(sources, options.loading, nullptr, progress);
    report_skipped(read.skipped);
    write_index_folder(arguments.folder, read, options, progress);
    return report(arguments, read, seconds_since(start));
  }
  std::optional<InterruptGuard> guard;
  if (arguments.watch) guard.emplace({SIGINT, SIGTERM});
  IndexUpdater updater(arguments.folder, std::move(sources), std::move(options));
  SkippedReport report_of;
  try {
    ProgressLine line;
    const IndexUpdate update = updater.update(Progress(line, stop_token()));
    report_of(update.skipped);
    report(arguments, update, seconds_since(start));
    std::fflush(stdout);
  } catch (const Error &error) {
    if (error.code() != ErrorCode::cancelled) throw;
    return;
  }
  if (!arguments.watch) return;
  watch(arguments, [&] {
    const auto begun = Clock::now();
    const IndexUpdate update = updater.update(Progress(stop_token()));
    report_of(update.skipped);
    if (!update.written) return;
    report(arguments, update, seconds_since(begun));
    std::fflush(stdout);
  });
}

}  // namespace

void add_index(const Command &app) {
  auto arguments = std::make_shared<IndexArguments>();
  const Command index =
      app.add_command("index", "Write an index of databases, for --catalog of other commands");
  index
      .add_option("folder", arguments->folder,
                  "The folder of the index, which is created if missing. With --store, the first "
                  "source")
      .required();
  index.add_option(
      "sources", arguments->sources,
      "SQLite and DuckDB files, folders of them, postgres:// and mysql:// URIs, .sql scripts, "
      "tables.json, schema JSON, or - for such text on standard input");
  add_source_dialect(index, arguments->dialect);
  index
      .add_option(
          "--embedder", arguments->embedder,
          "Makes the vectors: static (the default), an encoder's folder, a file of weights, "
          "or https://host/v1#model; `sluice ask` must name the same one")
      .type_name("NAME");
  index.add_flag("--json", arguments->json,
                 "Print one JSON object, with what was skipped, or with --watch one per update");

  const Command updates = index.section("Updates");
  updates.add_flag("--update", arguments->update,
                   "Read only the files that changed since the index was written, and embed only "
                   "what is new; the result is the same");
  const Option watched = updates.add_flag(
      "--watch", arguments->watch, "Update now, and again after each change, until interrupted");
  updates.add_option("--interval", arguments->interval, "Seconds between the checks of --watch")
      .between(0.01, 86400.0)
      .needs(watched);

  const Command store = index.section("Store on servers");
  store
      .add_option("--store", arguments->store,
                  "Load or update a store instead of a folder: the postgres:// URI of a server "
                  "with pgvector, or of several, separated by spaces, with #NAME at the end unless "
                  "the store is \"sluice\"; or the nodes of an OpenSearch, "
                  "opensearch+http://host:port,host:port/NAME")
      .type_name("URL");
  store.add_flag("--reload", arguments->reload,
                 "Load the store from scratch, for example after the loss of a server");
  store.add_flag("--for-eval", arguments->for_eval,
                 "Load what every system of `sluice eval retrieval` needs, not only questions");
  index.footer(
      "Examples:\n"
      "  sluice index my-index databases/ warehouse.sql\n"
      "  sluice index --update my-index databases/ warehouse.sql\n"
      "  sluice index --store postgres://user@host/catalogs databases/\n"
      "\n"
      "The folder contains catalog.sqlite and segment files. An interrupted run leaves it as it was.");
  index.callback([arguments] { run_index(*arguments); });
}

}  // namespace sluice::cli
