#include "sqlite_guard.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "result_bounds.hpp"
#include "sqlite_library.hpp"

namespace sluice::inline v0::db_detail {
namespace {

/// Whether only white space and comments follow. The start of another statement does not count, nor
/// does a second semicolon, as in other SQLite clients.
bool is_end(std::string_view rest) noexcept {
  for (std::size_t at = 0;;) {
    at = rest.find_first_not_of(" \t\f\n\r", at);
    if (at == rest.npos) return true;
    std::string_view end;
    if (rest.substr(at).starts_with("--")) {
      end = "\n";
    } else if (rest.substr(at).starts_with("/*")) {
      end = "*/";
    } else {
      return false;
    }
    const std::size_t found = rest.find(end, at + 2);
    if (found == rest.npos) return true;
    at = found + end.size();
  }
}

Cell cell_of(sqlite3_stmt *statement, int column) noexcept {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return Cell::of(std::int64_t{sqlite3_column_int64(statement, column)});
    case SQLITE_FLOAT: return Cell::of(sqlite3_column_double(statement, column));
    case SQLITE_TEXT: {
      const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(statement, column));
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
      return Cell::of_text({text, text != nullptr ? size : 0});
    }
    case SQLITE_BLOB: {
      const auto *blob = static_cast<const char *>(sqlite3_column_blob(statement, column));
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
      return Cell::of_blob({blob, blob != nullptr ? size : 0});
    }
    default: return Cell::of_null();
  }
}

}  // namespace

SqliteGuard::SqliteGuard(const QueryLimits &limits, CancellationToken token)
    : limits_(limits),
      rules_(SqliteRules::Kind::query, limits.value_bytes),
      budget_({limits.steps, limits.seconds, limits.memory}),
      watch_(limits.temporary_bytes) {
  budget_.stop_on(std::move(token));
}

void SqliteGuard::guard(SqliteDatabase database, const std::string &source) {
  database_ = std::move(database);
  if (!counts_sqlite_memory()) {
    throw Error(ErrorCode::unsupported,
                "this program turned off SQLite's memory statistics, which limit what a query may "
                "use: build sluice with SLUICE_PRIVATE_SQLITE=ON, or leave them on",
                {source});
  }
  // Before the rules apply, since they do not allow queries to do that.
  read_schema(source);
  rules_.impose(database_.get());
  budget_.watch(database_.get());
}

void SqliteGuard::read_schema(const std::string &source) {
  int status = SQLITE_OK;
  schema_depth_ = depth_of_schema(database_.get(), status);
  if (status != SQLITE_OK) throw sqlite_error(database_.get(), status, {source});
}

QueryOutcome SqliteGuard::stopped(QueryEnd end, std::string message) const {
  QueryOutcome outcome;
  outcome.end = end;
  outcome.message = std::move(message);
  return outcome;
}

void SqliteGuard::explain(int status, QueryOutcome &outcome) const {
  outcome.message = sqlite3_errmsg(database_.get());
  // SQLITE_NOMEM while preparing means that the budget refused memory.
  const bool is_spent = budget_.passed() != SqliteBudget::Limit::none;
  const int code = status & 0xFF;
  switch (code == SQLITE_NOMEM && is_spent ? SQLITE_INTERRUPT : code) {
    case SQLITE_INTERRUPT:
      outcome.message = budget_.reason();
      switch (budget_.passed()) {
        case SqliteBudget::Limit::steps: outcome.end = QueryEnd::too_many_steps; return;
        case SqliteBudget::Limit::seconds: outcome.end = QueryEnd::too_slow; return;
        case SqliteBudget::Limit::cancelled: outcome.end = QueryEnd::cancelled; return;
        default: outcome.end = QueryEnd::too_much_memory; return;
      }
    case SQLITE_NOMEM:
      outcome.end = QueryEnd::too_much_memory;
      outcome.message = "needs more memory than is available";
      return;
    case SQLITE_FULL:
      outcome.end = QueryEnd::too_much_memory;
      outcome.message =
          fmt::format("takes temporary files of more than {} bytes", limits_.temporary_bytes);
      return;
    case SQLITE_TOOBIG: outcome.end = QueryEnd::value_too_large; return;
    case SQLITE_AUTH:
    case SQLITE_READONLY: outcome.end = QueryEnd::refused; break;
    default: outcome.end = QueryEnd::error;
  }
  if (!rules_.refused().empty()) {
    outcome.end = QueryEnd::refused;
    outcome.message = rules_.refused() + " is not allowed here";
  }
  const int offset = sqlite3_error_offset(database_.get());
  if (offset >= 0) outcome.offset = static_cast<std::size_t>(offset);
}

void SqliteGuard::step_through(sqlite3_stmt *statement, RowVisitor visit, QueryOutcome &outcome) {
  const int columns = sqlite3_column_count(statement);
  outcome.columns = static_cast<std::size_t>(columns);
  row_.resize(outcome.columns);
  for (int column = 0; limits_.column_names && column < columns; ++column) {
    const char *name = sqlite3_column_name(statement, column);
    outcome.column_names.emplace_back(name != nullptr ? name : "");
  }
  ResultBounds bounds(limits_);
  int status = SQLITE_DONE;
  while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
    for (int column = 0; column < columns; ++column) {
      row_[static_cast<std::size_t>(column)] = cell_of(statement, column);
    }
    if (!bounds.add(row_, outcome)) return;
    if (!visit(row_)) {
      outcome.end = QueryEnd::abandoned;
      return;
    }
  }
  if (status != SQLITE_DONE) explain(status, outcome);
}

GuardedQuery SqliteGuard::prepare(std::string_view sql, QueryOutcome &outcome) {
  if (!ResultBounds(limits_).takes(sql, outcome)) return {};
  rules_.forget_refused();
  static_cast<void>(rules_.take_unstable());
  budget_.restart(limits_.steps);
  watch_.restart();
  const char *rest = nullptr;
  sqlite3_stmt *made = nullptr;
  const std::string text(sql);
  int status = SQLITE_OK;
  const SqlDepth depth = depth_of_sql(text).combined_with(schema_depth_);
  if (depth.selects > SqlDepth::max_selects) {
    outcome = stopped(QueryEnd::error, fmt::format("more than {} queries might refer to each other",
                                                   SqlDepth::max_selects));
    return {};
  }
  prepare_sql(depth, [&] {
    const auto allows = [&](std::int64_t bytes) { return budget_.allows(bytes); };
    SqliteAllowance allowance(budget_.max_bytes(), allows);
    status = sqlite3_prepare_v2(database_.get(), text.c_str(), static_cast<int>(text.size()) + 1,
                                &made, &rest);
  });
  SqliteStatement statement(made);
  if (status != SQLITE_OK) {
    explain(status, outcome);
    return {};
  }
  if (made == nullptr) return {};
  if (!is_end(rest)) {
    outcome = stopped(QueryEnd::several_statements, "more text follows the first statement");
    return {};
  }
  if (sqlite3_bind_parameter_count(made) > 0) {
    outcome = stopped(QueryEnd::unbound_parameter, "has unbound parameters");
    return {};
  }
  return {std::move(statement), rules_.take_unstable(), depth};
}

void SqliteGuard::run(const GuardedQuery &query, std::uint64_t steps, RowVisitor visit,
                      QueryOutcome &outcome) {
  sqlite3_stmt *const statement = query.statement.get();
  rules_.forget_refused();
  budget_.restart(steps);
  watch_.restart();
  run_sql(query.depth, [&] { step_through(statement, visit, outcome); });
  for (const std::string_view name : query.unstable) {
    if (SqliteRules::is_of_dates(name) && !watch_.asked_for_time()) continue;
    outcome.unstable.emplace_back(name);
  }
  std::sort(outcome.unstable.begin(), outcome.unstable.end());
  outcome.steps =
      static_cast<std::uint32_t>(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1));
}

}  // namespace sluice::inline v0::db_detail
