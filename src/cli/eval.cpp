/// `sluice eval retrieval`: the papers' tables over a benchmark.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/benchmark_questions.hpp"
#include "sluice/pipeline/ranking_system.hpp"
#include "sluice/pipeline/retrieval_report.hpp"
#include "sluice/schema/load.hpp"

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

std::string shares(const std::vector<RecallAt> &by_cut) {
  std::string line;
  for (const auto &[cut, share] : by_cut) line += fmt::format("  @{} {:5.2f}", cut, 100 * share);
  return line;
}

void print_table(const RetrievalReport &report) {
  fmt::print("{} ({}, probes: {}) on {} questions of {}\n", report.system, report.setting,
             report.probes, report.questions, report.question_set);
  fmt::print("  database recall        {}\n", shares(report.database_recall));
  fmt::print("  table recall           {}\n", shares(report.table_recall));
  fmt::print("  table recall, micro    {}\n", shares(report.table_recall_micro));
  fmt::print("  complete table recall  {}\n", shares(report.complete_table_recall));
  fmt::print("  column recall          {}\n", shares(report.column_recall));
  fmt::print("  complete column recall {}\n", shares(report.complete_column_recall));
  fmt::print("  mAP of tables            {:.2f}\n", 100 * report.mean_average_precision);
  fmt::print("  {} · {:.0f} questions/s · {} at most\n\n", duration_text(report.seconds),
             report.questions_per_second(), bytes_text(report.peak_bytes));
}

void run(const Arguments &arguments) {
  const auto catalog = open_catalog(arguments);
  const std::vector<BenchmarkQuestion> questions =
      read_benchmark_questions(read_file(arguments.questions), arguments.questions, *catalog);
  std::optional<AnyEmbedder> embedder;
  if (!arguments.embedder.empty()) embedder = open_embedder(arguments.embedder);
  ProgressLine line;
  for (const std::string &name : arguments.systems) {
    const auto system = make_ranking_system(name, catalog, embedder);
    RetrievalReport report =
        evaluate_retrieval(*system, questions, field_of(arguments.probes), Progress(line));
    report.system = name;
    report.setting = std::ranges::find(ranking_systems(), name, &RankingSystemInfo::name)->setting;
    report.question_set = arguments.questions;
    if (arguments.json) {
      JsonWriter writer;
      write_json(report, writer);
      fmt::print("{}\n", writer.text());
    } else {
      print_table(report);
    }
  }
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
          "Vectors for crush, crush-rounds and dense: static, hashed, an encoder's folder, a file of "
          "`sluice train` or an endpoint, https://host/v1#model")
      .type_name("NAME");
  retrieval.add_flag("--json", arguments->json, "Print one JSON object a system");
  retrieval.footer(about +
                   "\nExample:\n"
                   "  sluice eval retrieval --tables tables.json --questions dev.jsonl --system "
                   "bm25-mean --system default");
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
}

}  // namespace sluice::cli
