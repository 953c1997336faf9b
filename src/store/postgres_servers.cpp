#include "postgres_servers.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace store_detail {

db_detail::Deadline deadline_after(double seconds) {
  return std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(
                                                std::clamp(seconds, 0.001, 1e9) * 1e6));
}

PostgresPool::PostgresPool(std::string uri, std::string address, const StoreOptions &options)
    : uri_(std::move(uri)),
      address_(std::move(address)),
      settings_(fmt::format("SET hnsw.iterative_scan = 'relaxed_order'; SET hnsw.ef_search = {}",
                            std::clamp<std::size_t>(options.graph_effort, 1, 1000))),
      free_(std::max<std::size_t>(1, options.connections)) {}

std::unique_ptr<db_detail::PostgresConnection> PostgresPool::connect(
    db_detail::Deadline deadline) const {
  return std::make_unique<db_detail::PostgresConnection>(uri_, address_, settings_, deadline);
}

PostgresPool::Lease PostgresPool::lend(db_detail::Deadline deadline) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_until(lock, deadline, [&] { return free_ > 0; })) {
    throw Error(ErrorCode::limit_exceeded, "all connections to the server stayed busy", {address_});
  }
  --free_;
  if (!idle_.empty()) {
    auto connection = std::move(idle_.back());
    idle_.pop_back();
    return {*this, std::move(connection), /*fresh=*/false};
  }
  lock.unlock();
  try {
    return {*this, connect(deadline), /*fresh=*/true};
  } catch (...) {
    give_back(nullptr);
    throw;
  }
}

void PostgresPool::give_back(std::unique_ptr<db_detail::PostgresConnection> connection) {
  {
    const std::lock_guard lock(mutex_);
    ++free_;
    if (connection != nullptr && !connection->lost()) idle_.push_back(std::move(connection));
  }
  changed_.notify_one();
}

PostgresPool::Lease::~Lease() {
  if (pool_ != nullptr && connection_ != nullptr) pool_->give_back(std::move(connection_));
}

void PostgresPool::Lease::renew(db_detail::Deadline deadline) {
  {
    const std::lock_guard lock(pool_->mutex_);
    pool_->idle_.clear();
  }
  fresh_ = true;
  connection_ = pool_->connect(deadline);
}

}  // namespace store_detail

PostgresStore::Servers::Servers(StoreUrl of, const StoreOptions &with)
    : url(std::move(of)), options(with) {
  for (const std::string &server : url.servers) {
    pools.push_back(
        std::make_unique<store_detail::PostgresPool>(server, shown_server(server), options));
  }
}

std::string PostgresStore::Servers::in_space(std::string_view statement) const {
  std::string text;
  for (std::size_t at = 0;;) {
    const std::size_t place = statement.find("%s", at);
    text += statement.substr(at, place == statement.npos ? place : place - at);
    if (place == statement.npos) return text;
    text += '"' + url.space + '"';
    at = place + 2;
  }
}

namespace {

/// Runs `try` on a leased connection, and again on a new connection if an old one was broken.
template <class Try>
auto again_if_stale(store_detail::PostgresPool::Lease &lease, db_detail::Deadline deadline,
                    Try try_it) {
  try {
    return try_it();
  } catch (const Error &error) {
    if (!lease->lost() || lease.fresh() || error.code() != ErrorCode::io) throw;
  }
  lease.renew(deadline);
  return try_it();
}

}  // namespace

db_detail::PostgresRows PostgresStore::Servers::ask_one(
    store_detail::PostgresPool &pool, const std::string &statement,
    const db_detail::PostgresParameters &parameters, db_detail::Deadline deadline) const {
  store_detail::PostgresPool::Lease lease = pool.lend(deadline);
  return again_if_stale(lease, deadline,
                        [&] { return lease->ask(statement, parameters, deadline); });
}

std::vector<db_detail::PostgresRows> PostgresStore::Servers::ask(
    const std::string &statement, const db_detail::PostgresParameters &parameters) const {
  return ask(statement, std::vector(pools.size(), parameters));
}

std::vector<db_detail::PostgresRows> PostgresStore::Servers::ask(
    const std::string &statement, std::span<const db_detail::PostgresParameters> parameters) const {
  const db_detail::Deadline deadline = store_detail::deadline_after(options.seconds);
  std::vector<store_detail::PostgresPool::Lease> leases;
  leases.reserve(pools.size());
  // All callers lease in the order of the servers, so that they cannot deadlock.
  for (const auto &pool : pools) leases.push_back(pool->lend(deadline));
  const auto send = [&](std::size_t server) {
    leases[server]->send(statement, parameters[server], deadline);
  };
  std::vector<db_detail::PostgresRows> rows(pools.size());
  std::size_t sent = 0, heard = 0;
  try {
    for (; sent < pools.size(); ++sent) {
      again_if_stale(leases[sent], deadline, [&] { send(sent); });
    }
    for (; heard < pools.size(); ++heard) {
      bool is_sent = true;
      rows[heard] = again_if_stale(leases[heard], deadline, [&] {
        if (!std::exchange(is_sent, false)) send(heard);
        return leases[heard]->receive(deadline);
      });
    }
  } catch (...) {
    // The answers of these connections were not read, so they cannot be reused.
    for (; heard < sent; ++heard) leases[heard]->close();
    throw;
  }
  return rows;
}

}  // namespace sluice::inline v0
