/// `sluice suite build`: builds databases that judge gold queries.

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/interrupt.hpp"
#include "cli/source/skipped_report.hpp"
#include "sluice/core/error.hpp"
#include "sluice/pipeline/suite_run.hpp"
#include "suite.hpp"

namespace sluice::cli {
namespace {

struct SuiteBuildArguments {
  std::string gold;
  std::string databases;
  std::string tables;
  std::string out;
  std::string mutators = "all";
  std::string data = "all";
  std::string shard = "1/1";
  std::size_t jobs = 1;
  std::size_t seed = 0;
  bool infer_keys = false;
  bool resume = false;
  bool json = false;
};

/// "2/4": the second of four.
void read_shard(const std::string &text, SuiteOptions &options) {
  const std::size_t slash = text.find('/');
  const auto number = [&](std::string_view digits) {
    std::size_t read = 0;
    if (digits.empty() || digits.size() > 6 ||
        digits.find_first_not_of("0123456789") != std::string_view::npos) {
      read = 0;
    } else {
      for (const char digit : digits) read = 10 * read + static_cast<std::size_t>(digit - '0');
    }
    return read;
  };
  const std::size_t shard = slash == text.npos ? 0 : number(text.substr(0, slash));
  const std::size_t shards = slash == text.npos ? 0 : number(text.substr(slash + 1));
  if (shard == 0 || shard > shards) {
    throw Error(ErrorCode::invalid_argument, "--shard takes k/n, such as 1/4, not \"" + text + '"');
  }
  options.shard = shard - 1;
  options.shards = shards;
}

SuiteOptions options_of(const SuiteBuildArguments &arguments) {
  SuiteOptions options;
  for (const MutatorSet set : {MutatorSet::paper, MutatorSet::tree, MutatorSet::all}) {
    if (name_of(set) == arguments.mutators) options.mutators = set;
  }
  options.distill.seed = arguments.seed;
  options.distill.directed = arguments.data != "random";
  options.distill.random = arguments.data != "directed";
  options.infer_keys = arguments.infer_keys;
  options.jobs = arguments.jobs;
  read_shard(arguments.shard, options);
  return options;
}

SuiteRunOptions run_options_of(const SuiteBuildArguments &arguments) {
  SuiteRunOptions options;
  options.gold.name = arguments.gold;
  options.databases = arguments.databases;
  options.tables = arguments.tables;
  options.out = arguments.out;
  options.building = options_of(arguments);
  options.resume = arguments.resume;
  options.limit_heap = true;
  return options;
}

SuiteRunResult build(const SuiteRun &suite_run) {
  const InterruptGuard guard;
  ProgressLine line;
  return suite_run.run(Progress(line), stop_token());
}

void run_suite_build(const SuiteBuildArguments &arguments) {
  SuiteRunResult built;
  try {
    built = build(SuiteRun(run_options_of(arguments)));
  } catch (const Error &error) {
    if (error.code() != ErrorCode::cancelled) throw;
    fmt::print(stderr, "interrupted; --resume continues with the schemas that are not finished\n");
    throw ExitWith{interrupted};
  }
  report_skipped(built.skipped);
  if (arguments.json) {
    fmt::print("{}\n", to_json(built));
    return;
  }
  fmt::print("{}{}\n", counts_text(count(built.suite), built.bytes), duration_text(built.seconds));
  for (const SuiteSchema &schema : built.suite.schemas) {
    for (const std::string &key : schema.inferred_keys) {
      fmt::print("{}: inferred {}\n", schema.id, key);
    }
  }
}

}  // namespace

void add_suite_build(const Command &suite) {
  auto arguments = std::make_shared<SuiteBuildArguments>();
  const Command build = suite.add_command("build", "Build the databases that judge gold queries");
  const Command files = build.section("Files");
  files
      .add_option("--gold", arguments->gold,
                  "The gold queries, one `SQL<tab>database` per line or JSON Lines, as for `sluice "
                  "score`")
      .type_name("FILE")
      .required();
  files
      .add_option("--db", arguments->databases, "Their databases: DIR/id/*.sqlite or DIR/id.sqlite")
      .type_name("DIR")
      .required();
  files
      .add_option("--tables", arguments->tables,
                  "A tables.json whose foreign keys count as declared, too")
      .type_name("FILE");
  files.add_option("--out", arguments->out, "The suite to write").type_name("FILE").required();

  const Command content = build.section("Content");
  content
      .add_option("--mutators", arguments->mutators,
                  "The set of mutators that make the neighbors of a query")
      .one_of({"paper", "tree", "all"});
  content.add_option("--data", arguments->data, "The kinds of generated databases")
      .one_of({"directed", "random", "all"});
  content.add_option("--seed", arguments->seed, "The seed of everything random");
  content.add_flag("--infer-keys", arguments->infer_keys,
                   "Columns that queries join count as a foreign key; the output lists them");

  const Command work = build.section("Work");
  work.add_option("--jobs", arguments->jobs, "Number of threads; each works on one schema");
  work.add_option("--shard", arguments->shard, "Only build part k of n of the schemas")
      .type_name("k/n");
  work.add_flag("--resume", arguments->resume,
                "Continue interrupted work, which is in OUT.partial");
  work.add_flag("--json", arguments->json, "Print one JSON object");
  build.footer(
      "The bytes do not depend on --jobs, and merged shards equal a single run. Ctrl-C keeps the\n"
      "finished schemas in OUT.partial, from which --resume continues.\n"
      "\n"
      "Examples:\n"
      "  sluice suite build --gold dev_gold.sql --db database/ --tables tables.json --out dev.suite\n"
      "  sluice suite build --gold dev_gold.sql --db database/ --shard 1/2 --out dev.1\n"
      "  sluice suite build --gold dev_gold.sql --db database/ --shard 2/2 --out dev.2");
  build.callback([arguments] { run_suite_build(*arguments); });
}

}  // namespace sluice::cli
