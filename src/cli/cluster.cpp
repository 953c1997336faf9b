/// `sluice cluster`: candidate queries by what they return, and what tells them apart.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/source/refuter_source.hpp"
#include "cli/sql/sql.hpp"
#include "cli/text/result_text.hpp"
#include "command.hpp"
#include "command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/suite/candidate_clusters.hpp"
#include "sluice/suite/live_database.hpp"
#include "sluice/suite/result_json.hpp"
#include "sluice/suite/suite_file.hpp"

namespace sluice::cli {
namespace {

/// Each two clusters are compared in what is printed, if there are no more; else each with the
/// first.
constexpr std::size_t max_compared = 50;
/// Of a database that is shown as a script.
constexpr std::size_t max_shown_rows = 40;
constexpr std::size_t max_result_rows = 1000;

struct Arguments {
  std::string candidates;
  RefuterSource refuter;
  std::string suite;
  std::string id;
  bool json = false;
};

/// What candidates are compared on.
struct Ground {
  std::shared_ptr<const Constraints> constraints;
  std::vector<TestDatabase> databases;
  std::vector<std::string> names;
};

Ground ground_of_suite(const Arguments &arguments) {
  const Suite suite = read_suite(arguments.suite);
  if (arguments.id.empty() && suite.schemas.size() != 1) {
    throw Error(ErrorCode::invalid_argument, "the suite has several schemas: --id says which",
                {arguments.suite});
  }
  for (const SuiteSchema &schema : suite.schemas) {
    if (!arguments.id.empty() && schema.id != arguments.id) continue;
    Ground ground;
    ground.constraints = std::make_shared<const Constraints>(schema.constraints());
    for (const SuiteDatabase &database : schema.databases) {
      ground.names.push_back(fmt::format("{}_{}", schema.id, ground.databases.size()));
      ground.databases.push_back(TestDatabase::from_bytes(schema.schema, database.bytes));
    }
    return ground;
  }
  throw Error(ErrorCode::not_found, "the suite has no schema of this id", {arguments.id});
}

Ground ground_of(const Arguments &arguments, const std::vector<std::string> &candidates) {
  const bool has_suite = !arguments.suite.empty();
  if (has_suite && arguments.refuter.has_schema())
    throw Error(ErrorCode::invalid_argument, "--suite goes without --db and --tables");
  if (has_suite) return ground_of_suite(arguments);
  Ground ground;
  ground.constraints = std::make_shared<const Constraints>(arguments.refuter.constraints());
  ground.databases =
      separating_databases(candidates, ground.constraints, arguments.refuter.options());
  for (std::size_t i = 0; i < ground.databases.size(); ++i)
    ground.names.push_back(fmt::format("made_{}", i));
  return ground;
}

ReadResult result_of(LiveDatabase &live, const std::string &query) {
  ReadResult result;
  RowReader reader;
  const QueryOutcome outcome = live.run(query, [&](Row row) {
    const Row readable = reader.read(row);
    result.rows.add(readable, reader.hashes());
    return result.rows.rows() < max_result_rows;
  });
  result.columns = outcome.columns;
  result.whole = outcome.finished();
  return result;
}

/// Two clusters, and the smallest database on which they differ.
struct Separated {
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t database = 0;
};

std::vector<Separated> separations_of(const CandidateClusters &clusters) {
  std::vector<Separated> all;
  const std::size_t count = clusters.clusters().size();
  for (std::size_t first = 0; first < (count > max_compared ? 1 : count); ++first) {
    for (std::size_t second = first + 1; second < count; ++second)
      all.push_back({first, second, clusters.separating_database(first, second)});
  }
  return all;
}

std::string json_of(const std::vector<std::string> &candidates, const CandidateClusters &found,
                    const Ground &ground) {
  LiveDatabase live(*ground.constraints);
  JsonWriter writer;
  writer.begin_object().member("candidates", candidates.size());
  writer.member("databases", ground.databases.size()).key("choice");
  if (found.choice()) {
    writer.value(*found.choice());
  } else {
    writer.null();
  }
  writer.key("clusters").begin_array();
  for (const auto &members : found.clusters()) {
    writer.begin_object().member("query", candidates[members.front()]).key("members").begin_array();
    for (const std::size_t member : members) writer.value(member);
    writer.end_array().end_object();
  }
  writer.end_array().key("failed").begin_array();
  for (const std::size_t candidate : found.failed()) {
    writer.begin_object().member("candidate", candidate);
    writer.member("message", found.failure(candidate)).end_object();
  }
  writer.end_array().key("separations").begin_array();
  for (const Separated &pair : separations_of(found)) {
    const TestDatabase &database = ground.databases[pair.database];
    live.load(database);
    writer.begin_object().member("first", pair.first).member("second", pair.second);
    writer.member("database", ground.names[pair.database]).member("rows", database.rows());
    if (database.rows() <= max_shown_rows)
      writer.member("script", to_sql(database, *ground.constraints));
    const auto &clusters = found.clusters();
    write_result(writer, "first_result", result_of(live, candidates[clusters[pair.first].front()]));
    write_result(writer, "second_result",
                 result_of(live, candidates[clusters[pair.second].front()]));
    writer.end_object();
  }
  return writer.end_array().end_object().take() + '\n';
}

/// The rows alone: who compares candidates knows the tables.
std::string inserts_of(const TestDatabase &database, const Constraints &constraints) {
  if (database.rows() > max_shown_rows) return {};
  const std::string script = to_sql(database, constraints);
  const std::size_t rows = script.find("INSERT INTO");
  return rows == script.npos ? std::string() : script.substr(rows);
}

std::string words_of(const std::vector<std::string> &candidates, const CandidateClusters &found,
                     const Ground &ground) {
  const auto &clusters = found.clusters();
  std::string text = fmt::format("{} queries · {} cluster{} over {} database{}", candidates.size(),
                                 clusters.size(), clusters.size() == 1 ? "" : "s",
                                 ground.databases.size(), ground.databases.size() == 1 ? "" : "s");
  text += found.failed().empty() ? "\n" : fmt::format(" · {} failed\n", found.failed().size());
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    text += fmt::format("{}  {} of {}: queries", static_cast<char>(i < 26 ? 'A' + i : '*'),
                        clusters[i].size(), candidates.size());
    for (const std::size_t member : clusters[i]) text += fmt::format(" {}", member + 1);
    text += "\n   " + one_line(candidates[clusters[i].front()]) + '\n';
  }
  for (const std::size_t candidate : found.failed()) {
    text += fmt::format("query {} failed: {}\n", candidate + 1, one_line(found.failure(candidate)));
  }
  LiveDatabase live(*ground.constraints);
  for (const Separated &pair : separations_of(found)) {
    if (pair.second >= 26) break;
    const TestDatabase &database = ground.databases[pair.database];
    live.load(database);
    const auto name = [](std::size_t cluster) {
      return std::string(1, static_cast<char>('A' + cluster));
    };
    text += fmt::format("\n{} and {} differ on {}, {} row{}\n{}", name(pair.first),
                        name(pair.second), ground.names[pair.database], database.rows(),
                        database.rows() == 1 ? "" : "s", inserts_of(database, *ground.constraints));
    text +=
        side_by_side(name(pair.first), result_of(live, candidates[clusters[pair.first].front()]),
                     name(pair.second), result_of(live, candidates[clusters[pair.second].front()]));
  }
  return text;
}

void run(const Arguments &arguments) {
  limit_sqlite_heap(RefuterSource::heap_bytes);
  const std::string text = read_file(arguments.candidates);
  std::vector<std::string> candidates;
  for (const CorpusStatement &statement : corpus_statements(text))
    candidates.emplace_back(statement.sql);
  const Ground ground = ground_of(arguments, candidates);
  CandidateOptions options;
  options.mode = arguments.refuter.options().mode;
  const CandidateClusters found(candidates, *ground.constraints, ground.databases, options);
  fmt::print("{}", arguments.json ? json_of(candidates, found, ground)
                                  : words_of(candidates, found, ground));
  if (!found.choice()) throw ExitWith{nothing_found};
}

}  // namespace

void add_cluster(const Command &app) {
  auto arguments = std::make_shared<Arguments>();
  arguments->refuter.budget = 400;  // candidates are many pairs
  const Command cluster = app.add_command("cluster", "Group candidate queries by what they return");
  cluster
      .add_option("QUERIES", arguments->candidates,
                  "A file: one query a line, or separated by lines `;;`")
      .type_name("FILE")
      .required();
  cluster
      .add_option("--suite", arguments->suite,
                  "The databases of a suite, in place of such as are made for the candidates")
      .type_name("SUITE");
  cluster.add_option("--id", arguments->id, "A schema of the suite, where it has several")
      .type_name("ID");
  arguments->refuter.add_options(cluster);
  cluster.add_flag("--json", arguments->json, "Print an object; queries are counted from 0 there");
  cluster.footer(
      "Queries of one cluster return the same on every database; of each two clusters the smallest\n"
      "database is shown that tells them apart. The first query of the largest cluster is what a vote\n"
      "chooses. A result in an order differs from one without, if it has different rows.\n"
      "Exit status: 0 success, 1 none of the queries can be run, 2 error.\n"
      "\n"
      "Examples:\n"
      "  sluice cluster candidates.sql --db shop.sqlite\n"
      "  sluice cluster candidates.sql --suite dev.suite --id concert_singer --json");
  cluster.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
