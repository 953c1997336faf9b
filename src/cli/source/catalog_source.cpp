#include "catalog_source.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/standard_input.hpp"
#include "dialect_option.hpp"
#include "skipped_report.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/pipeline/store_catalog.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/route/cross_encoder.hpp"

namespace sluice::cli {

std::vector<AnySource> open_sources(const std::vector<std::string> &sources) {
  std::vector<AnySource> opened;
  for (const std::string &source : sources) {
    if (source == "-") {
      opened.push_back(TextSource("standard input", read_standard_input()));
    } else {
      opened.push_back(PathSource(source));
    }
  }
  return opened;
}

std::shared_ptr<const Catalog> load_catalog(const std::vector<std::string> &sources,
                                            const LoadOptions &options, const Progress &progress) {
  SourceSnapshot read = read_sources(open_sources(sources), options, nullptr, progress);
  report_skipped(read.skipped);
  return std::move(read.catalog);
}

void CatalogSource::add_options(const Command &command) {
  const Option db =
      command
          .add_option(
              "--db", databases,
              "A SQLite or DuckDB file, a folder of them, a postgres:// or mysql:// URI, a .sql "
              "script, tables.json, schema JSON, or - for such text on standard input; may be "
              "repeated")
          .type_name("PATH");
  command.add_option("--catalog", index, "An index folder, written by `sluice index`")
      .type_name("FOLDER")
      .excludes(db);
  add_source_dialect(command, dialect);
}

void CatalogSource::add_store_options(const Command &command) {
  command
      .add_option(
          "--store", store,
          "A store on servers, loaded by `sluice index --store`: the postgres:// URI of one "
          "server, or of several, separated by spaces; or "
          "opensearch+http://host:port,host:port/NAME")
      .type_name("URL");
  command
      .add_option(
          "--store-databases", store_databases,
          "Number of databases that the store selects for the question and the answer comes "
          "from; 0 for all")
      .between(0, 1'000'000);
}

OpenIndex CatalogSource::open_for(const Question &question,
                                  const std::optional<AnyEmbedder> &embedder,
                                  const LoadOptions &options) const {
  if (store.empty()) return open(options);
  if (!index.empty() || !databases.empty()) {
    throw Error(ErrorCode::invalid_argument, "--store excludes --db and --catalog");
  }
  const StoreCatalog catalog(open_store(parse_store_url(store)),
                             {.databases = store_databases, .embedder = embedder});
  return store_databases == 0 ? catalog.whole() : catalog.routed(question);
}

OpenIndex CatalogSource::open(const LoadOptions &options) const {
  if (!index.empty()) return open_index_folder(index);
  if (databases.empty()) {
    throw Error(ErrorCode::invalid_argument, "needs --db or --catalog; see --help");
  }
  ProgressLine line;
  OpenIndex made;
  LoadOptions loading = options;
  loading.dialect = dialect_called(dialect);
  made.catalog = load_catalog(databases, loading, Progress(line));
  made.lexical = index_catalog(*made.catalog);
  return made;
}

void add_cross_encoder_option(const Command &command, std::string &path) {
  command
      .add_option(
          "--cross-encoder", path,
          "An encoder by `sluice train quantize --as-cross-encoder`, which rates the few best "
          "databases again, reading question and schema together (up to 0.2 s per database)")
      .type_name("FILE");
}

std::shared_ptr<const CrossEncoder> open_cross_encoder(const std::string &path) {
  if (path.empty()) return nullptr;
  return std::make_shared<const CrossEncoder>(CrossEncoder::open(path));
}

void add_fits_option(const Command &command, std::optional<double> &threshold) {
  command
      .add_option(
          "--fits-threshold", threshold,
          "Report that perhaps no database answers the question if the probability that one "
          "does is below this, 0 to 1. Default: the value that keeps 95 % of the questions "
          "that can be answered")
      .between(0.0, 1.0);
}

void print_fit(const std::optional<float> &fits, double threshold) {
  if (!fits || !(double{*fits} < threshold)) return;
  fmt::print(
      "perhaps nothing fits: the probability that a database answers this is {:.0f} %, below "
      "{:.0f} %\n",
      100 * *fits, 100 * threshold);
}

void print_doubts(const Alternatives &alternatives, bool unsure, const Catalog &catalog) {
  if (unsure) fmt::print("unsure: this answer is more likely wrong than right\n");
  const auto line = [](std::string_view label, const std::vector<std::string> &names) {
    if (!names.empty()) fmt::print("{}: {}\n", label, fmt::join(names, ", "));
  };
  std::vector<std::string> databases, tables;
  for (const auto &[id, probability] : alternatives.databases)
    databases.push_back(
        fmt::format("{} ({:.0f} %)", one_line(catalog.database(id).name()), 100 * probability));
  for (const auto &[id, probability] : alternatives.tables)
    tables.push_back(
        fmt::format("{} ({:.0f} %)", one_line(catalog.table(id).name), 100 * probability));
  line("perhaps another database", databases);
  line("perhaps more tables", tables);
}

void add_glossary_option(const Command &command, std::string &path) {
  command
      .add_option(
          "--glossary", path,
          "Meanings of words: lines \"client = customer\" or \"revenue = orders.amount\"; lines "
          "after \"[database]\" apply to that database. Or the same as JSON")
      .type_name("FILE");
}

std::shared_ptr<const Glossary> open_glossary(const std::string &path, const Catalog &catalog) {
  if (path.empty()) return nullptr;
  return std::make_shared<const Glossary>(parse_glossary(read_file(path), path), catalog);
}

void print_foreign_script(const Answer &answer, const std::string &embedder) {
  if (!answer.foreign_script || !embedder.empty()) return;
  fmt::print(
      "the question is written in {}, but no name here is, so its words find nothing; use an "
      "embedder that knows both languages (--embedder https://host/v1#model)\n",
      name_of(*answer.foreign_script));
}

void ContentSource::add_options(const Command &command) {
  const Option content =
      command
          .add_option(
              "--content", folder,
              "SQLite files with the names of the databases, whose values are read as well; values "
              "of the files in --db always are")
          .type_name("PATH");
  command
      .add_option(
          "--except", limits.except,
          "Columns whose values are not read, such as \"*.email\" or \"shop.customer.*\"; may be "
          "repeated")
      .type_name("PATTERN");
  command.add_flag("--no-content", is_left_out, "Read no values, only the schema")
      .excludes(content);
}

std::shared_ptr<const ValueIndex> ContentSource::open(const Catalog &catalog,
                                                      const CatalogSource &source) const {
  if (is_left_out) return nullptr;
  std::vector<DatabaseFile> files;
  const auto add = [&files](const std::string &path) {
    for (DatabaseFile &file : find_databases(path)) files.push_back(std::move(file));
  };
  if (!folder.empty()) add(folder);
  for (const std::string &path : source.databases) add(path);
  if (files.empty()) return nullptr;
  ProgressLine line;
  const CatalogValues values = read_values(catalog, files, limits, nullptr, Progress(line));
  report_skipped(values.skipped);
  return values.index;
}

}  // namespace sluice::cli
