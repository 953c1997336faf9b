#include "score_official.hpp"

#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/evaluate/database_image.hpp"
#include "sluice/evaluate/official_report.hpp"
#include "sluice/evaluate/repairs.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::cli {
namespace {

/// Schemas by database, read when first asked for, from the databases themselves as the script
/// does.
class Schemas {
 public:
  Schemas(const std::string &databases, const std::string &tables, const Suite *suite)
      : folder_(databases), suite_(suite) {
    if (!tables.empty()) keys_ = read_official_foreign_keys(read_file(tables), tables);
  }

  const OfficialSchema &of(const std::string &id) {
    const auto found = schemas_.find(id);
    if (found != schemas_.end()) return found->second;
    const OfficialForeignKeys *keys = nullptr;
    for (const OfficialForeignKeys &one : keys_) {
      if (one.database == id) keys = &one;
    }
    const auto database = of_suite(id) ? of_suite(id) : with_sequences(folder_.files(id).front());
    return schemas_.emplace(id, OfficialSchema(*database, keys)).first->second;
  }

 private:
  std::shared_ptr<const Database> of_suite(const std::string &id) const {
    if (suite_ == nullptr) return nullptr;
    for (const SuiteSchema &schema : suite_->schemas) {
      if (schema.id == id) return schema.schema;
    }
    throw Error(ErrorCode::not_found, "the suite has no databases of this schema", {id});
  }

  /// The script takes SQLite's own table of sequences for one of the schema's.
  static std::shared_ptr<const Database> with_sequences(const std::string &file) {
    LoadOptions options;
    options.samples = 0;
    auto database = load(file, options).front();
    bool found = false;
    SqliteSession(SqliteImage::load(file))
        .run("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'",
             [&](Row) { return found = true; });
    if (!found) return database;
    DatabaseDefinition definition = database->definition();
    TableDefinition &table = definition.tables.emplace_back();
    table.name = "sqlite_sequence";
    for (const char *column : {"name", "seq"}) table.columns.emplace_back().name = column;
    return Database::make(std::move(definition));
  }

  SqliteFolder folder_;
  const Suite *suite_;
  std::vector<OfficialForeignKeys> keys_;
  std::map<std::string, OfficialSchema> schemas_;
};

OfficialReportKind report_kind(ScoreKind kind) noexcept {
  if (kind == ScoreKind::match) return OfficialReportKind::match;
  return kind == ScoreKind::exec ? OfficialReportKind::exec : OfficialReportKind::all;
}

}  // namespace

void judge_officially(const EvaluationItems &read, std::vector<ScoreItem> &items, ScoreKind kind,
                      const std::string &databases, const std::string &tables, const Suite *suite) {
  Schemas schemas(databases, tables, suite);
  for (const EvaluationItem &item : read.items) {
    const OfficialSchema &schema = schemas.of(item.database_id);
    auto gold = parse_official(item.golds.front(), schema);
    if (!gold) {
      throw Error(ErrorCode::malformed,
                  fmt::format("gold query {} is not of the official form", item.index + 1));
    }
    ScoreItem &scored = items[item.index];
    scored.predicted = without_placeholder(item.predicted);
    scored.hardness = hardness_of(*gold);
    if (kind != ScoreKind::exec) {
      auto predicted = parse_official(scored.predicted, schema);
      if (!predicted) predicted.emplace();
      normalise_official(*gold, schema);
      normalise_official(*predicted, schema);
      scored.exact = exact_set_match(*gold, *predicted, schema);
    }
  }
}

std::string official_text(const EvaluationItems &read, const std::vector<ScoreItem> &items,
                          ScoreKind kind) {
  ScoreSessions sessions(read.sessions);
  for (const EvaluationItem &item : read.items) sessions[item.session].push_back(items[item.index]);
  return official_report(sessions, report_kind(kind));
}

}  // namespace sluice::cli
