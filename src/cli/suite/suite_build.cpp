/// `sluice suite build`.

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/judge/evaluation_items.hpp"
#include "sluice/suite/suite_builder.hpp"
#include "sluice/suite/suite_file.hpp"
#include "suite.hpp"

namespace sluice::cli {
namespace {

constexpr std::int64_t heap_bytes = std::int64_t{800} << 20;
constexpr double seconds_between_savings = 5;

struct Arguments {
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

SuiteOptions options_of(const Arguments &arguments) {
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

/// Finished schemas beside the suite to be, so that stopped work can go on.
class PartialSuite {
 public:
  PartialSuite(const std::string &out, std::string settings) : path_(out + ".partial") {
    suite_.settings = std::move(settings);
  }

  std::vector<SuiteSchema> read() const {
    std::error_code error;
    if (!std::filesystem::exists(path_, error)) return {};
    return read_suite(path_).schemas;
  }

  void add(const SuiteSchema &schema) {
    Suite one;
    one.settings = suite_.settings;
    one.schemas.push_back(schema);
    suite_ = merge(std::move(suite_), std::move(one));
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - saved_).count() < seconds_between_savings) return;
    write_suite(suite_, path_);
    saved_ = now;
  }

  void remove() const {
    std::error_code error;
    std::filesystem::remove(path_, error);
  }

 private:
  std::string path_;
  Suite suite_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

void run(const Arguments &arguments) {
  const auto start = std::chrono::steady_clock::now();
  const SuiteOptions options = options_of(arguments);
  const std::vector<GoldLine> golds = read_gold_lines(arguments.gold);
  const Databases described =
      arguments.tables.empty() ? Databases() : load(arguments.tables, {.samples = 0});
  limit_sqlite_heap(heap_bytes);
  PartialSuite partial(arguments.out, settings_of(options));
  std::vector<SuiteSchema> known;
  if (arguments.resume) known = partial.read();
  ProgressLine line;
  const auto keep = [&partial](const SuiteSchema &schema) { partial.add(schema); };
  const Suite suite = build_suite(golds, arguments.databases, described, options, std::move(known),
                                  Progress(line), SchemaSink(keep));
  write_suite(suite, arguments.out);
  partial.remove();
  const std::size_t bytes = std::filesystem::file_size(arguments.out);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (arguments.json) {
    JsonWriter writer;
    writer.begin_object();
    write_counts(writer, count(suite));
    writer.member("bytes", bytes).member("seconds", seconds).end_object();
    fmt::print("{}\n", writer.text());
  } else {
    fmt::print("{}{}\n", counts_text(count(suite), bytes), duration_text(seconds));
    for (const SuiteSchema &schema : suite.schemas) {
      for (const std::string &key : schema.inferred_keys) {
        fmt::print("{}: inferred {}\n", schema.id, key);
      }
    }
  }
}

}  // namespace

std::vector<GoldLine> read_gold_lines(const std::string &path) {
  const EvaluationFile file{path, read_file(path)};
  // Without predictions, a gold query stands for its own.
  const EvaluationItems read = read_evaluation_items(file, file);
  std::vector<GoldLine> golds;
  for (const EvaluationItem &item : read.items) {
    for (const std::string &gold : item.golds) golds.push_back({item.database_id, gold});
  }
  return golds;
}

void add_suite_build(const Command &suite) {
  auto arguments = std::make_shared<Arguments>();
  const Command build =
      suite.add_command("build", "Make and choose databases that judge gold queries");
  build
      .add_option("--gold", arguments->gold, "`SQL<tab>database` a line, or JSON lines, as score's")
      .type_name("FILE")
      .required();
  build.add_option("--db", arguments->databases, "Databases: DIR/id/*.sqlite or DIR/id.sqlite")
      .type_name("DIR")
      .required();
  build
      .add_option("--table", arguments->tables,
                  "tables.json, whose foreign keys count as declared too")
      .type_name("FILE");
  build.add_option("--out", arguments->out, "The suite").type_name("FILE").required();
  build.add_option("--jobs", arguments->jobs, "Threads; each has a schema at a time");
  build.add_option("--seed", arguments->seed, "Of all that is random");
  build.add_option("--mutators", arguments->mutators, "Which neighbors queries are told from")
      .one_of({"paper", "tree", "all"});
  build.add_option("--data", arguments->data, "Which databases are tried")
      .one_of({"directed", "random", "all"});
  build.add_flag("--infer-keys", arguments->infer_keys,
                 "What queries join by counts as a foreign key; what did is listed");
  build.add_option("--shard", arguments->shard, "Only part k of n of the schemas").type_name("k/n");
  build.add_flag("--resume", arguments->resume, "Go on from OUT.partial, which stopped work left");
  build.add_flag("--json", arguments->json, "Print one JSON object");
  build.footer(
      "The same bytes whatever --jobs is, and for shards that are merged.\n"
      "\n"
      "Examples:\n"
      "  sluice suite build --gold dev_gold.sql --db database/ --table tables.json --out dev.suite\n"
      "  sluice suite build --gold dev_gold.sql --db database/ --shard 1/4 --out dev.1");
  build.callback([arguments] { run(*arguments); });
}

}  // namespace sluice::cli
