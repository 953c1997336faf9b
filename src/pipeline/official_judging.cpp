#include "pipeline/official_judging.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/large_stack.hpp"
#include "judge/readable_databases.hpp"
#include "judge/repairs.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/suite/suite_file.hpp"
#include "spider/official_report.hpp"

namespace sluice::inline v0::pipeline_detail {
namespace {

/// The schemas by database, empty where none can be read, and what cannot be read.
struct Schemas {
  std::map<std::string, std::optional<OfficialSchema>> by_name;
  std::vector<SkippedItem> skipped;
};

/// Reads a small file in one call, which is faster: SQLite makes ten times as many system calls. Of
/// a large file, only the schema is read.
SqliteConnection opened(const std::string &file) {
  constexpr std::uintmax_t small = std::uintmax_t{1} << 18;
  std::error_code error;
  if (file.ends_with(".gz") || std::filesystem::file_size(file, error) < small)
    return SqliteConnection::from_image(judge_detail::whole_image(file));
  return {file, SqliteConnection::Access::read};
}

/// Reads the schema from the database, as the script does, so that it includes the table
/// sqlite_sequence.
OfficialSchema schema_of(const std::string &file) {
  std::vector<std::pair<std::string, std::vector<std::string>>> tables;
  SqliteConnection database = opened(file);
  judge_detail::require_tables(database, file);
  database.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid", {},
                 [&](const SqliteRow &row) {
                   tables.emplace_back().first = row.text(0);
                   return true;
                 });
  for (auto &table : tables) {
    database.query("PRAGMA main.table_info(" + sql::quote_name(table.first) + ")", {},
                   [&](const SqliteRow &row) {
                     table.second.emplace_back(row.text(1));
                     return true;
                   });
  }
  std::vector<OfficialSchema::NamedTable> names;
  for (const auto &[table, columns] : tables)
    names.push_back({table, {columns.begin(), columns.end()}});
  return OfficialSchema(names);
}

/// The schema of one database, and its files that cannot be read.
OfficialSchema read_one_schema(const std::string &name, const SqliteFolder &folder,
                               const Suite *suite, std::vector<SkippedItem> &skipped) {
  if (suite != nullptr) return OfficialSchema(*suite->schema(name).schema);
  std::optional<OfficialSchema> schema;
  skipped =
      folder.read_first(name, [&](const std::string &file) { schema.emplace(schema_of(file)); });
  return *std::move(schema);
}

/// The schemas of the items' databases. Reads tables.json in parallel.
Schemas read_schemas(const EvaluationItems &read, const OfficialJudgingOptions &options,
                     const Progress &progress) {
  Schemas schemas;
  for (const EvaluationItem &item : read.items) schemas.by_name[item.database_id];
  std::vector<std::optional<OfficialSchema> *> wanted;
  std::vector<std::string> names;
  for (auto &schema : schemas.by_name) {
    wanted.push_back(&schema.second);
    names.push_back(schema.first);
  }

  const SqliteFolder folder(options.databases);
  std::vector<std::vector<SkippedItem>> skipped(wanted.size());
  std::vector<judge_detail::UnreadableDatabases> unreadable(wanted.size());
  std::vector<OfficialForeignKeys> keys;
  const auto read_one = [&](std::size_t job, const Progress &reports) {
    reports.step("schemas", job, wanted.size() + 1);
    if (job > 0) {
      const std::string &name = names[job - 1];
      unreadable[job - 1].try_read(name, [&] {
        wanted[job - 1]->emplace(read_one_schema(name, folder, options.suite, skipped[job - 1]));
      });
    } else if (!options.tables.empty()) {
      keys = read_official_foreign_keys(read_file(options.tables), options.tables, names);
    }
  };
  run_jobs(wanted.size() + 1, options.threads, read_one, progress);
  const auto is_missing = [](const auto *schema) { return !schema->has_value(); };
  if (!wanted.empty() && std::ranges::all_of(wanted, is_missing)) unreadable.front().throw_first();
  for (const OfficialForeignKeys &one : keys) {
    const auto schema = schemas.by_name.find(one.database);
    if (schema != schemas.by_name.end() && schema->second) schema->second->group(one);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::ranges::move(skipped[i], std::back_inserter(schemas.skipped));
    std::ranges::move(unreadable[i].take(), std::back_inserter(schemas.skipped));
  }
  return schemas;
}

/// The previous item, with its parsed and normalized gold query.
struct Judged {
  const EvaluationItem *item = nullptr;
  OfficialQuery gold;
  Hardness hardness = Hardness::easy;
  const ScoreItem *scored = nullptr;
};

/// Whether queries may be nested so deeply that comparing them could overflow the stack of a
/// caller's thread.
bool may_nest_deeply(std::string_view sql) noexcept {
  constexpr std::string_view word = "select";
  constexpr int max_here = 20;
  int found = 0;
  for (std::size_t i = 0; i + word.size() <= sql.size() && found <= max_here; ++i)
    found += same_name(sql.substr(i, word.size()), word) ? 1 : 0;
  return found > max_here;
}

OfficialReportKind report_kind(ScoreKind kind) noexcept {
  if (kind == ScoreKind::match) return OfficialReportKind::match;
  return kind == ScoreKind::exec ? OfficialReportKind::exec : OfficialReportKind::all;
}

}  // namespace

std::vector<SkippedItem> judge_officially(const EvaluationItems &read,
                                          std::vector<ScoreItem> &items,
                                          const OfficialJudgingOptions &options,
                                          const Progress &progress) {
  Schemas schemas = read_schemas(read, options, progress);
  // Paraphrases of a question are adjacent: they have the same gold query, and often the same
  // prediction.
  const auto judge = [&](const EvaluationItem &item, Judged &before) {
    const std::optional<OfficialSchema> &found = schemas.by_name.at(item.database_id);
    if (!found) {
      items[item.index].predicted = without_placeholder(item.predicted);
      if (options.kind != ScoreKind::exec) items[item.index].exact = ExactSetMatch{};
      return;
    }
    const OfficialSchema &schema = *found;
    const bool same_gold = before.item != nullptr && before.item->database_id == item.database_id &&
                           before.item->golds.front() == item.golds.front();
    if (!same_gold) {
      auto gold = parse_official(item.golds.front(), schema);
      if (!gold) {
        throw Error(ErrorCode::malformed,
                    fmt::format("gold query {} is not in the official form", item.index + 1));
      }
      before.hardness = hardness_of(*gold);
      normalize_official(*gold, schema);
      before.gold = *std::move(gold);
      before.item = &item;
    }
    ScoreItem &scored = items[item.index];
    scored.predicted = without_placeholder(item.predicted);
    scored.hardness = before.hardness;
    const ScoreItem *const last = std::exchange(before.scored, &scored);
    if (options.kind == ScoreKind::exec) return;
    if (same_gold && last->predicted == scored.predicted) {
      scored.exact = last->exact;
      return;
    }
    auto predicted = parse_official(scored.predicted, schema);
    if (!predicted) predicted.emplace();
    normalize_official(*predicted, schema);
    scored.exact = exact_set_match(before.gold, *predicted, schema);
  };
  constexpr std::size_t items_per_job = 100;
  run_jobs((read.items.size() + items_per_job - 1) / items_per_job, options.threads,
           [&](std::size_t job, const Progress &reports) {
             reports.step("queries", job * items_per_job, read.items.size());
             const std::size_t end = std::min((job + 1) * items_per_job, read.items.size());
             bool is_deep = false;
             for (std::size_t i = job * items_per_job; i < end && !is_deep; ++i) {
               is_deep = may_nest_deeply(read.items[i].golds.front()) ||
                         may_nest_deeply(read.items[i].predicted);
             }
             const auto work = [&] {
               Judged before;
               for (std::size_t i = job * items_per_job; i < end; ++i) judge(read.items[i], before);
             };
             is_deep ? detail::run_on_large_stack(work) : work();
           },
           progress);
  return std::move(schemas.skipped);
}

std::string official_text(const EvaluationItems &read, const std::vector<ScoreItem> &items,
                          ScoreKind kind) {
  ScoreSessions sessions;
  sessions.reserve(read.sessions);
  for (std::size_t begin = 0; sessions.size() < read.sessions;) {
    std::size_t end = begin;
    while (end < items.size() && read.items[end].session == sessions.size()) ++end;
    sessions.emplace_back(items.data() + begin, end - begin);
    begin = end;
  }
  return official_report(sessions, report_kind(kind));
}

}  // namespace sluice::inline v0::pipeline_detail
