#include "duckdb_session.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::db_detail {
namespace {

using Clock = std::chrono::steady_clock;
using Config = DuckdbOwned<DuckdbConfig, &Duckdb::destroy_config>;
using Statement = DuckdbOwned<DuckdbStatement, &Duckdb::destroy_prepare>;
using Pending = DuckdbOwned<DuckdbPending, &Duckdb::destroy_pending>;
using Chunk = DuckdbOwned<DuckdbChunk, &Duckdb::destroy_data_chunk>;

struct Result {
  DuckdbResult value;

  Result() = default;
  Result(const Result &) = delete;
  Result &operator=(const Result &) = delete;
  ~Result() { duckdb().destroy_result(&value); }
};

std::string_view words(const char *message) noexcept {
  return message != nullptr ? std::string_view(message) : std::string_view("no reason given");
}

std::string literal(std::string_view text) {
  std::string quoted = "'";
  for (const char byte : text) quoted.append(byte == '\'' ? 2 : 1, byte);
  return quoted += '\'';
}

Config made_config(const SqliteLimits &limits) {
  DuckdbConfig *made = nullptr;
  const int status = duckdb().create_config(&made);
  Config config(made);
  const std::string memory = fmt::format("{}B", std::max<std::int64_t>(limits.bytes, 1 << 20));
  const std::pair<const char *, const char *> settings[] = {
      {"threads", "1"},
      {"memory_limit", memory.c_str()},
      {"temp_directory", ""},
      {"autoload_known_extensions", "false"},
      {"autoinstall_known_extensions", "false"},
      {"allow_community_extensions", "false"},
      {"allow_persistent_secrets", "false"},
  };
  bool is_set = status == 0;
  for (const auto &[name, value] : settings)
    is_set = is_set && duckdb().set_config(made, name, value) == 0;
  if (!is_set) throw Error(ErrorCode::unsupported, "needs DuckDB 1.2 or newer to be read");
  return config;
}

/// The rows of one chunk, which DuckDB stores by column.
class ChunkRows {
 public:
  ChunkRows(DuckdbChunk *chunk, std::uint64_t columns) : cells_(columns) {
    for (std::uint64_t i = 0; i < columns; ++i) {
      DuckdbVector *const vector = duckdb().data_chunk_get_vector(chunk, i);
      columns_.push_back({static_cast<const DuckdbText *>(duckdb().vector_get_data(vector)),
                          duckdb().vector_get_validity(vector)});
    }
  }

  Row row(std::uint64_t number) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto &[texts, valid] = columns_[i];
      const bool is_null = valid != nullptr && (valid[number / 64] >> (number % 64) & 1) == 0;
      cells_[i] = is_null ? Cell::of_null() : Cell::of_text(texts[number].view());
    }
    return cells_;
  }

 private:
  struct Column {
    const DuckdbText *texts;
    const std::uint64_t *valid;
  };
  std::vector<Column> columns_;
  std::vector<Cell> cells_;
};

/// False if a column is of another type than VARCHAR.
bool visit_rows(DuckdbResult &result, RowVisitor visit) {
  const std::uint64_t columns = duckdb().column_count(&result);
  while (const Chunk chunk{duckdb().fetch_chunk(result)}) {
    const std::uint64_t rows = duckdb().data_chunk_get_size(chunk.get());
    for (std::uint64_t i = 0; rows > 0 && i < columns; ++i)
      if (duckdb().column_type(&result, i) != duckdb_varchar) return false;
    ChunkRows texts(chunk.get(), columns);
    for (std::uint64_t i = 0; i < rows; ++i)
      if (!visit(texts.row(i))) return true;
  }
  return true;
}

}  // namespace

DuckdbFiles duckdb_files(const std::string &path) {
  std::error_code error;
  const std::string real = std::filesystem::canonical(path, error).string();
  DuckdbFiles files{error ? path : real, {}};
  // DuckDB parses what follows a question mark as options.
  const std::size_t end = std::min(files.database.find('?'), files.database.size());
  for (const char *ending : {".wal", ".wal.checkpoint", ".wal.recovery"})
    files.logs.emplace_back(files.database).insert(end, ending);
  return files;
}

// DuckDB's planner recurses up to DuckDB's own limits.
constexpr std::size_t duckdb_stack = std::size_t{8} << 20;

DuckdbSession::DuckdbSession(const std::string &path, const SqliteLimits &limits)
    : path_(path), limits_(limits), thread_(duckdb_stack) {
  try {
    thread_.call([this] { open(); });
  } catch (const Error &error) {
    throw Error(error.code(), error.message(), {path_});
  }
  const DuckdbFiles files = duckdb_files(path);
  std::string allowed = literal(files.database);
  for (const std::string &log : files.logs) allowed += ", " + literal(log);
  run(fmt::format("SET allowed_paths = [{}]", allowed));
  run("SET enable_external_access = false");
  run("SET lock_configuration = true");
  run(fmt::format("ATTACH {} AS {} (READ_ONLY, TYPE duckdb)", literal(files.database), catalog));
}

DuckdbSession::~DuckdbSession() {
  // In a forked child, the thread does not exist and there is nothing to close.
  if (!thread_.run([this] { close(); })) {
    static_cast<void>(connection_.release());
    static_cast<void>(database_.release());
  }
}

void DuckdbSession::close() noexcept {
  connection_.reset();
  database_.reset();
}

void DuckdbSession::open() {
  const Config config = made_config(limits_);
  DuckdbDatabase *database = nullptr;
  char *error = nullptr;
  const int status = duckdb().open_ext(":memory:", &database, config.get(), &error);
  database_.reset(database);
  const std::string message(words(error));
  if (error != nullptr) duckdb().free(error);
  if (status != 0) throw Error(ErrorCode::internal, "cannot start DuckDB: " + message);
  DuckdbConnection *connection = nullptr;
  if (duckdb().connect(database, &connection) != 0)
    throw Error(ErrorCode::internal, "cannot start DuckDB: no connection");
  connection_.reset(connection);
}

void DuckdbSession::run(const std::string &sql) {
  query(sql, [](Row) { return true; });
}

void DuckdbSession::query(const std::string &sql, RowVisitor visit) {
  Result result;
  thread_.call([&] { execute(sql, result.value); });
  // All rows are in memory by now, so visiting them reads no files.
  if (!visit_rows(result.value, visit))
    throw Error(ErrorCode::internal, "an internal query returns a column that is not text",
                {path_});
}

void DuckdbSession::execute(const std::string &sql, DuckdbResult &result) {
  const auto deadline = Clock::now() + std::chrono::duration<double>(limits_.seconds);
  DuckdbStatement *prepared = nullptr;
  const int is_refused = duckdb().prepare(connection_.get(), sql.c_str(), &prepared);
  const Statement statement(prepared);
  if (is_refused != 0) fail(words(duckdb().prepare_error(prepared)));

  DuckdbPending *begun = nullptr;
  const int is_stuck = duckdb().pending_prepared(prepared, &begun);
  const Pending pending(begun);
  int progress = is_stuck != 0 ? duckdb_failed : duckdb_working;
  while (progress != duckdb_ready && progress != duckdb_failed) {
    if (Clock::now() > deadline) {
      throw Error(ErrorCode::limit_exceeded,
                  fmt::format("takes longer than {} s to read", limits_.seconds), {path_});
    }
    progress = duckdb().pending_execute_task(begun);
    // Without DuckDB threads there is always a task to run; otherwise, avoid spinning.
    if (progress > duckdb_failed) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (progress == duckdb_failed) fail(words(duckdb().pending_error(begun)));
  if (duckdb().execute_pending(begun, &result) != 0) fail(words(duckdb().result_error(&result)));
}

void DuckdbSession::fail(std::string_view message) const {
  const auto is = [message](std::string_view kind) { return message.starts_with(kind); };
  ErrorCode code = ErrorCode::malformed;
  if (is("Out of Memory Error")) code = ErrorCode::limit_exceeded;
  if (message.find("Could not set lock") != message.npos) code = ErrorCode::io;
  for (const std::string_view kind :
       {"Binder Error", "Catalog Error", "Missing Extension Error", "Not implemented Error"}) {
    if (is(kind)) code = ErrorCode::unsupported;
  }
  throw Error(code, fmt::format("DuckDB: {}", one_line(message.substr(0, message.find('\n')))),
              {path_});
}

}  // namespace sluice::inline v0::db_detail
