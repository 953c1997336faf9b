#include "sluice/suite/suite_builder.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "judge/readable_databases.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/suite/paper_mutator.hpp"
#include "sluice/suite/tree_mutators.hpp"
#include "sluice/suite/value_pool.hpp"

namespace sluice::inline v0 {
namespace {

/// Increase whenever the same golds and settings give a different suite.
constexpr std::uint64_t recipe_version = 2;

struct SchemaJob {
  std::string id;
  std::vector<std::string> golds;  // sorted
  std::optional<SuiteSchema> made;
  std::vector<SkippedItem> skipped;  // the files before the one that was used
  judge_detail::UnreadableDatabases unreadable;
};

std::vector<SchemaJob> plan(const std::vector<GoldLine> &golds, const SuiteOptions &options) {
  if (options.shard >= options.shards) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("there is no shard {} of {}", options.shard + 1, options.shards));
  }
  std::map<std::string, std::vector<std::string>> schemas;
  for (const GoldLine &line : golds) schemas[line.database_id].push_back(line.text);
  std::vector<SchemaJob> jobs;
  std::size_t position = 0;
  for (auto &entry : schemas) {
    if (position++ % options.shards != options.shard) continue;
    std::sort(entry.second.begin(), entry.second.end());
    SchemaJob &job = jobs.emplace_back();
    job.id = entry.first;
    job.golds = std::move(entry.second);
  }
  return jobs;
}

std::optional<std::size_t> find_table(const DatabaseDefinition &definition, std::string_view name) {
  for (std::size_t i = 0; i < definition.tables.size(); ++i) {
    if (same_name(definition.tables[i].name, name)) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> find_column(const TableDefinition &table, std::string_view name) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (same_name(table.columns[i].name, name)) return i;
  }
  return std::nullopt;
}

/// Copies the primary keys of `described` to tables that have none.
void take_primary_keys(DatabaseDefinition &definition, const Database &described) {
  for (const Table &known : described.tables()) {
    const auto position = find_table(definition, known.name);
    if (!position) continue;
    TableDefinition &table = definition.tables[*position];
    if (!table.primary_key.empty()) continue;
    std::vector<std::size_t> key;
    for (const std::uint32_t column : known.primary_key) {
      if (const auto found = find_column(table, known.columns[column].name)) key.push_back(*found);
    }
    if (key.size() == known.primary_key.size()) table.primary_key = std::move(key);
  }
}

/// The database with those foreign keys of `described` whose tables and columns exist.
std::shared_ptr<const Database> with_keys(const std::shared_ptr<const Database> &database,
                                          const Database &described, bool primary) {
  DatabaseDefinition definition = database->definition();
  if (primary) take_primary_keys(definition, described);
  for (const ForeignKey &key : described.foreign_keys()) {
    const Table &from = described.tables()[key.table];
    const Table &to = described.tables()[key.referenced_table];
    const auto table = find_table(definition, from.name);
    const auto referenced = find_table(definition, to.name);
    if (!table || !referenced) continue;
    ForeignKeyDefinition added;
    added.table = *table;
    added.referenced_table = *referenced;
    added.evidence = key.evidence;
    for (std::size_t i = 0; i < key.columns.size(); ++i) {
      const auto column = find_column(definition.tables[*table], from.columns[key.columns[i]].name);
      const auto target =
          find_column(definition.tables[*referenced], to.columns[key.referenced_columns[i]].name);
      if (!column || !target) break;
      added.columns.push_back(*column);
      added.referenced_columns.push_back(*target);
    }
    if (added.columns.size() == key.columns.size()) {
      definition.foreign_keys.push_back(std::move(added));
    }
  }
  return Database::make(std::move(definition));
}

std::shared_ptr<const Database> find(const Databases &described, std::string_view id) {
  for (const auto &database : described) {
    if (same_name(database->name(), id)) return database;
  }
  return nullptr;
}

class Building {
 public:
  Building(const std::string &folder, const Databases &described, const SuiteOptions &options,
           const std::vector<SuiteSchema> &known)
      : folder_(folder),
        described_(described),
        options_(options),
        known_(known),
        settings_(settings_of(options)) {}

  /// Sets `made` of the job, unless no database can be read.
  void build(SchemaJob &job, const Progress &progress) const {
    job.unreadable.try_read(job.id, [&] {
      if (is_only_described(job.id)) {
        job.made = build_from("", job, progress);
      } else {
        job.skipped = folder_.read_first(
            job.id, [&](const std::string &path) { job.made = build_from(path, job, progress); });
      }
    });
  }

 private:
  /// Whether there is no file, but a schema in `described_`.
  bool is_only_described(const std::string &id) const {
    if (find(described_, id) == nullptr) return false;
    try {
      return folder_.files(id).empty();
    } catch (const Error &error) {
      if (error.code() != ErrorCode::not_found) throw;
      return true;
    }
  }

  /// Without a path, uses the described schema.
  SuiteSchema build_from(const std::string &path, const SchemaJob &job,
                         const Progress &progress) const {
    const auto image = path.empty() ? nullptr : judge_detail::readable_image(path);
    const std::string_view bytes = image == nullptr ? std::string_view() : image->bytes();
    const std::shared_ptr<const Database> described = find(described_, job.id);
    std::shared_ptr<const Database> schema = described;
    if (image != nullptr) {
      LoadOptions load_options;
      load_options.samples = 0;
      schema = load_sqlite(path, load_options);
      if (described != nullptr) schema = with_keys(schema, *described, options_.infer_keys);
    }

    Fingerprint fingerprint;
    fingerprint.add(recipe_version).add(settings_).add(job.id);
    fingerprint.add(hash64(bytes)).add(schema->fingerprint());
    for (const std::string &gold : job.golds) fingerprint.add(gold);
    for (const SuiteSchema &made : known_) {
      if (made.id == job.id && made.fingerprint == fingerprint.value()) return made;
    }
    std::optional<SqliteConnection> connection;
    if (image != nullptr) connection = SqliteConnection::from_image(image);
    SuiteSchema made = distill(job, schema, connection ? &*connection : nullptr, progress);
    made.id = job.id;
    made.fingerprint = fingerprint.value();
    return made;
  }

  /// Without `connection`, uses only the described schema.
  SuiteSchema distill(const SchemaJob &job, const std::shared_ptr<const Database> &schema,
                      SqliteConnection *connection, const Progress &progress) const {
    Constraints constraints = connection == nullptr ? Constraints::declared(schema)
                                                    : Constraints::declared(schema, *connection);
    if (options_.infer_keys) constraints.infer(job.golds);
    auto pools =
        std::make_shared<ValuePools>(std::make_shared<const Constraints>(std::move(constraints)));
    if (connection != nullptr) pools->add_originals(*connection);
    pools->add_constants(job.golds);
    const Distiller distiller(std::move(pools), mutators_of(options_.mutators), options_.distill);
    return distiller.distill(job.golds, progress);
  }

  SqliteFolder folder_;
  const Databases &described_;
  const SuiteOptions &options_;
  const std::vector<SuiteSchema> &known_;
  std::string settings_;
};

}  // namespace

std::string_view name_of(MutatorSet set) noexcept {
  switch (set) {
    case MutatorSet::paper: return "paper";
    case MutatorSet::tree: return "tree";
    case MutatorSet::all: return "all";
  }
  return "unknown";
}

std::vector<AnyMutator> mutators_of(MutatorSet set) {
  std::vector<AnyMutator> mutators;
  if (set != MutatorSet::paper) mutators = tree_mutators();
  if (set != MutatorSet::tree) {
    for (AnyMutator &mutator : paper_mutators()) mutators.push_back(std::move(mutator));
  }
  return mutators;
}

std::vector<GoldLine> read_gold_lines(const EvaluationFile &file) {
  // Without predictions, each gold query is its own prediction.
  const EvaluationItems read = read_evaluation_items(file, file);
  std::vector<GoldLine> golds;
  for (const EvaluationItem &item : read.items) {
    for (const std::string &gold : item.golds) golds.push_back({item.database_id, gold});
  }
  return golds;
}

std::string settings_of(const SuiteOptions &options) {
  const DistillOptions &distill = options.distill;
  std::string settings =
      fmt::format("mutators={} seed={}", name_of(options.mutators), distill.seed);
  if (distill.directed != distill.random) {
    settings += distill.directed ? " data=directed" : " data=random";
  }
  settings += fmt::format(" random={}/{} tiny={}/{} pursued={}x{} steps={}/{}/{}",
                          distill.random_databases, distill.idle_databases, distill.tiny_databases,
                          distill.idle_tiny_databases, distill.pursued, distill.pursuits,
                          distill.first_steps, distill.max_steps, distill.max_total_steps);
  if (options.infer_keys) settings += " infer_keys";
  return settings;
}

Suite build_suite(const std::vector<GoldLine> &golds, const std::string &folder,
                  const Databases &described, const SuiteOptions &options,
                  std::vector<SuiteSchema> known, const Progress &progress,
                  std::optional<SchemaSink> finished, std::vector<SkippedItem> *skipped) {
  std::vector<SchemaJob> jobs = plan(golds, options);
  const Building building(folder, described, options, known);
  // The most expensive jobs come first, so that no thread waits long for the last.
  std::vector<std::size_t> order(jobs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return jobs[a].golds.size() > jobs[b].golds.size();
  });
  std::atomic<std::size_t> done = 0;
  std::mutex finishing;
  run_jobs(
      jobs.size(), std::max<std::size_t>(options.jobs, 1),
      [&](std::size_t place, const Progress &reports) {
        SchemaJob &job = jobs[order[place]];
        const auto report = [&](std::string_view, std::size_t, std::size_t) {
          reports.step("schemas", done, jobs.size());
        };
        building.build(job, Progress(report));
        ++done;
        const std::lock_guard lock(finishing);
        if (finished && job.made) (*finished)(*job.made);
      },
      progress);
  const auto is_missing = [](const SchemaJob &job) { return !job.made; };
  if (!jobs.empty() && std::ranges::all_of(jobs, is_missing)) jobs.front().unreadable.throw_first();
  Suite suite;
  suite.settings = settings_of(options);
  std::vector<SkippedItem> left_out;
  for (SchemaJob &job : jobs) {
    if (job.made) suite.schemas.push_back(std::move(*job.made));
    std::ranges::move(job.skipped, std::back_inserter(left_out));
    std::ranges::move(job.unreadable.take(), std::back_inserter(left_out));
  }
  judge_detail::sort_skipped(left_out);
  if (skipped != nullptr) std::ranges::move(left_out, std::back_inserter(*skipped));
  return suite;
}

}  // namespace sluice::inline v0
