#ifndef SLUICE_JUDGE_EXECUTOR_HPP
#define SLUICE_JUDGE_EXECUTOR_HPP

/// Interfaces of what runs untrusted queries, and of the databases that they run on.

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sluice/core/cancellation.hpp"
#include "sluice/db/query.hpp"
#include "sluice/schema/skipped_item.hpp"
#include "sluice/sql/dialect.hpp"

namespace sluice::inline v0 {

/// Runs a query on one database and visits its rows.
///
/// `run` never writes, whatever the query says; it ends within the limits that the executor was
/// constructed with, and reports how it ended. It never throws because of the query; exceptions of
/// the visitor propagate. The same query gives the same rows in the same order unless `unstable`
/// names a reason. Not thread-safe.
template <class T>
concept Executor = requires(T executor, std::string_view sql, RowVisitor visit) {
  { executor.run(sql, visit) } -> std::same_as<QueryOutcome>;
};

/// Type-erased executor.
class AnyExecutor {
 public:
  template <class Model>
    requires(!std::same_as<std::remove_cvref_t<Model>, AnyExecutor> && Executor<Model>)
  AnyExecutor(Model model)  // NOLINT(google-explicit-constructor)
      : held_(std::make_unique<Holder<Model>>(std::move(model))) {}

  QueryOutcome run(std::string_view sql, RowVisitor visit) { return held_->run(sql, visit); }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual QueryOutcome run(std::string_view sql, RowVisitor visit) = 0;
  };
  template <class Model>
  struct Holder final : Base {
    explicit Holder(Model made) : model(std::move(made)) {}
    QueryOutcome run(std::string_view sql, RowVisitor visit) override {
      return model.run(sql, visit);
    }
    Model model;
  };

  std::unique_ptr<Base> held_;
};

/// When a query is judged on a database: among the first, later if those do not decide, or never.
enum class Turn : std::uint8_t {
  first,
  later,
  never,
};

/// One loaded database. Thread-safe; each thread opens its own executor.
class EvaluationDatabase {
 public:
  virtual ~EvaluationDatabase() = default;
  /// The origin of the database, for messages.
  virtual const std::string &name() const noexcept = 0;
  /// The dialect of the SQL that it runs.
  virtual sql::Dialect dialect() const noexcept { return sql::Dialect::sqlite; }
  /// Throws Error if it cannot be read.
  virtual AnyExecutor open(const QueryLimits &limits, CancellationToken token) const = 0;
  /// `gold` is the gold query as its file spells it.
  virtual Turn turn_for(std::string_view gold) const noexcept {
    static_cast<void>(gold);
    return Turn::first;
  }
};

/// The databases of one schema that can be read, and those that cannot.
struct FoundDatabases {
  /// At least one, in an order that the source defines.
  std::vector<std::shared_ptr<const EvaluationDatabase>> databases;
  std::vector<SkippedItem> skipped = {};
};

/// All databases that a query is judged on, by the id of their schema. Thread-safe.
class DatabaseSource {
 public:
  virtual ~DatabaseSource() = default;
  /// Databases that cannot be read are skipped, as long as there is another. Throws
  /// Error(not_found) if there is none of that id, and the first one's error if none can be read.
  virtual FoundDatabases find(std::string_view database_id) const = 0;
};

}  // namespace sluice::inline v0

#endif
