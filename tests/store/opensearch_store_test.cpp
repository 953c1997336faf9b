/// A store on real nodes, if Java and the jars are installed.

#include "store/opensearch_store.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>

#include "sluice/net/http.hpp"
#include "store_contract.hpp"
#include "support/opensearch_nodes.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

constexpr const char *no_nodes = "no OpenSearch (cmake/opensearch_jars.sh, and Java 17)";

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Requests the scores of all words repeatedly, from several threads. Each answer must be correct
/// to the last bit, or an error with a documented code.
class Askers {
 public:
  Askers(std::shared_ptr<const StoreSnapshot> snapshot,
         const std::shared_ptr<const Catalog> &catalog)
      : snapshot_(std::move(snapshot)), here_(index_catalog(*catalog)) {
    for (const std::string &question : test::usual_questions()) {
      terms_.push_back(here_->question_analyzer()(question));
      scores_.push_back(Bm25(here_).scores(terms_.back()));
    }
    for (int i = 0; i < 8; ++i) threads_.emplace_back([this] { run(); });
  }
  void stop() {
    stopping_ = true;
    for (std::thread &thread : threads_) thread.join();
    threads_.clear();
  }
  ~Askers() {
    if (!threads_.empty()) stop();
  }

  std::atomic<std::size_t> right{0}, wrong{0};
  std::map<std::string, std::size_t> errors;  // valid after the threads have stopped

 private:
  void run() {
    for (std::size_t at = 0; !stopping_; ++at) {
      const std::size_t question = at % terms_.size();
      try {
        // A new index, which has no cached postings.
        const Bm25 stored(snapshot_->lexical());
        ++(stored.scores(terms_[question]) == scores_[question] ? right : wrong);
      } catch (const Error &error) {
        const std::lock_guard lock(mutex_);
        ++errors[std::string(name_of(error.code()))];
      }
    }
  }

  std::shared_ptr<const StoreSnapshot> snapshot_;
  std::shared_ptr<const LexicalIndex> here_;
  std::vector<std::vector<std::string>> terms_;
  std::vector<std::vector<float>> scores_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::vector<std::thread> threads_;
};

std::string counted(const std::map<std::string, std::size_t> &errors) {
  std::string text;
  for (const auto &[kind, count] : errors) text += " " + kind + " " + std::to_string(count);
  return text.empty() ? " none" : text;
}

}  // namespace

TEST_CASE("a store in OpenSearch gives the same answers as an in-process index") {
  const auto nodes = test::OpenSearchNodes::start(1);
  if (nodes == nullptr) return test::skip(no_nodes);
  const auto store = [&](const char *space) {
    return open_store(parse_store_url(nodes->url(space)));
  };
  test::check_following(store("following"));
  test::check_updaters(store("updaters"));
  test::check_changes(store("changes"));
  test::check_nasty_names(store("nasty"));
}

TEST_CASE("a writer that was replaced or has died leaves nothing visible") {
  const auto nodes = test::OpenSearchNodes::start(1);
  if (nodes == nullptr) return test::skip(no_nodes);
  const auto store = open_store(parse_store_url(nodes->url("ousted")));
  const auto catalog = test::random_catalog(3, 8);
  update_store(*store, *catalog, test::usual_options());
  const StoreState state = *store->state();
  const auto document = document_of(Database::make(test::random_database(77'777)), state.settings,
                                    test::usual_options().embedder);
  const auto slow = store->change(state.version, state.settings);
  slow->put(100, document);
  const auto fast = store->change(state.version, state.settings);
  fast->put(101, document);
  slow->put(102, document);
  test::check_code(ErrorCode::mismatch, [&] { return slow->commit(); });
  fast->drop(1);
  fast->commit();
  slow->put(103, document);
  test::check_code(ErrorCode::mismatch, [&] { return slow->commit(); });
  const StoreChanges all = store->changes({}, false);
  REQUIRE(all.put.size() == 8);
  CHECK(all.put.back().id == 101);
  const auto next = store->change(store->state()->version, state.settings);
  next->drop(101);
  next->commit();
  CHECK(store->changes({}, false).put.size() == 7);
  CHECK(store->changes(all.version, false).dropped == std::vector<std::int64_t>{101});

  // Removed documents are deleted from time to time, which is not visible.
  StoreVersion version = store->state()->version;
  for (int i = 0; i < 120; ++i) {
    const auto again = store->change(version, state.settings);
    again->put(2, document);
    version = again->commit();
  }
  const auto snapshot = StoreSnapshot::open(store);
  CHECK(snapshot->entries().size() == 7);
  CHECK(snapshot->entries().front().fingerprint == document.fingerprint);
  CHECK(snapshot->catalog()->databases().size() == 7);
  CHECK(store->health().servers.front().databases == 7);
}

TEST_CASE("a store of an older release in OpenSearch is reloaded, one of a newer release is not") {
  const auto nodes = test::OpenSearchNodes::start(1);
  if (nodes == nullptr) return test::skip(no_nodes);
  const auto store = open_store(parse_store_url(nodes->url("other")));
  const auto catalog = test::random_catalog(3, 8);
  update_store(*store, *catalog, test::usual_options());
  const auto [first, settings] = *store->state();

  std::string node = nodes->url("");  // opensearch+http://127.0.0.1:port/
  node.erase(0, std::string_view("opensearch+").size());
  const auto set_layout = [&](int layout) {
    const HttpResponse said =
        HttpClient().post({node + "other-store/_update/store?refresh=true",
                           {{"Content-Type", "application/json"}},
                           R"({"doc":{"layout":)" + std::to_string(layout) + "}}"});
    REQUIRE(said.status == 200);
  };
  set_layout(99);
  test::check_code(ErrorCode::unsupported, [&] { return update_store(*store, *catalog); });
  CHECK(store->health().servers[0].layout == 99);
  set_layout(0);
  test::check_code(ErrorCode::unsupported, [&] { return StoreSnapshot::open(store); });
  {
    const auto begun = store->replace(settings);
    // A mix of two releases is not read.
    CHECK_FALSE(store->state().has_value());
  }
  set_layout(0);
  CHECK(update_store(*store, *catalog, test::usual_options()).replaced);
  CHECK(store->state()->version > first);
  CHECK(store->health().healthy());
  test::check_same_answers(StoreSnapshot::open(store), catalog);
}

/// Takes minutes, so it needs SLUICE_OPENSEARCH_TRIALS=1. Prints its measurements.
TEST_CASE("three nodes lose nothing that was acknowledged, and never answer partially") {
  if (std::getenv("SLUICE_OPENSEARCH_TRIALS") == nullptr) {
    return test::skip("trials on three nodes take minutes: SLUICE_OPENSEARCH_TRIALS=1");
  }
  const auto nodes = test::OpenSearchNodes::start(3);
  if (nodes == nullptr) return test::skip(no_nodes);
  const auto store = open_store(parse_store_url(nodes->url("trials")));
  auto catalog = test::random_catalog(4, 20);
  update_store(*store, *catalog, test::usual_options());
  test::check_same_answers(StoreSnapshot::open(store), catalog);

  // Kill the manager while documents are written.
  catalog = test::random_catalog(5, 150);
  std::optional<Error> failed;
  auto start = Clock::now();
  std::thread updater([&] {
    failed =
        test::error_if_any([&] { return update_store(*store, *catalog, test::usual_options()); });
  });
  std::this_thread::sleep_for(std::chrono::seconds(2));
  const std::size_t first = nodes->manager();
  nodes->kill(first);
  updater.join();
  MESSAGE("loading 150 databases, the manager killed: "
          << seconds_since(start) << " s, " << (failed ? std::string(failed->what()) : "done"));
  CHECK_FALSE(failed);
  test::check_same_answers(StoreSnapshot::open(store), catalog);
  nodes->launch(first);
  nodes->wait_until_whole(3);
  test::check_same_answers(StoreSnapshot::open(store), catalog);

  // Kill and restart the manager while questions are asked for a minute.
  {
    Askers askers(StoreSnapshot::open(store), catalog);
    start = Clock::now();
    std::this_thread::sleep_for(std::chrono::seconds(15));
    const std::size_t before = askers.right;
    const std::size_t second = nodes->manager();
    nodes->kill(second);
    std::this_thread::sleep_for(std::chrono::seconds(15));
    nodes->launch(second);
    nodes->wait_until_whole(3);
    const std::chrono::duration<double> rest(60 - seconds_since(start));
    if (rest.count() > 0) std::this_thread::sleep_for(rest);
    askers.stop();
    MESSAGE("asked for " << seconds_since(start) << " s, answers right " << askers.right.load()
                         << " (" << before << " before), wrong " << askers.wrong.load()
                         << ", errors:" << counted(askers.errors));
    CHECK(askers.wrong == 0);
    CHECK(askers.right > before);
  }

  // Rename one table.
  auto snapshot = StoreSnapshot::open(store);
  std::string renamings;
  for (int i = 0; i < 10; ++i) {
    DatabaseDefinition renamed = catalog->database(DatabaseId(3)).definition();
    renamed.tables.front().name = "zebra crossings " + std::to_string(i);
    catalog = apply({{Database::make(renamed)}, {}}, *catalog);
    start = Clock::now();
    update_store(*store, *catalog, test::usual_options());
    snapshot = snapshot->refreshed();
    renamings += " " + std::to_string(seconds_since(start));
    CHECK(snapshot->fingerprint() == catalog->fingerprint());
  }
  MESSAGE("a table renamed and seen, s:" << renamings);
  test::check_same_answers(snapshot, catalog);

  // Two of three nodes are down: an error within the deadline.
  StoreOptions hurried;
  hurried.seconds = 6;
  const auto hasty = open_store(parse_store_url(nodes->url("trials")), hurried);
  const auto seen = StoreSnapshot::open(hasty);
  nodes->kill(0);
  nodes->kill(1);
  start = Clock::now();
  const Error down = test::error_of([&] {
    return Bm25(seen->lexical()).scores(std::vector<std::string>{"name", "code"});
  });
  MESSAGE("two of three down: after " << seconds_since(start)
                                      << " s: " << std::string(down.what()));
  CHECK((down.code() == ErrorCode::io || down.code() == ErrorCode::limit_exceeded));
  CHECK_FALSE(hasty->health().healthy());
  nodes->kill(2);
  start = Clock::now();
  const Error dark = test::error_of([&] { return hasty->state(); });
  MESSAGE("all down: after " << seconds_since(start) << " s: " << std::string(dark.what()));

  // Restart all nodes.
  start = Clock::now();
  for (std::size_t node = 0; node < 3; ++node) nodes->launch(node);
  nodes->wait_until_whole(3);
  MESSAGE("all back after " << seconds_since(start) << " s");
  test::check_same_answers(StoreSnapshot::open(hasty), catalog);
  CHECK(drift(*hasty, *catalog).none());
}

}  // namespace sluice
