#include "sqlite_rules.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "sqlite_functions.hpp"

namespace sluice::inline v0::db_detail {
namespace {

bool is_one_of(const char *name, std::initializer_list<const char *> names) noexcept {
  return std::ranges::any_of(
      names, [name](const char *other) { return sqlite3_stricmp(name, other) == 0; });
}

bool describes_schema(const char *pragma) noexcept {
  return is_one_of(pragma, {"foreign_key_list", "index_info", "index_list", "index_xinfo",
                            "table_info", "table_list", "table_xinfo"});
}

bool describes_file(const char *pragma) noexcept {
  return is_one_of(pragma, {"application_id", "encoding", "page_count", "page_size",
                            "schema_version", "user_version"});
}

/// Settings that exported scripts make and that do not affect the tables they define.
bool is_idle_setting(const char *pragma) noexcept {
  return is_one_of(pragma, {"application_id", "auto_vacuum", "busy_timeout", "cache_size",
                            "case_sensitive_like", "encoding", "journal_mode", "legacy_file_format",
                            "locking_mode", "page_size", "recursive_triggers", "synchronous",
                            "temp_store", "user_version"});
}

bool defines_or_fills(int action) noexcept {
  switch (action) {
    case SQLITE_CREATE_INDEX:
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_TEMP_INDEX:
    case SQLITE_CREATE_TEMP_TABLE:
    case SQLITE_CREATE_TEMP_TRIGGER:
    case SQLITE_CREATE_TEMP_VIEW:
    case SQLITE_CREATE_TRIGGER:
    case SQLITE_CREATE_VIEW:
    case SQLITE_DROP_INDEX:
    case SQLITE_DROP_TABLE:
    case SQLITE_DROP_TEMP_INDEX:
    case SQLITE_DROP_TEMP_TABLE:
    case SQLITE_DROP_TEMP_TRIGGER:
    case SQLITE_DROP_TEMP_VIEW:
    case SQLITE_DROP_TRIGGER:
    case SQLITE_DROP_VIEW:
    case SQLITE_ALTER_TABLE:
    case SQLITE_ANALYZE:
    case SQLITE_REINDEX:
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT: return true;
    default: return false;
  }
}

void give_null(sqlite3_context *context, int, sqlite3_value **) { sqlite3_result_null(context); }

// Function calls cannot be interrupted. These functions can take hours on two values of a megabyte,
// and also run where no authorizer is asked: in a CHECK or a generated column.
void disarm_slow_functions(sqlite3 *database) {
  constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const char *name : {"instr", "replace", "trim", "ltrim", "rtrim", "json_patch"}) {
    sqlite3_create_function_v2(database, name, -1, flags, nullptr, give_null, nullptr, nullptr,
                               nullptr);
  }
}

// Functions that depend on more than the database. Those at the front do so only for the argument
// "now" or without arguments.
constexpr std::array<std::string_view, 13> unstable_names = {
    "date",       "datetime",     "julianday",     "strftime",          "time",
    "unixepoch",  "current_date", "current_time",  "current_timestamp", "random",
    "randomblob", "changes",      "total_changes",
};
constexpr std::size_t functions_of_dates = 6;

constexpr int mebibyte = 1 << 20;

}  // namespace

void SqliteRules::bound_sizes(sqlite3 *database) const {
  const bool script = kind_ == Kind::script;
  const int value_bytes = value_bytes_ > 0 ? value_bytes_ : (script ? 1 : 100) * mebibyte;
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, value_bytes);
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 16 * mebibyte);
  sqlite3_limit(database, SQLITE_LIMIT_EXPR_DEPTH, 500);
  // Each instruction of a compiled statement takes 24 bytes.
  sqlite3_limit(database, SQLITE_LIMIT_VDBE_OP, kind_ == Kind::query ? 500'000 : 4'000'000);
  sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200);
  sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 50);
  sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
  // SQLite caps this at its compile-time maximum, usually 2,000.
  sqlite3_limit(database, SQLITE_LIMIT_COLUMN, 32'767);
}

void SqliteRules::impose(sqlite3 *database) {
  additions_.remove_from(database);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, nullptr);
  sqlite3_exec(database, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nullptr, nullptr,
               nullptr);
  if (kind_ == Kind::script) {
    // 256 MiB in pages of 4 KiB; no temporary files.
    sqlite3_exec(database,
                 "PRAGMA page_size = 4096; PRAGMA max_page_count = 65536; PRAGMA temp_store = 2",
                 nullptr, nullptr, nullptr);
    disarm_slow_functions(database);
  }
  if (kind_ == Kind::query) {
    sqlite3_exec(database, "PRAGMA temp_store = 1; PRAGMA cache_size = -16000", nullptr, nullptr,
                 nullptr);
    replace_slow_functions(database);
  }
  bound_sizes(database);
  sqlite3_set_authorizer(database, on_authorize, this);
}

int SqliteRules::on_authorize(void *rules, int action, const char *first, const char *second,
                              const char * /*schema*/, const char * /*origin*/) noexcept {
  auto &self = *static_cast<SqliteRules *>(rules);
  if (self.trusting_) return SQLITE_OK;
  const int verdict = self.judge(action, first, second);
  if (verdict == SQLITE_DENY) {
    self.refused_action_ = action;
    const char *name = action == SQLITE_FUNCTION ? second : first;
    self.refused_name_.fill('\0');
    std::string_view(name != nullptr ? name : "")
        .copy(self.refused_name_.data(), self.refused_name_.size() - 1);
  }
  return verdict;
}

int SqliteRules::judge(int action, const char *first, const char *second) noexcept {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION: return judge_function(second);
    case SQLITE_PRAGMA: return judge_pragma(first, second);
    default: return kind_ == Kind::script && defines_or_fills(action) ? SQLITE_OK : SQLITE_DENY;
  }
}

int SqliteRules::judge_function(const char *name) noexcept {
  if (is_one_of(name, {"load_extension", "fts3_tokenizer"})) return SQLITE_DENY;
  if (additions_.had_function(name)) return SQLITE_DENY;
  // Takes quadratic time in the size of its argument, and cannot be interrupted.
  if (kind_ == Kind::query && sqlite3_stricmp(name, "json_patch") == 0) return SQLITE_DENY;
  for (std::size_t i = 0; i < unstable_names.size(); ++i) {
    if (sqlite3_stricmp(name, unstable_names[i].data()) == 0) unstable_ |= std::uint32_t{1} << i;
  }
  return SQLITE_OK;
}

std::vector<std::string_view> SqliteRules::take_unstable() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < unstable_names.size(); ++i) {
    if ((unstable_ >> i & 1) != 0) names.push_back(unstable_names[i]);
  }
  unstable_ = 0;
  return names;
}

bool SqliteRules::is_of_dates(std::string_view function) noexcept {
  const auto end = unstable_names.begin() + functions_of_dates;
  return std::find(unstable_names.begin(), end, function) != end;
}

int SqliteRules::judge_pragma(const char *name, const char *argument) const noexcept {
  if (kind_ == Kind::query) return SQLITE_DENY;
  if (describes_schema(name)) return SQLITE_OK;
  if (describes_file(name) && argument == nullptr) return SQLITE_OK;
  if (kind_ == Kind::reading) return SQLITE_DENY;
  if (is_one_of(name, {"foreign_keys", "defer_foreign_keys"})) return SQLITE_OK;
  return is_idle_setting(name) ? SQLITE_IGNORE : SQLITE_DENY;
}

std::string SqliteRules::refused() const {
  switch (refused_action_) {
    case 0: return {};
    case SQLITE_ATTACH:
    case SQLITE_DETACH: return "ATTACH";  // VACUUM is reported as ATTACH too
    case SQLITE_PRAGMA: return "PRAGMA " + std::string(refused_name_.data());
    case SQLITE_FUNCTION: {
      const std::string name = refused_name_.data();
      const bool is_added = additions_.had_function(name);
      return "the function " + name + (is_added ? ", which is not SQLite's own," : "");
    }
    case SQLITE_CREATE_VTABLE:
    case SQLITE_DROP_VTABLE: return "CREATE VIRTUAL TABLE";
    default: return "a statement that writes";
  }
}

}  // namespace sluice::inline v0::db_detail
