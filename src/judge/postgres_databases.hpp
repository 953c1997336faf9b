#ifndef SLUICE_SRC_JUDGE_POSTGRES_DATABASES_HPP
#define SLUICE_SRC_JUDGE_POSTGRES_DATABASES_HPP

/// Databases of a PostgreSQL server for evaluation.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/postgres_session.hpp"
#include "sluice/judge/executor.hpp"

namespace sluice::inline v0 {

/// One database of a server. Each `open` makes a new connection.
class PostgresDatabase final : public EvaluationDatabase {
 public:
  /// `name` is used in messages, since the connection string may contain a password.
  PostgresDatabase(std::string connection, std::string name, const PostgresOptions &options = {})
      : connection_(std::move(connection)), name_(std::move(name)), options_(options) {}

  const std::string &name() const noexcept override { return name_; }
  sql::Dialect dialect() const noexcept override { return sql::Dialect::postgresql; }
  AnyExecutor open(const QueryLimits &limits, CancellationToken token) const override;

 private:
  std::string connection_;
  std::string name_;
  PostgresOptions options_;
};

/// Databases of a server, or schemas of one database, by benchmark id. The URI contains {db_id} as
/// a placeholder for the id, as in `postgres://judge@host/{db_id}` or, for schemas,
/// `postgres://judge@host/spider?options=-csearch_path%3D{db_id}`.
class PostgresDatabases final : public DatabaseSource {
 public:
  explicit PostgresDatabases(std::string uri, const PostgresOptions &options = {})
      : uri_(std::move(uri)), options_(options) {}

  /// Connects once, to find out whether that is possible. Throws the errors of PostgresSession, and
  /// Error(invalid_argument) if the id contains characters other than ASCII letters and digits,
  /// "_", "-" and ".".
  FoundDatabases find(std::string_view database_id) const override;

 private:
  std::string uri_;
  PostgresOptions options_;
};

}  // namespace sluice::inline v0

#endif
