#ifndef SLUICE_SRC_STORE_POSTGRES_SERVERS_HPP
#define SLUICE_SRC_STORE_POSTGRES_SERVERS_HPP

/// Pools of connections to the servers of one store.

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/postgres/postgres_connection.hpp"
#include "store/postgres_store.hpp"

namespace sluice::inline v0::store_detail {

/// The connections to one server. Thread-safe.
class PostgresPool {
 public:
  PostgresPool(std::string uri, std::string address, const StoreOptions &options);

  /// Exclusive use of a connection until it is destroyed. Broken connections are not reused.
  class Lease {
   public:
    Lease(PostgresPool &pool, std::unique_ptr<db_detail::PostgresConnection> connection, bool fresh)
        : pool_(&pool), connection_(std::move(connection)), fresh_(fresh) {}
    Lease(Lease &&) = default;
    Lease &operator=(Lease &&) = delete;
    ~Lease();
    db_detail::PostgresConnection &operator*() const { return *connection_; }
    db_detail::PostgresConnection *operator->() const { return connection_.get(); }
    /// Whether the connection is new, so that a failure is not caused by its age.
    bool fresh() const { return fresh_; }
    /// Replaces a broken connection, and closes all idle ones, since they are older than the
    /// failure.
    void renew(db_detail::Deadline deadline);

   private:
    PostgresPool *pool_;
    std::unique_ptr<db_detail::PostgresConnection> connection_;
    bool fresh_;
  };

  /// Waits for a free connection. Throws Error(limit_exceeded), and what connecting throws.
  Lease lend(db_detail::Deadline deadline);
  std::unique_ptr<db_detail::PostgresConnection> connect(db_detail::Deadline deadline) const;
  const std::string &address() const noexcept { return address_; }

 private:
  void give_back(std::unique_ptr<db_detail::PostgresConnection> connection);

  std::string uri_;
  std::string address_;
  std::string settings_;
  std::size_t free_;  // that may still be opened, or are idle
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<db_detail::PostgresConnection>> idle_;
};

db_detail::Deadline deadline_after(double seconds);

}  // namespace sluice::inline v0::store_detail

namespace sluice::inline v0 {

/// Converts a number to the signed 64 bits that the servers store.
inline std::int64_t stored(std::uint64_t number) { return static_cast<std::int64_t>(number); }

struct PostgresStore::Servers {
  StoreUrl url;
  StoreOptions options;
  std::vector<std::unique_ptr<store_detail::PostgresPool>> pools;  // by server

  Servers(StoreUrl of, const StoreOptions &with);

  /// Returns `statement` with each %s replaced by the schema's name.
  std::string in_space(std::string_view statement) const;

  db_detail::PostgresRows ask_one(store_detail::PostgresPool &pool, const std::string &statement,
                                  const db_detail::PostgresParameters &parameters,
                                  db_detail::Deadline deadline) const;
  /// Sends a statement to all servers in parallel and returns the rows of each. Throws if one
  /// fails. A connection that broke while idle is reopened once.
  std::vector<db_detail::PostgresRows> ask(const std::string &statement,
                                           const db_detail::PostgresParameters &parameters) const;
  /// The same with different parameters per server.
  std::vector<db_detail::PostgresRows> ask(
      const std::string &statement,
      std::span<const db_detail::PostgresParameters> parameters) const;
};

}  // namespace sluice::inline v0

#endif
