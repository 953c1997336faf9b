#ifndef SLUICE_SRC_STORE_POSTGRES_SERVERS_HPP
#define SLUICE_SRC_STORE_POSTGRES_SERVERS_HPP

/// Connections to the servers of one store, lent to who asks something.

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/postgres_connection.hpp"
#include "sluice/store/postgres_store.hpp"

namespace sluice::detail {

/// The connections to one server; any threads at once.
class PostgresPool {
 public:
  PostgresPool(std::string uri, std::string address, const StoreOptions &options);

  /// A connection of one's own until it is gone. One that broke is not lent again.
  class Lease {
   public:
    Lease(PostgresPool &pool, std::unique_ptr<PostgresConnection> connection, bool fresh)
        : pool_(&pool), connection_(std::move(connection)), fresh_(fresh) {}
    Lease(Lease &&) = default;
    Lease &operator=(Lease &&) = delete;
    ~Lease();
    PostgresConnection &operator*() const { return *connection_; }
    PostgresConnection *operator->() const { return connection_.get(); }
    /// Whether nobody used it before: what it says of the server is of now.
    bool fresh() const { return fresh_; }
    /// Another one in its place, and all idle ones closed: they are older than what broke this one.
    void renew(Deadline deadline);

   private:
    PostgresPool *pool_;
    std::unique_ptr<PostgresConnection> connection_;
    bool fresh_;
  };

  /// Waits for one. Throws Error: limit_exceeded, and what connecting throws.
  Lease lend(Deadline deadline);
  std::unique_ptr<PostgresConnection> connect(Deadline deadline) const;
  const std::string &address() const noexcept { return address_; }

 private:
  void give_back(std::unique_ptr<PostgresConnection> connection);

  std::string uri_;
  std::string address_;
  std::string settings_;
  std::size_t free_;  // that may be made yet, or are idle
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<PostgresConnection>> idle_;
};

Deadline deadline_after(double seconds);

}  // namespace sluice::detail

namespace sluice {

/// As the servers keep it: any 64 bits.
inline std::int64_t stored(std::uint64_t number) { return static_cast<std::int64_t>(number); }

struct PostgresStore::Servers {
  StoreUrl url;
  StoreOptions options;
  std::vector<std::unique_ptr<detail::PostgresPool>> pools;  // by server

  Servers(StoreUrl of, const StoreOptions &with);

  /// `statement` with the schema's name in the place of each %s.
  std::string in_space(std::string_view statement) const;

  detail::PostgresRows ask_one(detail::PostgresPool &pool, const std::string &statement,
                               const detail::PostgresParameters &parameters,
                               detail::Deadline deadline) const;
  /// Asks all servers at once and returns each one's rows: all answer, or an error is thrown. A
  /// connection that broke while nobody used it is made anew, once.
  std::vector<detail::PostgresRows> ask(const std::string &statement,
                                        const detail::PostgresParameters &parameters) const;
  /// The same where each is asked something else.
  std::vector<detail::PostgresRows> ask(
      const std::string &statement, std::span<const detail::PostgresParameters> parameters) const;
};

}  // namespace sluice

#endif
