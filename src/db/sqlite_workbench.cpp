#include "sluice/db/sqlite_workbench.hpp"

#include <utility>

#include <fmt/format.h>

#include "deep_sql.hpp"
#include "sluice/core/error.hpp"
#include "sqlite_guard.hpp"

namespace sluice::inline v0 {
namespace {

using db_detail::GuardedQuery;
using db_detail::SqliteGuard;
using db_detail::SqliteStatement;

constexpr const char *source_name = "test database";

std::string sql_name(std::string_view name) {
  std::string text = "\"";
  for (const char letter : name) {
    if (letter == '"') text += '"';
    text += letter;
  }
  return text += '"';
}

/// For its lifetime, statements are prepared without restrictions; untrusted statements must not be
/// prepared meanwhile.
class Trust {
 public:
  explicit Trust(SqliteGuard &guard) noexcept : guard_(guard) { guard_.trust(true); }
  ~Trust() { guard_.trust(false); }
  Trust(const Trust &) = delete;
  Trust &operator=(const Trust &) = delete;

 private:
  SqliteGuard &guard_;
};

int bind(sqlite3_stmt *statement, int place, const Cell &cell) noexcept {
  const auto size = static_cast<sqlite3_uint64>(cell.bytes.size());
  switch (cell.kind) {
    case CellKind::null: return sqlite3_bind_null(statement, place);
    case CellKind::integer: return sqlite3_bind_int64(statement, place, cell.integer);
    case CellKind::real: return sqlite3_bind_double(statement, place, cell.real);
    case CellKind::text:
      return sqlite3_bind_text64(statement, place, size == 0 ? "" : cell.bytes.data(), size,
                                 SQLITE_STATIC, SQLITE_UTF8);
    case CellKind::blob:
      return sqlite3_bind_blob64(statement, place, size == 0 ? "" : cell.bytes.data(), size,
                                 SQLITE_STATIC);
  }
  return SQLITE_MISUSE;
}

/// The prepared statements that fill one table.
struct Filler {
  std::string name;
  std::size_t columns = 0;
  SqliteStatement clear;
  SqliteStatement insert;
};

}  // namespace

struct SqliteWorkbench::Query::Held {
  GuardedQuery query;
};

struct SqliteWorkbench::Handle {
  SqliteGuard guard;
  std::vector<Filler> fillers;
  SqliteStatement begin;
  SqliteStatement commit;
  SqliteStatement rollback;

  Handle(const QueryLimits &limits, CancellationToken token) : guard(limits, std::move(token)) {}

  [[noreturn]] void fail(int status, const std::string &where) const {
    const Error error = db_detail::sqlite_error(guard.database(), status, {where});
    const bool refused = (status & 0xFF) == SQLITE_CONSTRAINT || (status & 0xFF) == SQLITE_MISMATCH;
    throw Error(refused ? ErrorCode::mismatch : error.code(), error.message(), {where});
  }

  SqliteStatement prepare(const std::string &sql) const {
    sqlite3_stmt *made = nullptr;
    int status = SQLITE_OK;
    db_detail::prepare_sql(guard.schema_depth(), [&] {
      status = sqlite3_prepare_v3(guard.database(), sql.c_str(), static_cast<int>(sql.size()) + 1,
                                  SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    });
    SqliteStatement statement(made);
    if (status != SQLITE_OK) fail(status, source_name);
    return statement;
  }

  void prepare_filling(std::vector<WorkbenchTable> tables) {
    for (WorkbenchTable &table : tables) {
      Filler &filler = fillers.emplace_back();
      filler.clear = prepare("DELETE FROM main." + sql_name(table.name));
      filler.columns = table.columns.size();
      if (filler.columns == 0) {
        filler.insert = prepare("INSERT INTO main." + sql_name(table.name) + " DEFAULT VALUES");
      } else {
        std::string names, values;
        for (const std::string &column : table.columns) {
          names += (names.empty() ? "" : ", ") + sql_name(column);
          values += values.empty() ? "?" : ", ?";
        }
        filler.insert = prepare(fmt::format("INSERT INTO main.{} ({}) VALUES ({})",
                                            sql_name(table.name), names, values));
      }
      filler.name = std::move(table.name);
    }
    begin = prepare("BEGIN");
    commit = prepare("COMMIT");
    rollback = prepare("ROLLBACK");
  }

  int step(const SqliteStatement &statement) const noexcept {
    const int status = sqlite3_step(statement.get());
    sqlite3_reset(statement.get());
    return status;
  }

  void must(const SqliteStatement &statement, const std::string &where) const {
    const int status = step(statement);
    if (status != SQLITE_DONE) fail(status, where);
  }

  void clear() const {
    for (const Filler &filler : fillers) must(filler.clear, filler.name);
  }

  void fill(const Filler &filler, std::span<const Cell> cells) const {
    sqlite3_stmt *const insert = filler.insert.get();
    if (filler.columns == 0) return;
    if (cells.size() % filler.columns != 0) {
      throw Error(ErrorCode::invalid_argument, "a row with the wrong number of values",
                  {filler.name});
    }
    for (std::size_t at = 0; at < cells.size(); at += filler.columns) {
      for (std::size_t i = 0; i < filler.columns; ++i) {
        const int status = bind(insert, static_cast<int>(i) + 1, cells[at + i]);
        if (status != SQLITE_OK) fail(status, filler.name);
      }
      must(filler.insert, filler.name);
    }
  }
};

SqliteWorkbench::SqliteWorkbench(std::string_view definitions, std::vector<WorkbenchTable> tables,
                                 const QueryLimits &limits, CancellationToken token)
    : handle_(std::make_unique<Handle>(limits, std::move(token))) {
  SqliteGuard &guard = handle_->guard;
  guard.guard(db_detail::open_image({}, source_name, guard.file_system()), source_name);
  const Trust trust(guard);
  // Rollback needs a journal, which is kept in memory.
  const std::string script =
      "PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;" +
      std::string(definitions);
  db_detail::prepare_sql(db_detail::depth_of_sql(script), [&] {
    const int status = sqlite3_exec(guard.database(), script.c_str(), nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) handle_->fail(status, source_name);
    handle_->prepare_filling(std::move(tables));
  });
  guard.read_schema(source_name);
}
SqliteWorkbench::SqliteWorkbench(SqliteWorkbench &&) noexcept = default;
SqliteWorkbench &SqliteWorkbench::operator=(SqliteWorkbench &&) noexcept = default;
SqliteWorkbench::~SqliteWorkbench() = default;

void SqliteWorkbench::refill(std::span<const std::span<const Cell>> tables) {
  if (tables.size() != handle_->fillers.size()) {
    throw Error(ErrorCode::invalid_argument, "the wrong number of tables", {source_name});
  }
  const Trust trust(handle_->guard);
  handle_->guard.budget().restart(handle_->guard.limits().steps);
  handle_->must(handle_->begin, source_name);
  try {
    handle_->clear();
    for (std::size_t i = 0; i < tables.size(); ++i) handle_->fill(handle_->fillers[i], tables[i]);
    handle_->must(handle_->commit, source_name);
  } catch (...) {
    handle_->guard.budget().restart(handle_->guard.limits().steps);
    handle_->step(handle_->rollback);
    handle_->clear();
    throw;
  }
}

QueryOutcome SqliteWorkbench::run(std::string_view sql, RowVisitor visit) {
  SqliteGuard &guard = handle_->guard;
  QueryOutcome outcome;
  const GuardedQuery query = guard.prepare(sql, outcome);
  if (query.statement != nullptr) guard.run(query, guard.limits().steps, visit, outcome);
  return outcome;
}

SqliteWorkbench::Query::Query() noexcept = default;
SqliteWorkbench::Query::Query(Query &&) noexcept = default;
SqliteWorkbench::Query &SqliteWorkbench::Query::operator=(Query &&) noexcept = default;
SqliteWorkbench::Query::~Query() = default;

SqliteWorkbench::Query SqliteWorkbench::prepare(std::string_view sql, QueryOutcome &outcome) {
  outcome = {};
  GuardedQuery made = handle_->guard.prepare(sql, outcome);
  Query query;
  if (made.statement != nullptr) {
    query.held_ = std::make_unique<Query::Held>(Query::Held{std::move(made)});
  }
  return query;
}

QueryOutcome SqliteWorkbench::run(const Query &query, std::uint64_t steps, RowVisitor visit) {
  struct Reset {
    sqlite3_stmt *statement;
    ~Reset() { sqlite3_reset(statement); }
  } const reset{query.held_->query.statement.get()};
  QueryOutcome outcome;
  handle_->guard.run(query.held_->query, steps, visit, outcome);
  return outcome;
}

QueryOutcome SqliteWorkbench::run(const Query &query, RowVisitor visit) {
  return run(query, handle_->guard.limits().steps, visit);
}

std::vector<std::string> SqliteWorkbench::integrity_problems() {
  const Trust trust(handle_->guard);
  handle_->guard.budget().restart(handle_->guard.limits().steps);
  std::vector<std::string> lines;
  for (const char *pragma : {"PRAGMA integrity_check", "PRAGMA foreign_key_check"}) {
    const SqliteStatement statement = handle_->prepare(pragma);
    int status = SQLITE_DONE;
    while ((status = sqlite3_step(statement.get())) == SQLITE_ROW) {
      const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(statement.get(), 0));
      const std::string line = text != nullptr ? text : "";
      if (line != "ok") lines.push_back(line);
    }
    if (status != SQLITE_DONE) lines.emplace_back(sqlite3_errmsg(handle_->guard.database()));
  }
  return lines;
}

}  // namespace sluice::inline v0
