/// Long work: indexes, suites, examples, answers, audits.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "sluice/core/json.hpp"
#include "support/error_of.hpp"
#include "support/sqlite_file.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

using namespace test;

/// A folder with the sales data as a database called shop.
struct Shop {
  TemporaryDirectory folder;
  std::string path = (folder.path() / "shop.sqlite").string();
  Shop() { make_sqlite(path, sales_ddl); }
  std::string file(const char *name) const { return (folder.path() / name).string(); }
};

/// Counts the reported steps, and cancels at one of them.
struct Counter {
  int steps = 0;
  int stop_at = -1;
  int destroyed = 0;
  sluice_progress progress = SLUICE_PROGRESS_INIT;

  Counter() {
    progress.user = this;
    progress.step = [](void *user, const char *, std::uint64_t done, std::uint64_t total) {
      auto &self = *static_cast<Counter *>(user);
      CHECK((total == 0 || done <= total));
      return self.steps++ == self.stop_at ? 1 : 0;
    };
    progress.destroy = [](void *user) { ++static_cast<Counter *>(user)->destroyed; };
  }
};

Owned<sluice_suite> build(const Shop &shop, const std::vector<sluice_gold> &golds,
                          const sluice_suite_options *options = nullptr) {
  return made<sluice_suite>([&](auto out, auto error) {
    return sluice_suite_build(golds.data(), golds.size(), shop.folder.path().c_str(), SLUICE_NUL,
                              options, out, error);
  });
}

/// A model's answers, the requests that it received, and its final status.
struct Model {
  std::vector<std::string> answers;
  std::string asked;
  std::size_t calls = 0;
  int destroyed = 0;
  sluice_status status = SLUICE_OK;
  sluice_completer completer = SLUICE_COMPLETER_INIT;

  explicit Model(std::vector<std::string> replies) : answers(std::move(replies)) {
    completer.user = this;
    completer.complete = [](void *user, const sluice_message *messages, std::size_t count,
                            sluice_write write, void *to) {
      auto &self = *static_cast<Model *>(user);
      for (std::size_t i = 0; i < count; ++i)
        self.asked +=
            std::string(view(messages[i].role)) + ": " + std::string(view(messages[i].text)) + '\n';
      const std::string &answer = self.answers[self.calls++ % self.answers.size()];
      const std::size_t half = answer.size() / 2;
      write(to, answer.data(), half);
      write(to, answer.data() + half, answer.size() - half);
      write(to, nullptr, 0);
      return self.status;
    };
    completer.destroy = [](void *user) { ++static_cast<Model *>(user)->destroyed; };
  }
};

}  // namespace

TEST_CASE("a built index can be loaded, and gives the same answers as its catalog") {
  const Shop shop;
  const auto catalog = load_json();
  Counter counter;
  sluice_index_options options = SLUICE_INDEX_OPTIONS_INIT;
  options.progress = &counter.progress;
  options.threads = 2;
  const std::string index = shop.file("index");
  REQUIRE(sluice_index_build(catalog.get(), index.c_str(), SLUICE_NUL, &options, nullptr) ==
          SLUICE_OK);
  CHECK(counter.steps > 0);
  CHECK(counter.destroyed == 1);
  const auto loaded = load_path(index);
  CHECK(paths(retrieve(new_retriever(loaded.get()).get()).get()) ==
        paths(retrieve(new_retriever(catalog.get()).get()).get()));

  counter.steps = 0;
  counter.stop_at = 0;
  CHECK(failure_of([&](auto error) {
          counter.steps = 0;
          return sluice_index_build(catalog.get(), index.c_str(), SLUICE_NUL, &options, error);
        }).status == SLUICE_CANCELLED);
  CHECK(load_path(index) != nullptr);  // the old index is still there
  const auto cancellation = made<sluice_cancellation>(
      [](auto out, auto error) { return sluice_cancellation_new(out, error); });
  sluice_cancellation_cancel(cancellation.get());
  options.progress = nullptr;
  options.cancellation = cancellation.get();
  CHECK(sluice_index_build(catalog.get(), index.c_str(), SLUICE_NUL, &options, nullptr) ==
        SLUICE_CANCELLED);
  options.threads = 0;
  CHECK(sluice_index_build(catalog.get(), index.c_str(), SLUICE_NUL, &options, nullptr) ==
        SLUICE_INVALID_ARGUMENT);
  write_file(shop.file("other"), "not ours");
  CHECK(failure_of([&](auto error) {
          return sluice_index_build(catalog.get(), shop.folder.path().c_str(), SLUICE_NUL, nullptr,
                                    error);
        }).status == SLUICE_INVALID_ARGUMENT);
}

TEST_CASE("an index is built with the caller's embedder, which is then destroyed") {
  const Shop shop;
  const auto catalog = load_json();
  struct State {
    std::size_t texts = 0;
    int destroyed = 0;
  } state;
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  embedder.name = "sizes";
  embedder.dimensions = 2;
  embedder.user = &state;
  embedder.embed = [](void *user, const sluice_str *texts, std::size_t count, float *vectors) {
    static_cast<State *>(user)->texts += count;
    for (std::size_t i = 0; i < count; ++i) {
      vectors[2 * i] = 1;
      vectors[2 * i + 1] = static_cast<float>(texts[i].size);
    }
    return sluice_status{SLUICE_OK};
  };
  embedder.destroy = [](void *user) { ++static_cast<State *>(user)->destroyed; };
  sluice_index_options options = SLUICE_INDEX_OPTIONS_INIT;
  options.embedder = &embedder;
  const std::string index = shop.file("index");
  REQUIRE(sluice_index_build(catalog.get(), index.c_str(), SLUICE_NUL, &options, nullptr) ==
          SLUICE_OK);
  CHECK(state.texts > 0);
  CHECK(state.destroyed == 1);
  embedder.embed = [](void *, const sluice_str *, std::size_t, float *) {
    return sluice_status{SLUICE_IO};
  };
  CHECK(sluice_index_build(catalog.get(), index.c_str(), SLUICE_NUL, &options, nullptr) ==
        SLUICE_IO);
  CHECK(state.destroyed == 2);
}

TEST_CASE("a built suite distinguishes a neighbor from gold, before and after it was saved") {
  const Shop shop;
  const std::vector<sluice_gold> golds{{str("shop"), str("SELECT wine FROM sale WHERE price > 5")}};
  Counter counter;
  sluice_suite_options options = SLUICE_SUITE_OPTIONS_INIT;
  options.progress = &counter.progress;
  options.jobs = 2;
  const auto built = build(shop, golds, &options);
  CHECK(counter.steps > 0);
  CHECK(counter.destroyed == 1);
  const std::string file = shop.file("shop.suite");
  REQUIRE(sluice_suite_save(built.get(), file.c_str(), SLUICE_NUL, nullptr) == SLUICE_OK);
  const auto opened = made<sluice_suite>([&](auto out, auto error) {
    return sluice_suite_open(file.c_str(), SLUICE_NUL, out, error);
  });
  const char *gold = "SELECT wine FROM sale WHERE price > 5";
  for (const sluice_suite *suite : {built.get(), opened.get()}) {
    CHECK(info_of(judge(suite, gold, gold).get()).verdict == SLUICE_RIGHT);
    CHECK(info_of(judge(suite, gold, "SELECT wine FROM sale WHERE price >= 5").get()).verdict ==
          SLUICE_WRONG);
  }
  const auto held = open_ddl(sales_ddl);
  CHECK(failure_of([&](auto error) {
          return sluice_suite_save(held.get(), file.c_str(), SLUICE_NUL, error);
        }).status == SLUICE_UNSUPPORTED);
}

TEST_CASE("a built suite lists the databases that cannot be read") {
  const DamagedFolder folder;
  const auto built = build_suite_of(folder);
  REQUIRE(sluice_suite_skipped_count(built.get()) == 1);
  sluice_skipped skipped = SLUICE_SKIPPED_INIT;
  REQUIRE(sluice_suite_skipped(built.get(), 0, &skipped, nullptr) == SLUICE_OK);
  CHECK(view(skipped.where) == folder.path() + "/bad.sqlite");
  CHECK(contains(view(skipped.reason), "not a database"));
  const Failure failure =
      failure_of([&](auto error) { return sluice_suite_skipped(built.get(), 1, &skipped, error); });
  CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure.message == "position is 1, and 1 things were skipped");
  CHECK(sluice_suite_skipped_count(open_ddl(sales_ddl).get()) == 0);
}

TEST_CASE("building a suite can be cancelled, and reports which database is missing") {
  const Shop shop;
  const std::vector<sluice_gold> golds{{str("shop"), str("SELECT wine FROM sale")}};
  Counter counter;
  counter.stop_at = 0;
  sluice_suite_options options = SLUICE_SUITE_OPTIONS_INIT;
  options.progress = &counter.progress;
  const auto build_fails = [&](const char *database) {
    sluice_suite *out = nullptr;
    const sluice_gold gold{str(database), golds[0].sql};
    const Failure failure = failure_of([&](auto error) {
      counter.steps = 0;
      return sluice_suite_build(&gold, 1, shop.folder.path().c_str(), SLUICE_NUL, &options, &out,
                                error);
    });
    CHECK(out == nullptr);
    return failure.status;
  };
  CHECK(build_fails("shop") == SLUICE_CANCELLED);
  const auto cancellation = made<sluice_cancellation>(
      [](auto out, auto error) { return sluice_cancellation_new(out, error); });
  sluice_cancellation_cancel(cancellation.get());
  options.progress = nullptr;
  options.cancellation = cancellation.get();
  CHECK(build_fails("shop") == SLUICE_CANCELLED);
  options.cancellation = nullptr;
  CHECK(build_fails("nowhere") == SLUICE_NOT_FOUND);
  options.jobs = 0;
  CHECK(build_fails("shop") == SLUICE_INVALID_ARGUMENT);
}

TEST_CASE("a refutation under a mask uses only the visible schema") {
  const Shops shops;
  const auto mask = new_mask(shops.catalog.get());
  sluice_refute_options options = SLUICE_REFUTE_OPTIONS_INIT;
  options.mask = mask.get();
  const auto refuted = [&](const char *gold, const char *predicted) {
    return made<sluice_verdict>([&](auto out, auto error) {
      return sluice_suite_refute(shops.suite.get(), "shop", 4, gold, SLUICE_NUL, predicted,
                                 SLUICE_NUL, &options, out, error);
    });
  };
  const auto shown = refuted("SELECT name FROM customer", "SELECT c.name FROM customer AS c");
  CHECK(info_of(shown.get()).verdict == SLUICE_PROVED);
  const auto other = refuted("SELECT wine FROM purchase", "SELECT customer_id FROM purchase");
  CHECK(info_of(other.get()).verdict == SLUICE_REFUTED);
  set(mask.get(), SLUICE_COLUMN, find(shops.catalog.get(), SLUICE_COLUMN, "shop.purchase.wine"),
      false);
  const auto hidden = refuted("SELECT wine FROM purchase", "SELECT customer_id FROM purchase");
  CHECK(info_of(hidden.get()).verdict == SLUICE_FAILED);
  CHECK(!contains(std::string(view(sluice_verdict_json(hidden.get()))), "TEXT"));
  set(mask.get(), SLUICE_DATABASE, 0, false);
  sluice_verdict *out = nullptr;
  CHECK(failure_of([&](auto error) {
          return sluice_suite_refute(shops.suite.get(), "shop", 4, "SELECT 1", 8, "SELECT 1", 8,
                                     &options, &out, error);
        }).status == SLUICE_NOT_FOUND);
}

TEST_CASE("a model's SQL is checked, repaired and run, and the model is destroyed") {
  if (!can_answer(Shops())) return skip("this build has no language models");
  const Shop shop;
  const auto catalog = load_path(shop.path);
  const auto retriever = new_retriever(catalog.get());
  const auto suite = made<sluice_suite>([&](auto out, auto error) {
    return sluice_suite_open(shop.path.c_str(), SLUICE_NUL, out, error);
  });
  Model model({"SELECT nothing FROM sale", "SELECT wine FROM sale WHERE price > 5"});
  sluice_answer_options options = SLUICE_ANSWER_OPTIONS_INIT;
  options.completer = &model.completer;
  options.databases = suite.get();
  const auto answer = [&](const sluice_mask *mask) {
    const auto text = made<sluice_text>([&](auto out, auto error) {
      return sluice_answer(retriever.get(), "Which wine is dear?", SLUICE_NUL, mask, &options, out,
                           error);
    });
    return std::string(view(sluice_text_view(text.get())));
  };
  const std::string said = answer(nullptr);
  const JsonDocument document = JsonDocument::parse(said, "answer");
  CHECK(document.root().at("sql").as_string() == "SELECT wine FROM sale WHERE price > 5");
  CHECK(document.root().at("passed").as_bool());
  CHECK(document.root().at("database").as_string() == "shop");
  CHECK(contains(said, R"("rows":[["Riesling"]])"));
  CHECK(model.calls == 2);
  CHECK(model.destroyed == 1);
  CHECK(contains(model.asked, "user: "));
  CHECK(contains(model.asked, "nothing"));

  // Nothing hidden reaches the model.
  model.asked.clear();
  const auto mask = new_mask(catalog.get());
  set(mask.get(), SLUICE_COLUMN, find(catalog.get(), SLUICE_COLUMN, "shop.sale.price"), false);
  const std::string masked = answer(mask.get());
  CHECK(contains(masked, R"("passed":false)"));
  CHECK(contains(masked, R"("rows":null)"));
  CHECK(!contains(model.asked, "price REAL"));

  const sluice_completer silent = SLUICE_COMPLETER_INIT;
  options.completer = &silent;
  sluice_text *nothing = nullptr;
  CHECK(failure_of([&](auto error) {
          return sluice_answer(retriever.get(), "wine", 4, nullptr, &options, &nothing, error);
        }).message == "completer->complete is NULL");
  options.completer = &model.completer;

  model.status = SLUICE_IO;
  sluice_text *out = nullptr;
  const auto fails = [&] {
    return failure_of([&](auto error) {
             return sluice_answer(retriever.get(), "wine", 4, nullptr, &options, &out, error);
           })
        .status;
  };
  CHECK(fails() == SLUICE_IO);
  const auto cancellation = made<sluice_cancellation>(
      [](auto cancel, auto error) { return sluice_cancellation_new(cancel, error); });
  sluice_cancellation_cancel(cancellation.get());
  options.cancellation = cancellation.get();
  CHECK(fails() == SLUICE_CANCELLED);
  CHECK(out == nullptr);
  CHECK(model.destroyed == 6);
}

TEST_CASE("an audit reports doubtful queries and their place") {
  const Shop shop;
  const std::vector<sluice_gold> golds{{str("shop"), str("SELECT wine FROM sale")},
                                       {str("shop"), str("SELECT wine FROM sale WHERE id > 9")},
                                       {str("shop"), str("SELECT nothing FROM sale")}};
  Counter counter;
  const auto text = made<sluice_text>([&](auto out, auto error) {
    return sluice_audit(shop.path.c_str(), SLUICE_NUL, golds.data(), golds.size(),
                        &counter.progress, out, error);
  });
  const std::string said(view(sluice_text_view(text.get())));
  const JsonDocument document = JsonDocument::parse(said, "audit");
  CHECK(document.root().at("queries").as_integer() == 3);
  CHECK(document.root().at("doubtful").as_integer() == 2);
  CHECK(contains(said, R"("kind":"empty")"));
  CHECK(contains(said, R"("kind":"error")"));
  CHECK(counter.steps == 4);
  CHECK(counter.destroyed == 1);
  sluice_text *out = nullptr;
  const auto fails = [&](const char *path) {
    return failure_of([&](auto error) {
             counter.steps = 0;
             return sluice_audit(path, SLUICE_NUL, golds.data(), golds.size(), &counter.progress,
                                 &out, error);
           })
        .status;
  };
  CHECK(fails("/nowhere.sqlite") == SLUICE_NOT_FOUND);
  counter.stop_at = 1;
  CHECK(fails(shop.path.c_str()) == SLUICE_CANCELLED);
}

}  // namespace sluice
