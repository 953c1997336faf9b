/// `sluice store check`: the state of a store, and its differences from its sources.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/source/catalog_source.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/store/store_update.hpp"

namespace sluice::cli {
namespace {

struct StoreArguments {
  std::string url;
  std::vector<std::string> sources;
  bool json = false;
};

void print_json(const StoreHealth &health, const std::optional<StoreDrift> &found) {
  JsonWriter writer;
  writer.begin_object().member("healthy", health.healthy()).member("layout", store_layout);
  writer.key("servers").begin_array();
  for (const StoreServer &server : health.servers) {
    writer.begin_object()
        .member("address", std::string_view(server.address))
        .member("error", std::string_view(server.error))
        .member("software", std::string_view(server.software))
        .member("layout", server.layout.value_or(0))
        .member("version", server.version)
        .member("databases", server.databases)
        .member("tables", server.tables)
        .member("columns", server.columns)
        .member("postings", server.postings)
        .member("vectors", server.vectors)
        .member("bytes", server.bytes)
        .member("seconds", server.seconds)
        .end_object();
  }
  writer.end_array().key("drift");
  if (found) {
    writer.begin_object();
    const auto list = [&](std::string_view name, const std::vector<std::string> &databases) {
      writer.key(name).begin_array();
      for (const std::string &database : databases) writer.value(std::string_view(database));
      writer.end_array();
    };
    list("missing", found->missing);
    list("surplus", found->surplus);
    list("changed", found->changed);
    writer.end_object();
  } else {
    writer.null();
  }
  writer.end_object();
  fmt::print("{}\n", writer.text());
}

void print_names(std::string_view what, const std::vector<std::string> &names) {
  constexpr std::size_t listed = 20;
  if (names.empty()) return;
  fmt::print("{}: {}\n", what, names.size());
  for (std::size_t i = 0; i < std::min(names.size(), listed); ++i) {
    fmt::print("  {}\n", clip_utf8(one_line(names[i]), 200));
  }
  if (names.size() > listed) fmt::print("  …\n");
}

void print_text(const StoreHealth &health, const std::optional<StoreDrift> &found) {
  for (const StoreServer &server : health.servers) {
    if (!server.error.empty()) {
      fmt::print("{}: {}\n", server.address, one_line(server.error));
      continue;
    }
    fmt::print("{}: {} · {} · layout {}, version {}\n", server.address, server.software,
               duration_text(server.seconds), store_layout, server.version);
    fmt::print("  {} databases, {} tables, {} columns · {} postings, {} vectors · {}\n",
               server.databases, server.tables, server.columns, server.postings, server.vectors,
               bytes_text(server.bytes));
  }
  if (!found) return;
  if (found->none()) fmt::print("same as its sources\n");
  print_names("not in the store", found->missing);
  print_names("in the store only", found->surplus);
  print_names("changed since", found->changed);
}

void run_store(const StoreArguments &arguments) {
  const auto store = open_store(parse_store_url(arguments.url));
  const StoreHealth health = store->health();
  std::optional<StoreDrift> found;
  if (health.healthy() && !arguments.sources.empty()) {
    ProgressLine line;
    found = drift(*store, *load_catalog(arguments.sources, {}, Progress(line)));
  }
  if (arguments.json) {
    print_json(health, found);
  } else {
    print_text(health, found);
  }
  if (!health.healthy()) throw ExitWith{failure};
  if (found && !found->none()) throw ExitWith{rejected};
}

}  // namespace

void add_store(const Command &app) {
  const Command store = app.add_group("store", "Inspect a store of catalogs on servers");
  store.footer("Example:\n  sluice store check postgres://user@host/catalogs databases/");
  auto arguments = std::make_shared<StoreArguments>();
  const Command check = store.add_command(
      "check", "Show the state of each server of a store, and its differences from its sources");
  check.add_option("url", arguments->url, "The store, as in --store of `sluice index`").required();
  check.add_option("sources", arguments->sources, "The sources that it was loaded from");
  check.add_flag("--json", arguments->json, "Print one JSON object");
  check.footer(
      "Examples:\n"
      "  sluice store check postgres://user@host/catalogs databases/\n"
      "  sluice store check opensearch+http://host:9200,other:9200/catalogs databases/\n"
      "\n"
      "Exit status: 0 all servers work and nothing differs, 1 the store differs from its sources, 2 a\n"
      "server does not answer or has no store.");
  check.callback([arguments] { run_store(*arguments); });
}

}  // namespace sluice::cli
