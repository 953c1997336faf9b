#include "sluice/db/sqlite_session.hpp"

#include <utility>

#include <sqlite3.h>

#include "sqlite_guard.hpp"
#include "sqlite_library.hpp"

namespace sluice::inline v0 {
SqliteImage::SqliteImage(std::string bytes, std::string source)
    : bytes_(std::move(bytes)), source_(std::move(source)) {
  db_detail::forget_log(bytes_.data(), bytes_.size());
}

std::shared_ptr<const SqliteImage> SqliteImage::load(const std::string &path) {
  return from_bytes(db_detail::read_image(path), path);
}

std::shared_ptr<const SqliteImage> SqliteImage::from_bytes(std::string bytes, std::string source) {
  return std::shared_ptr<const SqliteImage>(new SqliteImage(std::move(bytes), std::move(source)));
}

struct SqliteSession::Handle {
  std::shared_ptr<const SqliteImage> image;
  db_detail::SqliteGuard guard;

  Handle(std::shared_ptr<const SqliteImage> shared, const QueryLimits &limits,
         CancellationToken token)
      : image(std::move(shared)), guard(limits, std::move(token)) {
    guard.guard(db_detail::open_image(image->bytes(), image->source(), guard.file_system()),
                image->source());
  }
};

SqliteSession::SqliteSession(std::shared_ptr<const SqliteImage> image, const QueryLimits &limits,
                             CancellationToken token)
    : handle_(std::make_unique<Handle>(std::move(image), limits, std::move(token))) {}
SqliteSession::SqliteSession(SqliteSession &&) noexcept = default;
SqliteSession &SqliteSession::operator=(SqliteSession &&) noexcept = default;
SqliteSession::~SqliteSession() = default;

QueryOutcome SqliteSession::run(std::string_view sql, RowVisitor visit) {
  db_detail::SqliteGuard &guard = handle_->guard;
  QueryOutcome outcome;
  const db_detail::GuardedQuery query = guard.prepare(sql, outcome);
  if (query.statement != nullptr) guard.run(query, guard.limits().steps, visit, outcome);
  return outcome;
}

void limit_sqlite_heap(std::int64_t bytes) {
  db_detail::start_sqlite();
  sqlite3_hard_heap_limit64(bytes);
}

void disable_sqlite_memory_accounting() {
  db_detail::start_sqlite();
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

}  // namespace sluice::inline v0
