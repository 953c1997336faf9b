#include "sluice/db/sqlite.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <unordered_map>
#include <utility>

#include <sqlite3.h>

#include <fmt/format.h>

#include "deep_sql.hpp"
#include "sql_start.hpp"
#include "sqlite_budget.hpp"
#include "sqlite_library.hpp"
#include "sqlite_open.hpp"
#include "sqlite_rules.hpp"

namespace sluice::inline v0 {
namespace {

using db_detail::SqliteBudget;
using db_detail::SqliteDatabase;
using db_detail::SqliteRules;

struct Finalize {
  void operator()(sqlite3_stmt *statement) const noexcept { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

sqlite3_stmt *handle_of(void *statement) noexcept { return static_cast<sqlite3_stmt *>(statement); }

int bind(sqlite3_stmt *statement, int position, const SqliteValue &value) {
  switch (value.kind) {
    case SqliteValue::Kind::integer: return sqlite3_bind_int64(statement, position, value.number);
    case SqliteValue::Kind::text: {
      // A null pointer would bind NULL instead of an empty text.
      const char *text = value.string.data() != nullptr ? value.string.data() : "";
      return sqlite3_bind_text64(statement, position, text, value.string.size(), SQLITE_STATIC,
                                 SQLITE_UTF8);
    }
    case SqliteValue::Kind::null: break;
  }
  return sqlite3_bind_null(statement, position);
}

}  // namespace

std::size_t SqliteRow::size() const noexcept {
  return static_cast<std::size_t>(sqlite3_data_count(handle_of(statement_)));
}
bool SqliteRow::is_null(std::size_t column) const noexcept {
  return sqlite3_column_type(handle_of(statement_), static_cast<int>(column)) == SQLITE_NULL;
}
bool SqliteRow::is_blob(std::size_t column) const noexcept {
  return sqlite3_column_type(handle_of(statement_), static_cast<int>(column)) == SQLITE_BLOB;
}
std::int64_t SqliteRow::integer(std::size_t column) const noexcept {
  return sqlite3_column_int64(handle_of(statement_), static_cast<int>(column));
}
double SqliteRow::real(std::size_t column) const noexcept {
  return sqlite3_column_double(handle_of(statement_), static_cast<int>(column));
}
std::string_view SqliteRow::text(std::size_t column) const noexcept {
  const auto position = static_cast<int>(column);
  const auto *text = sqlite3_column_text(handle_of(statement_), position);
  if (text == nullptr) return {};
  const int size = sqlite3_column_bytes(handle_of(statement_), position);
  return {reinterpret_cast<const char *>(text), static_cast<std::size_t>(size)};
}

/// An open database and the objects that guard it, which must outlive the database: members are
/// destroyed in reverse order.
struct SqliteConnection::Handle {
  std::string source;
  std::shared_ptr<const SqliteImage> image;  // read by `database`, unless it is a file
  std::optional<SqliteRules> rules;
  std::optional<SqliteBudget> budget;
  SqliteDatabase database;
  std::unordered_map<std::string, Statement> prepared;
  std::optional<db_detail::SqlDepth> schema_depth;  // unknown before the first query

  Handle(std::string name, SqliteDatabase opened)
      : source(std::move(name)), database(std::move(opened)) {}

  void guard(SqliteRules::Kind kind, const SqliteLimits &limits) {
    rules.emplace(kind).impose(database.get());
    budget.emplace(limits).watch(database.get());
  }

  void start() {
    if (rules) rules->forget_refused();
    if (budget) budget->restart();
  }

  Statement prepare(std::string_view sql) {
    const std::string text(sql);
    const char *rest = nullptr;
    sqlite3_stmt *made = nullptr;
    int status = SQLITE_OK;
    if (!schema_depth) schema_depth = db_detail::depth_of_schema(database.get(), status);
    db_detail::prepare_sql(db_detail::depth_of_sql(sql).combined_with(*schema_depth), [&] {
      std::optional<db_detail::SqliteAllowance> allowance;
      const auto allows = [&](std::int64_t bytes) { return budget->allows(bytes); };
      if (budget) allowance.emplace(budget->max_bytes(), allows);
      status = sqlite3_prepare_v2(database.get(), text.c_str(), -1, &made, &rest);
    });
    Statement statement(made);
    if (status != SQLITE_OK) fail(status, {source});
    if (!statement || db_detail::sql_start(rest) != std::string_view(rest).size()) {
      throw Error(ErrorCode::invalid_argument, "expected one SQL statement", {source});
    }
    return statement;
  }

  void run_statements(const std::string &text) {
    const auto place = [&](std::size_t offset) {
      return place_in(text, std::min(offset, text.size()), source);
    };
    std::size_t offset = db_detail::sql_start(text);
    while (offset < text.size()) {
      if (budget && budget->spent()) {
        throw Error(ErrorCode::limit_exceeded, budget->reason(), place(offset));
      }
      const char *rest = nullptr;
      sqlite3_stmt *made = nullptr;
      int status = sqlite3_prepare_v2(database.get(), text.c_str() + offset, -1, &made, &rest);
      const Statement statement(made);
      if (status != SQLITE_OK) {
        const int inside = sqlite3_error_offset(database.get());
        fail(status, place(offset + static_cast<std::size_t>(std::max(inside, 0))));
      }
      do {
        status = made != nullptr ? sqlite3_step(made) : SQLITE_DONE;
      } while (status == SQLITE_ROW);
      if (status != SQLITE_DONE) fail(status, place(offset));
      offset = db_detail::sql_start(text, static_cast<std::size_t>(rest - text.c_str()));
    }
  }

  /// Steps to the next row. Returns false at the end.
  bool step(sqlite3_stmt *statement) {
    const int status = sqlite3_step(statement);
    if (status != SQLITE_ROW && status != SQLITE_DONE) fail(status, {source});
    return status == SQLITE_ROW;
  }

  [[noreturn]] void fail(int status, Place where) const {
    const int code = status & 0xFF;
    if ((code == SQLITE_INTERRUPT || code == SQLITE_NOMEM) && budget && !budget->reason().empty()) {
      throw Error(ErrorCode::limit_exceeded, budget->reason(), std::move(where));
    }
    if ((status & 0xFF) == SQLITE_FULL && rules) {
      throw Error(ErrorCode::limit_exceeded, "needs more space than a script may use",
                  std::move(where));
    }
    if (rules && !rules->refused().empty()) {
      throw Error(ErrorCode::unsupported, rules->refused() + " is not allowed here",
                  std::move(where));
    }
    throw db_detail::sqlite_error(database.get(), status, std::move(where));
  }
};

namespace {

/// A prepared statement, taken from the connection's cache for one use.
class Use {
 public:
  using Store = std::unordered_map<std::string, Statement>;

  Use(Store &store, std::string sql, Statement statement)
      : store_(store), sql_(std::move(sql)), statement_(std::move(statement)) {}
  Use(const Use &) = delete;
  Use &operator=(const Use &) = delete;
  ~Use() {
    constexpr std::size_t max_kept = 64;
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
    // Only statements with parameters are likely to be run again.
    if (sqlite3_bind_parameter_count(statement_.get()) == 0 || store_.size() >= max_kept) return;
    try {
      store_.emplace(std::move(sql_), std::move(statement_));
    } catch (const std::bad_alloc &) {  // it will be prepared again
    }
  }

  sqlite3_stmt *get() const noexcept { return statement_.get(); }

 private:
  Store &store_;
  std::string sql_;
  Statement statement_;
};

}  // namespace

SqliteConnection::SqliteConnection(std::unique_ptr<Handle> handle) noexcept
    : handle_(std::move(handle)) {}
SqliteConnection::SqliteConnection(SqliteConnection &&) noexcept = default;
SqliteConnection &SqliteConnection::operator=(SqliteConnection &&) noexcept = default;
SqliteConnection::~SqliteConnection() = default;

SqliteConnection::SqliteConnection(const std::string &path, Access access,
                                   const SqliteLimits &limits) {
  if (access == Access::write) {
    handle_ = std::make_unique<Handle>(path, db_detail::open_for_writing(path));
  } else {
    handle_ = std::make_unique<Handle>(path, db_detail::open_for_reading(path));
    handle_->guard(SqliteRules::Kind::reading, limits);
  }
}

SqliteConnection SqliteConnection::scratch(std::string source, const SqliteLimits &limits) {
  SqliteDatabase database = db_detail::open_in_memory(source);
  auto handle = std::make_unique<Handle>(std::move(source), std::move(database));
  handle->guard(SqliteRules::Kind::script, limits);
  return SqliteConnection(std::move(handle));
}

SqliteConnection SqliteConnection::from_image(std::shared_ptr<const SqliteImage> image,
                                              const SqliteLimits &limits) {
  SqliteDatabase database = db_detail::open_image(image->bytes(), image->source());
  auto handle = std::make_unique<Handle>(image->source(), std::move(database));
  handle->image = std::move(image);
  handle->guard(SqliteRules::Kind::reading, limits);
  return SqliteConnection(std::move(handle));
}

void SqliteConnection::query(std::string_view sql, std::initializer_list<SqliteValue> values,
                             function_ref<bool(const SqliteRow &row)> visit) {
  handle_->start();
  std::string key(sql);
  auto kept = handle_->prepared.extract(key);
  Statement ready = kept ? std::move(kept.mapped()) : handle_->prepare(sql);
  const Use statement(handle_->prepared, std::move(key), std::move(ready));
  int position = 0;
  for (const SqliteValue &value : values) {
    const int status = bind(statement.get(), ++position, value);
    if (status != SQLITE_OK) handle_->fail(status, {handle_->source});
  }
  const SqliteRow row(statement.get());
  db_detail::run_sql(db_detail::depth_of_sql(sql), [&] {
    while (handle_->step(statement.get()) && visit(row)) {
    }
  });
}

void SqliteConnection::run(std::string_view sql, std::initializer_list<SqliteValue> values) {
  query(sql, values, [](const SqliteRow &) { return true; });
}

void SqliteConnection::run_script(std::string_view sql) {
  const std::string text(sql);
  if (const std::size_t nul = text.find('\0'); nul != text.npos) {
    throw Error(ErrorCode::malformed, "a NUL byte in a script",
                place_in(text, nul, handle_->source));
  }
  handle_->start();
  db_detail::SqlDepth depth = db_detail::depth_of_sql(text).combined_with(
      handle_->schema_depth.value_or(db_detail::SqlDepth()));
  // Since its statements are prepared one by one, the limit does not apply to their total.
  depth.selects = std::min(depth.selects, db_detail::SqlDepth::max_selects);
  handle_->schema_depth.reset();
  db_detail::prepare_sql(
      depth, [&] { db_detail::run_sql(depth, [&] { handle_->run_statements(text); }); });
}

std::string SqliteConnection::image() const {
  return db_detail::serialized(handle_->database.get(), {handle_->source});
}

}  // namespace sluice::inline v0
