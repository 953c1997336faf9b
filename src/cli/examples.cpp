/// `sluice examples`: stores worked examples, chooses some for a question, and finds leaks.

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/source/example_source.hpp"
#include "cli/sql/sql_schema.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/pipeline/label_approximator.hpp"
#include "sluice/rank/leakage.hpp"
#include "sluice/rank/likely_shape_ranker.hpp"
#include "sluice/rank/query_shape.hpp"

namespace sluice::cli {
namespace {

struct ExamplesArguments {
  std::string file;
  std::vector<std::string> pairs;
  SqlSchema schema;
  std::string embedder = "static";
  std::string question;
  std::vector<std::string> approximations;
  std::string ranker = "likely";
  std::string except;
  std::size_t count = 5;
  std::size_t pool = 0;
  double diversity = LikelyShapeOptions().diversity;
  bool add = false;
  bool json = false;
};

std::shared_ptr<const Catalog> open_catalog(const SqlSchema &schema) {
  return schema.is_given() ? schema.open() : nullptr;
}

void index(const ExamplesArguments &arguments) {
  const auto catalog = open_catalog(arguments.schema);
  std::vector<std::string> places;
  const std::vector<Example> examples = read_examples(arguments.pairs, places);
  const AnyEmbedder embedder = open_embedder(arguments.embedder);
  const ExampleStore before =
      arguments.add ? ExampleStore::open(arguments.file, embedder) : ExampleStore(embedder);
  const ExampleStore::Extended made = before.with(examples, catalog.get());
  const std::string bytes = made.store.bytes();
  write_file(arguments.file, bytes);
  const auto duplicates = find_duplicates(made.store);
  if (arguments.json) {
    JsonWriter writer;
    writer.begin_object()
        .member("examples", made.store.size())
        .member("shapes", made.store.shape_count())
        .member("duplicates", duplicates.size())
        .member("bytes", bytes.size());
    writer.key("rejected").begin_array();
    for (const RejectedExample &of : made.rejected) {
      writer.begin_object()
          .member("place", std::string_view(places[of.position]))
          .member("problem", std::string_view(of.problem))
          .end_object();
    }
    writer.end_array().end_object();
    fmt::print("{}\n", writer.text());
    return;
  }
  fmt::print("{} · {} examples of {} shapes, {} duplicates · {}\n", one_line(arguments.file),
             made.store.size(), made.store.shape_count(), duplicates.size(),
             bytes_text(bytes.size()));
  for (const RejectedExample &of : made.rejected)
    fmt::print("skipped: {}: {}\n", one_line(places[of.position]), one_line(of.problem));
}

void rank(const ExamplesArguments &arguments) {
  const auto catalog = open_catalog(arguments.schema);
  const auto store = std::make_shared<const ExampleStore>(
      ExampleStore::open(arguments.file, open_embedder(arguments.embedder)));
  ExampleQuery query;
  const std::string question = repair_utf8(arguments.question);
  query.question = question;
  if (catalog != nullptr) query.database = &arguments.schema.choose(*catalog);
  std::vector<ApproximatedQuery> guesses;
  for (const std::string &sql : arguments.approximations) guesses.push_back({sql, 1});
  query.approximations = guesses;
  query.count = arguments.count;
  query.pool = arguments.pool;
  query.except_database = arguments.except;
  QuestionForm form;
  if (query.database != nullptr) {
    if (const auto labels = builtin_labels()) form = labels->form(question, *query.database);
  }
  query.form = &form;
  const ExampleRanking ranking =
      ranker_called(arguments.ranker, store, arguments.diversity).rank(query);
  if (arguments.json) {
    JsonWriter writer;
    writer.begin_object()
        .member("question", std::string_view(question))
        .member("confidence", ranking.confidence)
        .member("approximations_read", ranking.read);
    writer.key("examples").begin_array();
    for (const RankedExample &of : ranking.examples) {
      const Example &example = (*store)[of.id];
      writer.begin_object()
          .member("question", std::string_view(example.question))
          .member("database", std::string_view(example.database))
          .member("sql", std::string_view(example.sql))
          .member("shape", std::string_view(store->shape(store->shape_of(of.id)).text()))
          .member("score", of.score)
          .member("question_similarity", of.question_similarity)
          .end_object();
    }
    writer.end_array().end_object();
    fmt::print("{}\n", writer.text());
    return;
  }
  fmt::print("confidence {:.2f}\n", ranking.confidence);
  for (const RankedExample &of : ranking.examples) {
    const Example &example = (*store)[of.id];
    fmt::print("{:5.2f}  {}\n       {}\n", of.score, one_line(example.question),
               one_line(example.sql));
  }
  if (ranking.read < guesses.size())
    fmt::print("skipped {} of {} guesses, which are not SQL\n", guesses.size() - ranking.read,
               guesses.size());
}

void check(const ExamplesArguments &arguments) {
  const auto catalog = open_catalog(arguments.schema);
  const ExampleStore store = ExampleStore::open(arguments.file, open_embedder(arguments.embedder));
  std::vector<std::string> places;
  const std::vector<Example> evaluated = read_examples(arguments.pairs, places);
  const LeakReport report = find_leaks(store, evaluated, catalog.get());
  std::size_t counts[3] = {};
  for (const Leak &leak : report.leaks) ++counts[static_cast<std::size_t>(leak.kind)];
  const std::size_t leaks = counts[0] + counts[1];
  if (arguments.json) {
    JsonWriter writer;
    writer.begin_object()
        .member("evaluated", evaluated.size())
        .member("questions", counts[0])
        .member("queries", counts[1])
        .member("shapes", counts[2])
        .member("unreadable", report.unreadable);
    writer.key("leaks").begin_array();
    for (const Leak &leak : report.leaks) {
      if (leak.kind == LeakKind::shape) continue;
      writer.begin_object()
          .member("place", std::string_view(places[leak.position]))
          .member("kind", name_of(leak.kind))
          .member("example", leak.example.value)
          .member("copies", leak.copies)
          .end_object();
    }
    writer.end_array().end_object();
    fmt::print("{}\n", writer.text());
  } else {
    for (const Leak &leak : report.leaks) {
      if (leak.kind == LeakKind::shape) continue;
      fmt::print("{}: the same {} as example {}: {}\n", one_line(places[leak.position]),
                 name_of(leak.kind), leak.example.value, one_line(store[leak.example].question));
    }
    fmt::print("{} evaluated · {} questions and {} queries are in the store; {} have the shape "
               "of an example\n",
               evaluated.size(), counts[0], counts[1], counts[2]);
  }
  if (leaks != 0) throw ExitWith{rejected};
}

void add_store(const Command &command, ExamplesArguments &arguments, const char *about) {
  command.add_option("file", arguments.file, about).required();
  command
      .add_option("--embedder", arguments.embedder,
                  "Makes the vectors of questions, as for `sluice index`")
      .type_name("NAME");
  arguments.schema.add_options(command);
  command.add_flag("--json", arguments.json, "Print one JSON object");
}

void add_pairs(const Command &command, ExamplesArguments &arguments) {
  command
      .add_option("--pairs", arguments.pairs,
                  "JSON Lines with question, sql (or query) and db_id; may be repeated")
      .type_name("FILE")
      .required();
}

void add_index_command(const Command &group) {
  auto arguments = std::make_shared<ExamplesArguments>();
  const Command command =
      group.add_command("index", "Write a store of questions with their SQL, or extend one");
  add_store(command, *arguments, "The store to write");
  add_pairs(command, *arguments);
  command.add_flag("--add", arguments->add, "Extend the store that exists");
  command.footer(
      "With --tables, strings in double quotes are distinguished from columns, and names of the schema\n"
      "are masked in questions. Pairs whose SQL cannot be parsed are skipped and listed.\n"
      "\n"
      "Examples:\n"
      "  sluice examples index train.examples --pairs train.jsonl --tables tables.json\n"
      "  sluice examples index train.examples --pairs more.jsonl --add");
  command.callback([arguments] { index(*arguments); });
}

void add_rank_command(const Command &group) {
  auto arguments = std::make_shared<ExamplesArguments>();
  const Command command = group.add_command("rank", "Choose the best examples for a question");
  command.add_option("question", arguments->question, "The question").required();
  // An option, since the positional argument is the question, as in `sluice ask`.
  command.add_option("--examples", arguments->file, "A store by `sluice examples index`")
      .type_name("FILE")
      .required();
  command
      .add_option("--embedder", arguments->embedder, "The embedder that the store was written with")
      .type_name("NAME");
  arguments->schema.add_options(command);
  command.add_flag("--json", arguments->json, "Print one JSON object");

  const Command ranking = command.section("Ranking");
  ranking.add_option("--sql", arguments->approximations, "A guess of the query; may be repeated")
      .type_name("SQL");
  ranking.add_option("--ranker", arguments->ranker, "The rule to rank examples by")
      .one_of(ranker_names());
  ranking.add_option("--count", arguments->count, "Number of examples to choose").between(1, 1'000);
  ranking
      .add_option("--pool", arguments->pool,
                  "Only rank this number of examples, those with the most similar questions; 0 for "
                  "all")
      .between(0, 100'000'000);
  ranking
      .add_option(
          "--diversity", arguments->diversity,
          "With --ranker likely, how much the first example of a shape counts more than others, 0 "
          "to 0.99: more gives more diverse examples")
      .between(0.0, 0.99);
  ranking.add_option("--except-database", arguments->except, "Skip the examples of this database")
      .type_name("NAME");
  command.footer(
      "The ranker `likely` weighs guess and question; its scores are probabilities that the example\n"
      "has the shape of the right query. The scores of the other rankers are similarities.\n"
      "\n"
      "Examples:\n"
      "  sluice examples rank --examples train.examples \"How many customers are there?\"\n"
      "  sluice examples rank --examples train.examples --sql \"SELECT count(*) FROM cage\" \"How many cages?\"");
  command.callback([arguments] { rank(*arguments); });
}

void add_check_command(const Command &group) {
  auto arguments = std::make_shared<ExamplesArguments>();
  const Command command =
      group.add_command("check", "Find questions and queries of an evaluation that are in a store");
  add_store(command, *arguments, "The store");
  add_pairs(command, *arguments);
  command.footer(
      "A question is a leak whatever its database, a query, with its values masked, only for the same\n"
      "database.\n"
      "\n"
      "Examples:\n"
      "  sluice examples check train.examples --pairs dev.jsonl\n"
      "  sluice examples check train.examples --pairs dev.jsonl --tables tables.json --json\n"
      "\n"
      "Exit status: 0 no leaks, 1 leaks found, 2 error.");
  command.callback([arguments] { check(*arguments); });
}

}  // namespace

void add_examples(const Command &app) {
  const Command group =
      app.add_group("examples", "Store worked examples, choose among them, find leaks");
  group.footer(
      "Examples:\n"
      "  sluice examples index train.examples --pairs train.jsonl --tables tables.json\n"
      "  sluice examples rank --examples train.examples \"How many customers are there?\"");
  add_index_command(group);
  add_rank_command(group);
  add_check_command(group);
}

}  // namespace sluice::cli
