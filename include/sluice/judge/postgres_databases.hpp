#ifndef SLUICE_JUDGE_POSTGRES_DATABASES_HPP
#define SLUICE_JUDGE_POSTGRES_DATABASES_HPP

/// Databases of a PostgreSQL server for evaluation.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/postgres_session.hpp"
#include "sluice/judge/executor.hpp"

namespace sluice {

/// One database of a server, connected to anew by each `open`.
class PostgresDatabase final : public EvaluationDatabase {
 public:
  /// `name`: for messages; the connection string may hold a password.
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

/// The databases, or the schemas of one, that benchmarks name: a postgres:// URI in which {db_id}
/// stands for the id, as in `postgres://judge@host/{db_id}` or, for schemas,
/// `postgres://judge@host/spider?options=-csearch_path%3D{db_id}`. `find` connects to nothing.
class PostgresDatabases final : public DatabaseSource {
 public:
  explicit PostgresDatabases(std::string uri, const PostgresOptions &options = {})
      : uri_(std::move(uri)), options_(options) {}

  /// Throws Error(invalid_argument) for an id of other characters than ASCII letters and digits,
  /// "_", "-" and ".".
  std::vector<std::shared_ptr<const EvaluationDatabase>> find(
      std::string_view database_id) const override;

 private:
  std::string uri_;
  PostgresOptions options_;
};

}  // namespace sluice

#endif
