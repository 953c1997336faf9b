/// `sluice eval`, and `sluice eval retrieval`: the papers' tables over a benchmark.

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
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/benchmark/ranking_system.hpp"
#include "sluice/benchmark/retrieval_report.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/store_catalog.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/store/store_update.hpp"

namespace sluice::cli {
namespace {

struct Arguments {
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
  std::vector<std::string> models;
  std::string content;
  std::string report;
  std::string store;
  std::string store_mode = "exact";
  std::size_t store_databases = 50;
  bool json = false;
};

std::shared_ptr<const Catalog> open_catalog(const Arguments &arguments) {
  const std::string &path = arguments.elements.empty() ? arguments.tables : arguments.elements;
  Databases databases = load(path);
  if (arguments.names == "original") {
    for (auto &database : databases) {
      DatabaseDefinition definition = database->definition();
      for (TableDefinition &table : definition.tables) {
        table.title.clear();
        for (ColumnDefinition &column : table.columns) column.title.clear();
      }
      database = Database::make(definition);
    }
  }
  return Catalog::make(std::move(databases));
}

ProbeField field_of(const std::string &name) {
  if (name == "hallucinated") return ProbeField::hallucinated;
  if (name == "evidence") return ProbeField::evidence;
  return ProbeField::question;
}

/// The figures of one line, and below each its interval in whole percent.
void print_shares(std::string_view name, const std::vector<RecallAt> &by_cut) {
  std::string line, below;
  for (const RecallAt &at : by_cut) {
    const std::string cell = fmt::format("  @{} {:5.2f}", at.cut, 100 * at.share);
    line += cell;
    below += fmt::format(
        "{:>{}}", fmt::format("{:.0f}-{:.0f}", 100 * at.interval.low, 100 * at.interval.high),
        cell.size());
  }
  fmt::print("  {:<22} {}\n  {:<22} {}\n", name, line, "", below);
}

void print_report(const RetrievalReport &report, const Catalog &catalog) {
  fmt::print("{} ({}{}, probes: {}) on {} questions of {}\n", report.system, report.setting,
             report.content ? ", with content" : "", report.probes, report.questions,
             report.question_set);
  print_shares("database recall", report.database_recall);
  print_shares("table recall", report.table_recall);
  print_shares("table recall, micro", report.table_recall_micro);
  print_shares("complete table recall", report.complete_table_recall);
  print_shares("column recall", report.column_recall);
  print_shares("complete column recall", report.complete_column_recall);
  fmt::print("  mAP of tables            {:.2f}\n", 100 * report.mean_average_precision);
  std::string by_size;
  for (const SizePrecision &size : precision_by_size(report, catalog)) {
    const std::string tables = size.most == SIZE_MAX ? fmt::format("{}+", size.least)
                                                     : fmt::format("{}-{}", size.least, size.most);
    by_size += fmt::format("  {}: {:.2f}", tables, 100 * size.precision);
  }
  fmt::print("  {:<22} {}\n", "by tables of database", by_size);
  fmt::print("  below each figure: where 95 % of draws of other databases lie\n");
  fmt::print("  {} · {:.0f} questions/s · made in {} · {} on disk, {} at most\n\n",
             duration_text(report.seconds), report.questions_per_second(),
             duration_text(report.build_seconds), bytes_text(report.disk_bytes),
             bytes_text(report.peak_bytes));
}

/// One line a system: recall in percent of databases @1 5, tables @5 15 and columns @3 to 100.
void print_row(const RetrievalReport &report, bool first) {
  const auto cell = [](const std::vector<RecallAt> &recall, std::size_t cut) {
    const auto at = std::ranges::find(recall, cut, &RecallAt::cut);
    return at == recall.end() ? std::string(7, ' ') : fmt::format("{:7.2f}", 100 * at->share);
  };
  if (first) {
    fmt::print("recall in % on {} questions of {}, probes: {}\n", report.questions,
               report.question_set, report.probes);
    fmt::print("{:<26}{:>14}{:>14}{:>49}\n{:<26}", "", "databases", "tables", "columns", "system");
    for (const int cut : {1, 5, 5, 15, 3, 5, 10, 20, 30, 50, 100}) {
      fmt::print("{:>7}", fmt::format("@{}", cut));
    }
    fmt::print("\n");
  }
  std::string name = report.without.empty() ? report.system : "  without";
  for (const std::string &part : report.without) name += ' ' + part;
  fmt::print("{:<26}", name);
  for (const std::size_t cut : {1U, 5U}) fmt::print("{}", cell(report.database_recall, cut));
  for (const std::size_t cut : {5U, 15U}) fmt::print("{}", cell(report.table_recall, cut));
  for (const RecallAt &point : report.column_recall) {
    fmt::print("{}", cell(report.column_recall, point.cut));
  }
  fmt::print("\n");
  std::fflush(stdout);
}

/// The parts of a list such as "entropy,edges".
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
        fmt::format("--without knows no \"{}\", only context, entropy, edges and coverage", part));
  }
}

RankingOptions options_of(const Arguments &arguments) {
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

/// A line of the table.
struct Row {
  std::string system;
  std::vector<std::string> without;
  RankingOptions options;
};

/// Each system whole, then, if it is CRUSH4SQL, without what --without says.
std::vector<Row> rows_of(const Arguments &arguments) {
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

/// An empty store is loaded; one of another catalog is left alone.
std::shared_ptr<CatalogStore> open_loaded(const Arguments &arguments, const Catalog &catalog,
                                          const std::optional<AnyEmbedder> &embedder,
                                          const Progress &progress) {
  std::shared_ptr<CatalogStore> store = open_store(parse_store_url(arguments.store));
  if (!store->state()) {
    update_store(*store, catalog,
                 {.analyses = RankingSystems::analyses(),
                  .embedder = embedder ? embedder : default_embedder()},
                 progress);
  } else if (!drift(*store, catalog).none()) {
    throw Error(ErrorCode::mismatch,
                "the store holds another catalog; name one that holds nothing, such as #spider "
                "behind the URL");
  }
  return store;
}

/// `default` as it goes where a catalog is too large to be looked at whole: the store names
/// databases, the rest happens among these.
class RoutedSystem final : public RankingSystem {
 public:
  RoutedSystem(std::shared_ptr<const Catalog> catalog, std::shared_ptr<const CatalogStore> store,
               std::shared_ptr<const RankerModel> model, StoreCatalogOptions options)
      : catalog_(std::move(catalog)),
        store_(std::move(store), std::move(options)),
        model_(std::move(model)) {}

  Ranking rank(const RankingQuery &query) const override {
    constexpr std::size_t depth = 100, databases = 30;
    const Answer answer =
        store_.ask(query.question,
                   {.budget = depth, .databases = databases, .hallucinated = query.hallucinated});
    const Catalog &part = *answer.subset.catalog;
    const auto whole = [&](DatabaseId id) {
      return *catalog_->find_database(part.database(id).name());
    };
    const auto table_of = [&](TableId id) {
      const DatabaseId of = part.database_of(id);
      return catalog_->tables(whole(of))[id.index() - part.tables(of)[0].index()];
    };
    Ranking ranking;
    for (const auto &database : answer.databases) ranking.databases.push_back(whole(database.id));
    for (const auto &table : answer.tables) ranking.tables.push_back(table_of(table.id));
    for (const SubsetColumn &column : answer.subset.columns) {
      const TableId of = part.table_of(column.id);
      ranking.columns.push_back(
          catalog_->columns(table_of(of))[column.id.index() - part.columns(of)[0].index()]);
    }
    return ranking;
  }
  bool is_trained() const override { return model_ != nullptr; }
  bool has_seen(DatabaseId database, std::string_view question) const override {
    return model_ != nullptr && model_->has_seen(catalog_->database(database).name(), question);
  }

 private:
  std::shared_ptr<const Catalog> catalog_;
  StoreCatalog store_;
  std::shared_ptr<const RankerModel> model_;
};

/// As a Retriever chooses it.
std::shared_ptr<const RankerModel> model_for(const std::shared_ptr<const RankerModel> &given,
                                             const std::optional<AnyEmbedder> &embedder) {
  const std::optional<AnyEmbedder> words = default_embedder();
  if (given || !words) return given;
  const bool same = !embedder || embedder->fingerprint() == words->fingerprint();
  return RankerModel::shipped(words->fingerprint(), same ? 0 : embedder->fingerprint());
}

void run(const Arguments &arguments) {
  const std::vector<Row> rows = rows_of(arguments);
  const auto catalog = open_catalog(arguments);
  const std::vector<BenchmarkQuestion> questions =
      read_benchmark_questions(read_file(arguments.questions), arguments.questions, *catalog);
  std::optional<AnyEmbedder> embedder;
  if (!arguments.embedder.empty()) embedder = open_embedder(arguments.embedder);
  std::shared_ptr<const RankerModel> model;
  std::optional<BeamRouter> beam;
  for (const std::string &path : arguments.models) {
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
    values = read_values(*catalog, files, {}, nullptr, Progress(line)).index;
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
  if (!arguments.report.empty())
    write_file(arguments.report, retrieval_page(reports, questions, *catalog));
}

void add_retrieval(const Command &eval) {
  auto arguments = std::make_shared<Arguments>();
  const Command retrieval =
      eval.add_command("retrieval", "Recall of databases, tables and columns of gold queries");
  const Option tables =
      retrieval.add_option("--tables", arguments->tables, "The schemas: tables.json or any source")
          .type_name("PATH");
  const Option elements = retrieval
                              .add_option("--elements", arguments->elements,
                                          "A collection of `database.table.column` lines instead")
                              .type_name("FILE")
                              .excludes(tables);
  retrieval
      .add_option("--questions", arguments->questions, "Questions with gold answers, JSON lines")
      .type_name("FILE")
      .required();
  std::vector<std::string> known;
  std::string about = "Systems:\n";
  for (const RankingSystemInfo &system : ranking_systems()) {
    known.emplace_back(system.name);
    about += fmt::format("  {:<14}{}\n", system.name, system.about);
  }
  retrieval.add_option("--system", arguments->systems, "Which to evaluate; may be repeated")
      .one_of(known);
  retrieval
      .add_option("--probes", arguments->probes,
                  "What a system sees: the question alone, or that field of the record as well")
      .one_of({"question", "hallucinated", "evidence"});
  retrieval
      .add_option("--names", arguments->names, "Which names of tables and columns are searched")
      .one_of({"original", "readable"});
  retrieval
      .add_option(
          "--embedder", arguments->embedder,
          "Vectors for crush, crush-rounds, dense, maxsim and default: static, hashed, an encoder's "
          "folder, a file of `sluice train` or an endpoint, https://host/v1#model")
      .type_name("NAME");
  add_cross_encoder_option(retrieval, arguments->cross_encoder);
  retrieval
      .add_option("--context", arguments->context,
                  "How a probe's vector knows the question: by adding the question's, or by the "
                  "states of an encoder that reads both")
      .one_of({"vector", "states"});
  retrieval
      .add_option("--question-weight", arguments->question_weight,
                  "Weight of the question in each probe")
      .between(0.0, 100.0);
  retrieval
      .add_option("--text", arguments->text,
                  "What is embedded of a column: its table's and own name, or its database's too")
      .one_of({"table", "database"});
  retrieval
      .add_option("--fuse", arguments->fuse,
                  "BM25 beside the vectors: similarities scaled and added, or reciprocal ranks")
      .one_of({"none", "sum", "ranks"});
  retrieval.add_option("--bm25-weight", arguments->bm25_weight, "Weight of BM25 in what is fused")
      .between(0.0, 100.0);
  retrieval
      .add_option("--without", arguments->without,
                  "One more line for crush and crush-rounds without these parts: context, entropy, "
                  "edges, coverage; may be repeated")
      .type_name("PART,...");
  retrieval
      .add_option("--model", arguments->models,
                  "Weights for ranker and default by `sluice train router`, for beam by `sluice "
                  "train beam`; may be repeated")
      .type_name("FILE");
  retrieval
      .add_option("--content", arguments->content,
                  "SQLite files whose values the ranker may use: DIR/id.sqlite or DIR/*/id.sqlite")
      .type_name("DIR");
  retrieval
      .add_option("--report", arguments->report,
                  "Write a page for the browser: tables, curves, what was missed")
      .type_name("FILE");
  retrieval
      .add_option("--store", arguments->store,
                  "Search in this store instead of in process; loaded if it is empty, else it has "
                  "to hold these schemas")
      .type_name("URL");
  retrieval
      .add_option("--store-mode", arguments->store_mode,
                  "exact: the same figures as in process; graph: vectors by the store's graph, and "
                  "default among the databases that the store names")
      .one_of({"exact", "graph"});
  retrieval
      .add_option("--store-databases", arguments->store_databases,
                  "How many databases the store names for a question")
      .between(1, 1'000'000);
  retrieval.add_flag("--json", arguments->json, "Print one JSON object a system");
  retrieval.footer(about +
                   "\nExample:\n"
                   "  sluice eval retrieval --tables tables.json --questions dev.jsonl --system "
                   "bm25-mean --system default\n"
                   "  sluice eval retrieval --elements elements.txt --questions q.jsonl --probes "
                   "hallucinated --embedder all-MiniLM-L6-v2 --system crush --without context "
                   "--without entropy --without edges --without coverage");
  retrieval.callback([arguments, tables, elements] {
    if (!tables.is_given() && !elements.is_given()) {
      throw Error(ErrorCode::invalid_argument, "needs --tables or --elements; see --help");
    }
    run(*arguments);
  });
}

}  // namespace

void add_eval(const Command &app) {
  const Command eval = app.add_group("eval", "Measure against benchmarks");
  eval.footer("Example:\n"
              "  sluice eval retrieval --tables tables.json --questions dev.jsonl");
  add_retrieval(eval);
#if defined(SLUICE_WITH_LLM)
  add_eval_answer(eval);
#endif
}

}  // namespace sluice::cli
