#include "sluice/db/sqlite_session.hpp"

#include <algorithm>
#include <utility>

#include <sqlite3.h>

#include <fmt/format.h>

#include "result_bounds.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sqlite_budget.hpp"
#include "sqlite_open.hpp"
#include "sqlite_rules.hpp"
#include "sqlite_watch.hpp"

namespace sluice {
namespace {

using detail::ResultBounds;
using detail::SqliteBudget;
using detail::SqliteDatabase;
using detail::SqliteRules;
using detail::SqliteWatch;

struct Finalize {
  void operator()(sqlite3_stmt *statement) const noexcept { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

struct Free {
  void operator()(unsigned char *bytes) const noexcept { sqlite3_free(bytes); }
};

/// The file with the log beside it played back.
std::string read_with_log(const std::string &path) {
  const SqliteDatabase database = detail::open_for_reading(path);
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, Free> bytes(
      sqlite3_serialize(database.get(), "main", &size, 0));
  if (bytes == nullptr) {
    throw Error(ErrorCode::limit_exceeded, "is too large to hold in memory", {path});
  }
  return {reinterpret_cast<const char *>(bytes.get()), static_cast<std::size_t>(size)};
}

/// Whether only white space and comments follow: what another statement would start with does not,
/// a second semicolon included, as other SQLite clients have it.
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

SqliteImage::SqliteImage(std::string bytes, std::string source)
    : bytes_(std::move(bytes)), source_(std::move(source)) {
  detail::forget_log(bytes_.data(), bytes_.size());
}

std::shared_ptr<const SqliteImage> SqliteImage::load(const std::string &path) {
  return from_bytes(detail::has_pending_log(path) ? read_with_log(path) : read_file(path), path);
}

std::shared_ptr<const SqliteImage> SqliteImage::from_bytes(std::string bytes, std::string source) {
  return std::shared_ptr<const SqliteImage>(new SqliteImage(std::move(bytes), std::move(source)));
}

/// Members are destroyed from the last to the first: the connection before what it uses.
struct SqliteSession::Handle {
  std::shared_ptr<const SqliteImage> image;
  QueryLimits limits;
  SqliteRules rules;
  SqliteBudget budget;
  SqliteWatch watch;
  SqliteDatabase database;
  std::vector<Cell> row;

  Handle(std::shared_ptr<const SqliteImage> shared, const QueryLimits &bounds,
         CancellationToken token)
      : image(std::move(shared)),
        limits(bounds),
        rules(SqliteRules::Kind::query, bounds.value_bytes),
        budget({bounds.steps, bounds.seconds, bounds.memory}),
        watch(bounds.temporary_bytes),
        database(detail::open_shared_image(image->bytes(), image->source(), watch.name())) {
    budget.heed(std::move(token));
    // Reads the schema, which the rules would not let a query do.
    const int status =
        sqlite3_exec(database.get(), "SELECT 1 FROM sqlite_schema", nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) throw detail::sqlite_error(database.get(), status, {image->source()});
    rules.impose(database.get());
    budget.watch(database.get());
  }

  QueryOutcome stopped(QueryEnd end, std::string message) const {
    QueryOutcome outcome;
    outcome.end = end;
    outcome.message = std::move(message);
    return outcome;
  }

  void explain(int status, QueryOutcome &outcome) const {
    outcome.message = sqlite3_errmsg(database.get());
    switch (status & 0xFF) {
      case SQLITE_INTERRUPT:
        outcome.message = budget.reason();
        switch (budget.passed()) {
          case SqliteBudget::Limit::steps: outcome.end = QueryEnd::too_many_steps; return;
          case SqliteBudget::Limit::seconds: outcome.end = QueryEnd::too_slow; return;
          case SqliteBudget::Limit::cancelled: outcome.end = QueryEnd::cancelled; return;
          default: outcome.end = QueryEnd::too_much_memory; return;
        }
      case SQLITE_NOMEM:
        outcome.end = QueryEnd::too_much_memory;
        outcome.message = "takes more memory than there is for it";
        return;
      case SQLITE_FULL:
        outcome.end = QueryEnd::too_much_memory;
        outcome.message =
            fmt::format("takes temporary files of more than {} bytes", limits.temporary_bytes);
        return;
      case SQLITE_TOOBIG: outcome.end = QueryEnd::value_too_large; return;
      case SQLITE_AUTH:
      case SQLITE_READONLY: outcome.end = QueryEnd::refused; break;
      default: outcome.end = QueryEnd::error;
    }
    if (!rules.refused().empty()) {
      outcome.end = QueryEnd::refused;
      outcome.message = rules.refused() + " is not allowed here";
    }
    const int offset = sqlite3_error_offset(database.get());
    if (offset >= 0) outcome.offset = static_cast<std::size_t>(offset);
  }

  void name_unstable(QueryOutcome &outcome) {
    for (const std::string_view name : rules.take_unstable()) {
      if (SqliteRules::is_of_dates(name) && !watch.asked_for_time()) continue;
      outcome.unstable.emplace_back(name);
    }
    std::sort(outcome.unstable.begin(), outcome.unstable.end());
  }

  void step_through(sqlite3_stmt *statement, RowVisitor visit, QueryOutcome &outcome) {
    const int columns = sqlite3_column_count(statement);
    outcome.columns = static_cast<std::size_t>(columns);
    row.resize(outcome.columns);
    ResultBounds bounds(limits);
    int status = SQLITE_DONE;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
      for (int column = 0; column < columns; ++column) {
        row[static_cast<std::size_t>(column)] = cell_of(statement, column);
      }
      if (!bounds.add(row, outcome)) return;
      if (!visit(row)) {
        outcome.end = QueryEnd::abandoned;
        return;
      }
    }
    if (status != SQLITE_DONE) explain(status, outcome);
  }
};

SqliteSession::SqliteSession(std::shared_ptr<const SqliteImage> image, const QueryLimits &limits,
                             CancellationToken token)
    : handle_(std::make_unique<Handle>(std::move(image), limits, std::move(token))) {}
SqliteSession::SqliteSession(SqliteSession &&) noexcept = default;
SqliteSession &SqliteSession::operator=(SqliteSession &&) noexcept = default;
SqliteSession::~SqliteSession() = default;

QueryOutcome SqliteSession::run(std::string_view sql, RowVisitor visit) {
  Handle &handle = *handle_;
  QueryOutcome outcome;
  if (!ResultBounds(handle.limits).takes(sql, outcome)) return outcome;
  handle.rules.forget_refused();
  static_cast<void>(handle.rules.take_unstable());
  handle.budget.restart();
  handle.watch.restart();

  const char *rest = nullptr;
  sqlite3_stmt *made = nullptr;
  const std::string text(sql);
  const int status = sqlite3_prepare_v2(handle.database.get(), text.c_str(),
                                        static_cast<int>(text.size()) + 1, &made, &rest);
  const Statement statement(made);
  if (status != SQLITE_OK) {
    handle.explain(status, outcome);
    return outcome;
  }
  if (made == nullptr) return outcome;
  if (!is_end(rest)) {
    return handle.stopped(QueryEnd::several_statements, "something follows the first statement");
  }
  if (sqlite3_bind_parameter_count(made) > 0) {
    return handle.stopped(QueryEnd::unbound_parameter, "has parameters that nothing is bound to");
  }
  handle.step_through(made, visit, outcome);
  handle.name_unstable(outcome);
  outcome.steps =
      static_cast<std::uint32_t>(sqlite3_stmt_status(made, SQLITE_STMTSTATUS_VM_STEP, 0));
  return outcome;
}

void limit_sqlite_heap(std::int64_t bytes) noexcept { sqlite3_hard_heap_limit64(bytes); }

}  // namespace sluice
