/// `sluice cluster`: groups candidate queries by their results, and shows where groups differ.

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

/// Up to this number of clusters, the output compares all pairs; above, each with the first.
constexpr std::size_t max_compared = 50;
/// Maximum number of rows of a database that is printed as a script.
constexpr std::size_t max_shown_rows = 40;
constexpr std::size_t max_result_rows = 1000;

struct ClusterArguments {
  std::string candidates;
  RefuterSource refuter;
  std::string suite;
  std::string id;
  bool json = false;
};

/// The databases that candidates run on.
struct Ground {
  std::shared_ptr<const Constraints> constraints;
  std::vector<TestDatabase> databases;
  std::vector<std::string> names;
};

Ground ground_of_suite(const ClusterArguments &arguments) {
  const Suite suite = read_suite(arguments.suite);
  if (arguments.id.empty() && suite.schemas.size() != 1) {
    throw Error(ErrorCode::invalid_argument, "the suite has several schemas; choose one with --id",
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
  throw Error(ErrorCode::not_found, "the suite has no schema with this id", {arguments.id});
}

Ground ground_of(const ClusterArguments &arguments, const std::vector<std::string> &candidates) {
  const bool has_suite = !arguments.suite.empty();
  if (has_suite && arguments.refuter.has_schema())
    throw Error(ErrorCode::invalid_argument, "--suite excludes --db and --tables");
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
struct Separation {
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t database = 0;
};

std::vector<Separation> separations_of(const CandidateClusters &clusters) {
  std::vector<Separation> all;
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
  for (const Separation &pair : separations_of(found)) {
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

/// Only the INSERT statements, since the tables are known.
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
  for (const Separation &pair : separations_of(found)) {
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

void run_cluster(const ClusterArguments &arguments) {
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
  auto arguments = std::make_shared<ClusterArguments>();
  arguments->refuter.budget = 400;  // candidates are many pairs
  const Command cluster = app.add_command("cluster", "Group candidate queries by their results");
  cluster
      .add_option("QUERIES", arguments->candidates,
                  "A file with one query per line, or with queries separated by lines `;;`")
      .type_name("FILE")
      .required();
  const Command suite = cluster.section("Suite");
  suite
      .add_option("--suite", arguments->suite,
                  "Run the candidates on the databases of this suite instead of generated ones")
      .type_name("SUITE");
  suite
      .add_option("--id", arguments->id, "The schema of the suite that is meant, if it has several")
      .type_name("ID");
  arguments->refuter.add_options(cluster);
  cluster.add_flag("--json", arguments->json, "Print one JSON object, which counts queries from 0");
  cluster.footer(
      "The queries of a cluster return the same rows on every database. For two clusters, the smallest\n"
      "database on which they differ is shown. A majority vote chooses the first query of the largest\n"
      "cluster. An ordered result equals an unordered one if the rows are the same.\n"
      "\n"
      "Examples:\n"
      "  sluice cluster candidates.sql --db shop.sqlite\n"
      "  sluice cluster candidates.sql --suite dev.suite --id shop --json\n"
      "\n"
      "Exit status: 0 success, 1 no query can run, 2 error.");
  cluster.callback([arguments] { run_cluster(*arguments); });
}

}  // namespace sluice::cli
