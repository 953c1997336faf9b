/// A store on a real server, or on two if that makes a difference.

#include "store/postgres_store.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "store_contract.hpp"
#include "support/postgres_server.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

constexpr const char *no_server = "no PostgreSQL with pgvector (cmake/postgres_with_vectors.sh)";

std::string url_of(const test::PostgresServer &server, std::string_view space,
                   std::string_view database = "postgres") {
  return server.uri("admin", database) + "#" + std::string(space);
}

std::shared_ptr<CatalogStore> store_at(const std::string &url, const StoreOptions &options = {}) {
  return open_store(parse_store_url(url), options);
}

/// Without vectors, so that changes are fast.
StoreUpdateOptions words_only() { return {.analyses = {{}}, .embedder = {}}; }

void check_errors(const test::PostgresServer &server) {
  const auto catalog = test::random_catalog(4, 5);
  const auto empty = store_at(url_of(server, "nothing"));
  CHECK_FALSE(empty->state().has_value());
  test::check_code(ErrorCode::not_found, [&] { return StoreSnapshot::open(empty); });
  CHECK(drift(*empty, *catalog).missing.size() == 5);
  CHECK_FALSE(empty->health().healthy());

  server.administer("postgres", "CREATE SCHEMA mine; CREATE TABLE mine.own (x int)");
  test::check_code(ErrorCode::mismatch, [&] {
    return update_store(*store_at(url_of(server, "mine")), *catalog, words_only());
  });
  CHECK(server.administer("postgres", "SELECT count(*) FROM mine.own") == "0");

  const std::string url = url_of(server, "broken");
  const auto store = store_at(url);
  update_store(*store, *catalog, words_only());
  // Other objects in the schema are not deleted with it.
  server.administer("postgres", "CREATE TABLE broken.own (x int)");
  CHECK(test::error_if_any([&] { return update_store(*store, *catalog, test::usual_options()); }));
  CHECK(drift(*store, *catalog).none());

  const auto hurried = store_at(url, {.seconds = 1});
  std::thread other([&] {
    CHECK_THROWS(server.administer("postgres", "LOCK TABLE broken.store; SELECT pg_sleep(600)"));
  });
  const std::string holders = "FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND "
                              "relation = 'broken.store'::regclass";
  while (server.administer("postgres", "SELECT count(*) " + holders) == "0")
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  test::check_code(ErrorCode::limit_exceeded, [&] { return hurried->state(); });
  server.administer("postgres", "SELECT pg_terminate_backend(pid) " + holders);
  other.join();
  CHECK(hurried->state().has_value());

  server.administer("postgres", "UPDATE broken.posting SET block = '\\x05'");
  const auto index = StoreSnapshot::open(store)->lexical();
  test::check_code(ErrorCode::malformed, [&] { return index->postings("id").size(); });
  server.administer("postgres", "UPDATE broken.store SET layout = 99");
  test::check_code(ErrorCode::unsupported, [&] { return store->state(); });
  CHECK_FALSE(store->health().healthy());

  // A store of a newer release is not changed; one of an older release is reloaded.
  test::check_code(ErrorCode::unsupported, [&] { return update_store(*store, *catalog); });
  server.administer("postgres", "UPDATE broken.store SET layout = 0");
  test::check_code(ErrorCode::unsupported, [&] { return StoreSnapshot::open(store); });
  CHECK(store->health().servers[0].layout == 0);
  server.administer("postgres", "DROP TABLE broken.own");
  CHECK(update_store(*store, *catalog).replaced);
  CHECK(drift(*store, *catalog).none());
  CHECK(store->health().healthy());

  const auto nowhere = store_at("postgres://who:s3cret@127.0.0.1:1/x", {.seconds = 2});
  const Error error = test::error_of([&] { return nowhere->state(); });
  CHECK(error.code() == ErrorCode::io);
  CHECK_FALSE(test::contains(error.what(), "s3cret"));
  const StoreHealth health = nowhere->health();
  CHECK_FALSE(health.healthy());
  CHECK_FALSE(test::contains(health.servers[0].error + health.servers[0].address, "s3cret"));
}

}  // namespace

TEST_CASE("a store in PostgreSQL gives the same answers as an in-process index") {
  const auto server = test::PostgresServer::start_with_vectors();
  if (server == nullptr) return test::skip(no_server);
  server->administer("postgres", "CREATE DATABASE other");
  test::check_following(store_at(server->uri("admin", "other") + " " + url_of(*server, "both")));
  test::check_updaters(store_at(url_of(*server, "updaters")));
  test::check_changes(store_at(url_of(*server, "changes")));
}

TEST_CASE("a store is reached by TLS with a password, which an untrusted server does not receive") {
  const auto certificate = test::TlsCertificate::make();
  if (!certificate) return test::skip("there is no program openssl");
  const auto server = test::PostgresServer::start_with_tls(*certificate);
  if (server == nullptr) return test::skip("no PostgreSQL server with TLS is installed");
  server->administer("postgres", "CREATE ROLE loader LOGIN PASSWORD 's3cret'; "
                                 "GRANT CREATE ON DATABASE postgres TO loader");
  const auto at = [&](const char *password, const std::string &query) {
    return store_at("postgres://loader:" + std::string(password) + "@localhost:" +
                        std::to_string(server->port()) + "/postgres?hostaddr=127.0.0.1&" + query,
                    {.seconds = 10});
  };
  const std::string known =
      "sslmode=verify-full&sslrootcert=" + certificate->certificate().string();
  const auto store = at("s3cret", known);
  const auto catalog = test::random_catalog(8, 3);
  update_store(*store, *catalog, words_only());
  CHECK(drift(*store, *catalog).none());
  CHECK(server->administer("postgres", "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity "
                                       "USING (pid) WHERE ssl AND usename = 'loader'") != "0");

  const auto stranger = test::TlsCertificate::make();
  struct Attempt {
    const char *password;
    std::string query;
    const char *said;
  };
  const std::string unknown = "sslmode=verify-full&sslrootcert=" + stranger->certificate().string();
  for (const Attempt &attempt :
       {Attempt{"s3cret", unknown, "certificate"}, Attempt{"s3cret", "sslmode=disable", "pg_hba"},
        Attempt{"s3cret-too", known, "password"}}) {
    const Error error =
        test::error_of([&] { return at(attempt.password, attempt.query)->state(); });
    CHECK(error.code() == ErrorCode::io);
    CHECK(test::contains(error.what(), attempt.said));
    CHECK_FALSE(test::contains(error.what(), "s3cret"));
  }
}

TEST_CASE("a store without vectors needs no pgvector, and one with vectors reports that it does") {
  const auto server = test::PostgresServer::start();
  if (server == nullptr) return test::skip("no PostgreSQL server is installed");
  const auto store = store_at(url_of(*server, "words"));
  const auto catalog = test::random_catalog(8, 10);
  const std::string available = server->administer(
      "postgres", "SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'");
  if (available == "0") {
    test::check_code(ErrorCode::unsupported,
                     [&] { return update_store(*store, *catalog, test::usual_options()); });
    CHECK_FALSE(store->state().has_value());
  }
  update_store(*store, *catalog, words_only());
  const auto snapshot = StoreSnapshot::open(store);
  const Bm25 mine(index_catalog(*catalog)), stored(snapshot->lexical());
  for (const std::string &question : test::usual_questions()) {
    const auto terms = mine.index().question_analyzer()(question);
    CHECK(mine.scores(terms) == stored.scores(terms));
    CHECK(store->route({.terms = terms, .vector = {}}).databases.size() <= 10);
  }
  CHECK(store->health().healthy());
}

TEST_CASE("names, texts and questions are only data to a store in PostgreSQL") {
  const auto server = test::PostgresServer::start_with_vectors();
  if (server == nullptr) return test::skip(no_server);
  test::check_nasty_names(store_at(url_of(*server, "nasty")));
  check_errors(*server);
}

TEST_CASE("readers get correct answers or a clear error while a server of the store restarts") {
  const auto server = test::PostgresServer::start_with_vectors();
  if (server == nullptr) return test::skip(no_server);
  const auto catalog = test::random_catalog(5, 20);
  const auto store = store_at(url_of(*server, "asked"), {.seconds = 10, .connections = 4});
  update_store(*store, *catalog, test::usual_options());
  const auto snapshot = StoreSnapshot::open(store);
  const auto here = index_catalog(*catalog);
  std::vector<std::vector<std::vector<Posting>>> right;
  std::vector<std::vector<std::string>> terms;
  for (const std::string &question : test::usual_questions()) {
    terms.push_back(here->question_analyzer()(question));
    std::sort(terms.back().begin(), terms.back().end());
    terms.back().erase(std::unique(terms.back().begin(), terms.back().end()), terms.back().end());
    auto &postings = right.emplace_back();
    for (const std::string &term : terms.back()) {
      const auto of_term = here->postings(term);
      postings.emplace_back(of_term.begin(), of_term.end());
    }
  }
  // $SLUICE_STORE_SECONDS: duration for longer manual runs.
  const char *longer = std::getenv("SLUICE_STORE_SECONDS");
  const double seconds = longer != nullptr ? std::stod(longer) : 1.5;
  const AnyEmbedder model = test::usual_embedder();
  std::vector<float> vector(model.dimensions());
  const std::string_view text = "owner id";
  model.embed({&text, 1}, vector);
  const VectorQuery near{.vectors = vector, .dimensions = model.dimensions(), .nearest = 5};
  const FoundVectors nearest = store->nearest(near);

  std::atomic<bool> done = false;
  std::atomic<int> answers = 0, after = 0;
  std::atomic<bool> restarted = false;
  std::mutex mutex;
  std::map<std::string, int> errors;
  int wrong = 0;
  std::vector<std::thread> askers;
  for (std::size_t t = 0; t < 8; ++t) {
    askers.emplace_back([&, t] {
      for (std::size_t i = t; !done; ++i) {
        try {
          const std::size_t q = i % terms.size();
          // A new index each time, which has no cached words.
          const auto index = snapshot->lexical();
          index->fetch(terms[q]);
          bool same = store->nearest(near).objects == nearest.objects;
          for (std::size_t w = 0; w < terms[q].size(); ++w) {
            const auto postings = index->postings(terms[q][w]);
            same = same && std::equal(postings.begin(), postings.end(), right[q][w].begin(),
                                      right[q][w].end());
          }
          ++answers;
          after += restarted ? 1 : 0;
          if (same) continue;
          const std::lock_guard lock(mutex);
          ++wrong;
        } catch (const Error &error) {
          const std::lock_guard lock(mutex);
          ++errors[std::string(name_of(error.code()))];
        }
      }
    });
  }
  const auto sleep = [](double time) {
    std::this_thread::sleep_for(std::chrono::duration<double>(time));
  };
  sleep(seconds / 3);
  server->crash();
  sleep(0.05);
  server->restart();
  restarted = true;
  sleep(seconds / 2);
  for (int i = 0; after == 0 && i < 3000; ++i) sleep(0.01);
  done = true;
  for (std::thread &asker : askers) asker.join();
  CHECK(wrong == 0);
  CHECK(after > 0);
  for (const auto &error : errors) {
    const std::string &kind = error.first;
    CAPTURE(kind);
    CHECK((kind == "io" || kind == "limit_exceeded"));
  }
  if (longer != nullptr) {
    std::string told;
    for (const auto &[kind, count] : errors) told += " " + kind + " " + std::to_string(count);
    MESSAGE(answers.load() << " answers, errors:" << told);
  }
}

TEST_CASE("a killed updater leaves either the old or the new content of the store") {
  const auto server = test::PostgresServer::start_with_vectors();
  if (server == nullptr) return test::skip(no_server);
  const std::string url = url_of(*server, "killed");
  const auto one = test::random_catalog(6, 40);
  const auto two = test::random_catalog(7, 40);
  update_store(*store_at(url), *one, words_only());
  Random random(std::random_device{}());
  const char *more = std::getenv("SLUICE_STORE_KILLS");
  const int kills = more != nullptr ? std::stoi(more) : 8;
  int changed = 0, before = 0;
  const auto start = std::chrono::steady_clock::now();
  update_store(*store_at(url), *two, words_only());
  const std::chrono::duration<double, std::micro> usual = std::chrono::steady_clock::now() - start;
  bool is_two = true;
  for (int i = 0; i < kills; ++i) {
    const auto &next = is_two ? one : two;
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        update_store(*store_at(url), *next, words_only());
      } catch (...) {
      }
      ::_exit(0);
    }
    const auto most = static_cast<std::uint64_t>(usual.count() * 3) + 1;
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(most)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const auto store = store_at(url);
    // The server may still be executing the last statement of the killed writer; the next writer
    // waits for it.
    const StoreState state = *store->state();
    static_cast<void>(test::error_if_any(
        [&] { return store->change(state.version, state.settings) != nullptr; }));
    const bool has_new = drift(*store, *next).none();
    const bool has_old = drift(*store, is_two ? *two : *one).none();
    CHECK(has_new != has_old);
    (has_new ? changed : before) += 1;
    if (has_new) is_two = !is_two;
    const auto catalog = StoreSnapshot::open(store)->catalog();
    CHECK(drift(*store, *catalog).none());
  }
  MESSAGE(changed << " new, " << before << " old");
}

}  // namespace sluice
