/// `sluice eval retrieval`: the tables of the papers on retrieval, over a benchmark.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/source/beam_words.hpp"
#include "cli/source/catalog_source.hpp"
#include "cli/source/original_names.hpp"
#include "cli/source/skipped_report.hpp"
#include "eval.hpp"
#include "retrieval_text.hpp"
#include "routed_system.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/store_catalog.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/store/store_update.hpp"

namespace sluice::cli {
namespace {

struct EvalRetrievalArguments {
  std::string tables;
  std::string elements;
  std::string questions;
  std::vector<std::string> systems{"default"};
  std::string probes = "question";
  std::string names = "readable";
  std::string embedder;
  std::string cross_encoder;
  std::string context = "vector";
  std::string text = "database";
  std::string fuse = "none";
  float question_weight = 1;
  float bm25_weight = FusionOptions{}.second_weight;
  std::vector<std::string> without;
  std::vector<std::string> weights;
  std::string content;
  std::string report;
  std::string questions_out;
  std::string store;
  std::string store_mode = "exact";
  std::size_t store_databases = 50;
  bool json = false;
};

std::shared_ptr<const Catalog> open_catalog(const EvalRetrievalArguments &arguments) {
  const std::string &path = arguments.elements.empty() ? arguments.tables : arguments.elements;
  Databases databases = load_and_report(path);
  if (arguments.names == "original") databases = with_original_names(std::move(databases));
  return Catalog::make(std::move(databases));
}

ProbeField field_of(const std::string &name) {
  if (name == "hallucinated") return ProbeField::hallucinated;
  if (name == "evidence") return ProbeField::evidence;
  return ProbeField::question;
}

/// Splits a list such as "entropy,edges".
std::vector<std::string> parts_of(const std::string &list) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    parts.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

void leave_out(const std::string &part, RankingOptions &options) {
  if (part == "context") {
    options.context = false;
  } else if (part == "entropy") {
    options.entropy = false;
  } else if (part == "edges") {
    options.edges = false;
  } else if (part == "coverage") {
    options.coverage = false;
  } else {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("--without accepts context, entropy, edges and coverage, not \"{}\"", part));
  }
}

RankingOptions options_of(const EvalRetrievalArguments &arguments) {
  RankingOptions options;
  options.contextual_states = arguments.context == "states";
  options.question_weight = arguments.question_weight;
  if (arguments.text == "table") options.text = ColumnText::table_column;
  if (arguments.fuse == "none") return options;
  options.fusion = FusionOptions{};
  options.fusion->second_weight = arguments.bm25_weight;
  if (arguments.fuse == "ranks") options.fusion->rule = FusionRule::reciprocal_rank;
  return options;
}

/// A row of the table.
struct Row {
  std::string system;
  std::vector<std::string> without;
  RankingOptions options;
};

/// Each system as a whole, and a CRUSH4SQL system also without the parts in each --without.
std::vector<Row> rows_of(const EvalRetrievalArguments &arguments) {
  const RankingOptions whole = options_of(arguments);
  std::vector<Row> rows;
  for (const std::string &system : arguments.systems) {
    rows.push_back({system, {}, whole});
    if (!system.starts_with("crush")) continue;
    for (const std::string &list : arguments.without) {
      Row &row = rows.emplace_back(Row{system, parts_of(list), whole});
      for (const std::string &part : row.without) leave_out(part, row.options);
    }
  }
  return rows;
}

/// Loads an empty store. Throws Error(mismatch) if the store has another catalog.
std::shared_ptr<CatalogStore> open_loaded(const EvalRetrievalArguments &arguments,
                                          const Catalog &catalog,
                                          const std::optional<AnyEmbedder> &embedder,
                                          const Progress &progress) {
  std::shared_ptr<CatalogStore> store = open_store(parse_store_url(arguments.store));
  if (!store->state()) {
    update_store(*store, catalog,
                 {.analyses = RankingSystems::analyses(),
                  .embedder = embedder ? embedder : default_embedder()},
                 progress);
  } else if (!drift(*store, catalog).none()) {
    throw Error(
        ErrorCode::mismatch,
        "the store has another catalog; choose an empty one, for example with #spider at the "
        "end of the URL");
  }
  return store;
}

/// The ranker that a Retriever would choose.
std::shared_ptr<const RankerModel> model_for(const std::shared_ptr<const RankerModel> &given,
                                             const std::optional<AnyEmbedder> &embedder) {
  const std::optional<AnyEmbedder> words = default_embedder();
  if (given || !words) return given;
  const bool same = !embedder || embedder->fingerprint() == words->fingerprint();
  return RankerModel::shipped(words->fingerprint(), same ? 0 : embedder->fingerprint());
}

/// One line of JSON for each question and system.
std::string question_lines(const std::vector<RetrievalReport> &reports,
                           const std::vector<BenchmarkQuestion> &questions,
                           const Catalog &catalog) {
  std::string lines;
  for (const RetrievalReport &report : reports) {
    for (std::size_t q = 0; q < questions.size(); ++q) {
      JsonWriter writer;
      write_question_json(report, questions, q, catalog, writer);
      lines += writer.text();
      lines += '\n';
    }
  }
  return lines;
}

void run_eval_retrieval(const EvalRetrievalArguments &arguments) {
  const std::vector<Row> rows = rows_of(arguments);
  const auto catalog = open_catalog(arguments);
  const std::vector<BenchmarkQuestion> questions =
      read_benchmark_questions(read_file(arguments.questions), arguments.questions, *catalog);
  std::optional<AnyEmbedder> embedder;
  if (!arguments.embedder.empty()) embedder = open_embedder(arguments.embedder);
  std::shared_ptr<const RankerModel> model;
  std::optional<BeamRouter> beam;
  for (const std::string &path : arguments.weights) {
    if (BeamRouter::is_router_file(path)) {
      beam = BeamRouter::open(path, std::make_shared<const JoinGraphs>(catalog),
                              beam_words(arguments.embedder));
    } else {
      model = RankerModel::open(path);
    }
  }
  ProgressLine line;
  std::shared_ptr<const ValueIndex> values;
  if (!arguments.content.empty()) {
    const auto files = find_databases(arguments.content);
    const CatalogValues read = read_values(*catalog, files, {}, nullptr, Progress(line));
    report_skipped(read.skipped);
    values = read.index;
  }
  RankingSystems systems(catalog, embedder, model, values, beam,
                         open_cross_encoder(arguments.cross_encoder));
  std::shared_ptr<CatalogStore> store;
  const bool graph = arguments.store_mode == "graph";
  if (!arguments.store.empty()) {
    store = open_loaded(arguments, *catalog, embedder, Progress(line));
    systems.search(StoreSnapshot::open(store), graph ? SearchMode::graph : SearchMode::exact);
  }
  std::vector<RetrievalReport> reports;
  for (const Row &row : rows) {
    const auto start = std::chrono::steady_clock::now();
    std::unique_ptr<RankingSystem> system;
    if (store && graph && row.system == "default") {
      StoreCatalogOptions routed{.databases = arguments.store_databases,
                                 .embedder = embedder ? embedder : default_embedder()};
      routed.retriever.model = model;
      system = std::make_unique<RoutedSystem>(catalog, store, model_for(model, embedder),
                                              std::move(routed));
    } else {
      system = systems.make(row.system, row.options);
    }
    const std::chrono::duration<double> built = std::chrono::steady_clock::now() - start;
    RetrievalReport report =
        evaluate_retrieval(*system, questions, field_of(arguments.probes), Progress(line));
    evaluate_within_database(report, *system, questions, field_of(arguments.probes), catalog,
                             Progress(line));
    report.system = row.system;
    report.build_seconds = built.count();
    report.content = values != nullptr && system->uses_content();
    report.without = row.without;
    report.question_set = arguments.questions;
    report.embedder = arguments.embedder;
    report.options = {"context=" + arguments.context,
                      fmt::format("question-weight={}", arguments.question_weight),
                      "text=" + arguments.text, "fuse=" + arguments.fuse,
                      fmt::format("bm25-weight={}", arguments.bm25_weight)};
    if (store) report.options.push_back("store=" + arguments.store_mode);
    if (arguments.json) {
      JsonWriter writer;
      write_json(report, *catalog, writer);
      fmt::print("{}\n", writer.text());
    } else if (rows.size() > 1) {
      print_row(report, &row == &rows.front());
    } else {
      print_report(report, *catalog);
    }
    reports.push_back(std::move(report));
  }
  if (!arguments.json && rows.size() > 1) {
    print_rows_within_database(reports);
    print_seen(reports);
  }
  if (!arguments.report.empty())
    write_file(arguments.report, retrieval_page(reports, questions, *catalog));
  if (!arguments.questions_out.empty())
    write_file(arguments.questions_out, question_lines(reports, questions, *catalog));
}

}  // namespace

void add_eval_retrieval(const Command &eval) {
  auto arguments = std::make_shared<EvalRetrievalArguments>();
  const Command retrieval =
      eval.add_command("retrieval", "Measure how many gold tables and columns are found");
  const Command input = retrieval.section("Input");
  const Option tables =
      input
          .add_option("--tables", arguments->tables,
                      "The schemas: tables.json, or any source that --db of `sluice ask` accepts")
          .type_name("PATH");
  const Option elements =
      input
          .add_option("--elements", arguments->elements,
                      "The schemas as lines `database.table.column`, instead of --tables")
          .type_name("FILE")
          .excludes(tables);
  input
      .add_option("--questions", arguments->questions,
                  "Questions with gold tables and columns, JSON Lines")
      .type_name("FILE")
      .required();
  input
      .add_option("--probes", arguments->probes,
                  "What the systems see: only the question, or also this field of its record")
      .one_of({"question", "hallucinated", "evidence"});
  input.add_option("--names", arguments->names, "The names of tables and columns to search")
      .one_of({"original", "readable"});
  input
      .add_option("--content", arguments->content,
                  "SQLite files whose values the ranker may use: DIR/id.sqlite or DIR/*/id.sqlite")
      .type_name("DIR");

  std::vector<std::string> known;
  std::string about = "Systems:\n";
  for (const RankingSystemInfo &system : ranking_systems()) {
    known.emplace_back(system.name);
    about += fmt::format("  {:<14}{}\n", system.name, system.about);
  }
  const Command systems = retrieval.section("Systems");
  systems
      .add_option("--system", arguments->systems,
                  "A system to evaluate, see below; may be repeated")
      .one_of(known)
      .type_name("SYSTEM");
  systems
      .add_option("--embedder", arguments->embedder,
                  "Makes the vectors for crush, crush-rounds, dense, maxsim and default: static, "
                  "hashed, an encoder's folder, a file of weights, or https://host/v1#model")
      .type_name("NAME");
  systems
      .add_option(
          "--weights", arguments->weights,
          "A ranker by `sluice train router`, or `permissive`, for ranker and default, or a "
          "router by `sluice train beam` for beam; may be repeated")
      .type_name("FILE");
  add_cross_encoder_option(systems, arguments->cross_encoder);

  const Command probes =
      retrieval.section("Probes and vectors of crush, crush-rounds, dense, maxsim");
  probes
      .add_option(
          "--without", arguments->without,
          "Evaluate crush and crush-rounds also without these parts: context, entropy, edges, "
          "coverage; may be repeated")
      .type_name("PART,...");
  probes
      .add_option("--context", arguments->context,
                  "How the vector of a probe depends on the question: its vector is added, or an "
                  "encoder reads both (states)")
      .one_of({"vector", "states"});
  probes
      .add_option("--question-weight", arguments->question_weight,
                  "The weight of the question in each probe")
      .between(0.0, 100.0);
  probes
      .add_option("--text", arguments->text,
                  "The text that is embedded for a column: the names of table and column, or also "
                  "that of the database")
      .one_of({"table", "database"});
  probes
      .add_option("--fuse", arguments->fuse,
                  "Combine vectors with BM25: add the scaled similarities, or reciprocal ranks")
      .one_of({"none", "sum", "ranks"});
  probes.add_option("--bm25-weight", arguments->bm25_weight, "The weight of BM25 with --fuse")
      .between(0.0, 100.0);

  const Command store = retrieval.section("Store on servers");
  store
      .add_option("--store", arguments->store,
                  "Search in this store instead of in process. It is loaded if empty, and must "
                  "otherwise contain these schemas")
      .type_name("URL");
  store
      .add_option("--store-mode", arguments->store_mode,
                  "exact: the same figures as in process; graph: the store searches vectors by its "
                  "graph, and `default` only the databases that the store selects")
      .one_of({"exact", "graph"});
  store
      .add_option("--store-databases", arguments->store_databases,
                  "Number of databases that the store selects for a question")
      .between(1, 1'000'000);

  const Command output = retrieval.section("Output");
  output
      .add_option("--report", arguments->report,
                  "Also write an HTML page with tables, curves and the misses")
      .type_name("FILE");
  output
      .add_option("--questions-out", arguments->questions_out,
                  "Also write what was found for each question and system, JSON Lines")
      .type_name("FILE");
  output.add_flag("--json", arguments->json, "Print one JSON object per system");
  retrieval.footer(
      about + "\n"
              "Examples:\n"
              "  sluice eval retrieval --tables tables.json --questions dev.jsonl --report r.html\n"
              "  sluice eval retrieval --tables tables.json --questions dev.jsonl --system "
              "bm25-mean --system default\n"
              "  sluice eval retrieval --tables tables.json --questions dev.jsonl --system crush "
              "--without entropy --embedder hashed");
  retrieval.callback([arguments, tables, elements] {
    if (!tables.is_given() && !elements.is_given()) {
      throw Error(ErrorCode::invalid_argument, "needs --tables or --elements; see --help");
    }
    run_eval_retrieval(*arguments);
  });
}

}  // namespace sluice::cli
