/// Retrievers with a custom model, and routes.

#include <atomic>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/report/answer_json.hpp"
#include "sluice/schema/load.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using namespace test;

constexpr std::size_t dimensions = 64;

/// Counts each letter: equal words get equal vectors.
void count_letters(std::string_view text, float *vector) {
  for (const char c : text) vector[static_cast<unsigned char>(c) % dimensions] += 1;
}

/// A caller's model, and its recorded calls.
struct Model {
  std::atomic<int> calls = 0;
  std::atomic<int> inside = 0;
  std::atomic<int> met = 0;  // calls that began while another one ran
  std::atomic<int> bad = 0;
  int destroyed = 0;
  sluice_status status = SLUICE_OK;
  bool writes = true;
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  sluice_retriever_options options = SLUICE_RETRIEVER_OPTIONS_INIT;

  Model() {
    embedder.user = this;
    embedder.name = "letters 1";
    embedder.dimensions = dimensions;
    embedder.batch = 7;
    embedder.embed = [](void *user, const sluice_str *texts, std::size_t count, float *vectors) {
      auto &self = *static_cast<Model *>(user);
      if (self.inside++ > 0) ++self.met;
      ++self.calls;
      if (count == 0 || count > 7 || self.destroyed != 0) ++self.bad;
      for (std::size_t t = 0; t < count; ++t) {
        if (texts[t].data == nullptr || std::strlen(texts[t].data) != texts[t].size) ++self.bad;
        if (!self.writes) continue;
        float *vector = vectors + t * dimensions;
        for (std::size_t i = 0; i < dimensions; ++i) vector[i] = 0;
        count_letters(view(texts[t]), vector);
      }
      --self.inside;
      return self.status;
    };
    embedder.destroy = [](void *user) { ++static_cast<Model *>(user)->destroyed; };
    options.embedder = &embedder;
  }
  Model(const Model &) = delete;
  Model &operator=(const Model &) = delete;

  Owned<sluice_retriever> retriever(const sluice_catalog *catalog) {
    return made<sluice_retriever>(
        [&](auto out, auto error) { return sluice_retriever_new(catalog, &options, out, error); });
  }
  Failure failure(const sluice_catalog *catalog) {
    sluice_retriever *out = nullptr;
    return failure_of(
        [&](auto error) { return sluice_retriever_new(catalog, &options, &out, error); });
  }
};

Owned<sluice_routes> route(const sluice_retriever *retriever, const char *asked,
                           const sluice_mask *mask = nullptr) {
  return made<sluice_routes>([&](auto out, auto error) {
    return sluice_route(retriever, asked, SLUICE_NUL, mask, out, error);
  });
}
sluice_routed routed_at(const sluice_routes *routes, std::size_t position) {
  sluice_routed routed = SLUICE_ROUTED_INIT;
  REQUIRE(sluice_routes_item(routes, position, &routed, nullptr) == SLUICE_OK);
  return routed;
}

}  // namespace

TEST_CASE(
    "a retriever calls the caller's model in batches, and destroys it once, after its answers") {
  Model model;
  const auto catalog = load_json();
  auto retriever = model.retriever(catalog.get());
  const int made = model.calls;
  CHECK(made > 0);
  auto subset = retrieve(retriever.get());
  CHECK(model.calls > made);
  CHECK(model.bad == 0);
  CHECK(view(item_at(subset.get(), 0).database) == "shop");
  CHECK(model.destroyed == 0);
  retriever.reset();
  CHECK(model.destroyed == 1);
  CHECK_FALSE(paths(subset.get()).empty());
}

TEST_CASE("a call fails with the status of a failing model, which is destroyed once") {
  const auto catalog = load_json();
  struct Case {
    sluice_status returned;
    sluice_status expected;
  };
  for (const Case &one : std::vector<Case>{{SLUICE_CANCELLED, SLUICE_CANCELLED},
                                           {SLUICE_IO, SLUICE_IO},
                                           {SLUICE_OUT_OF_MEMORY, SLUICE_OUT_OF_MEMORY},
                                           {77, SLUICE_INTERNAL},
                                           {-3, SLUICE_INTERNAL}}) {
    CAPTURE(one.returned);
    Model model;
    model.status = one.returned;
    CHECK(model.failure(catalog.get()).status == one.expected);
    CHECK(model.destroyed == 2);  // failure_of calls twice
  }
}

TEST_CASE("a model that fails later fails that question and no other") {
  Model model;
  const auto catalog = load_json();
  const auto retriever = model.retriever(catalog.get());
  const auto before = paths(retrieve(retriever.get()).get());
  model.status = SLUICE_LIMIT_EXCEEDED;
  sluice_subset *subset = nullptr;
  CHECK(failure_of([&](auto error) {
          return sluice_retrieve(retriever.get(), question, SLUICE_NUL, nullptr, nullptr, &subset,
                                 error);
        }).status == SLUICE_LIMIT_EXCEEDED);
  sluice_routes *routes = nullptr;
  CHECK(failure_of([&](auto error) {
          return sluice_route(retriever.get(), question, SLUICE_NUL, nullptr, &routes, error);
        }).status == SLUICE_LIMIT_EXCEEDED);
  model.status = SLUICE_OK;
  CHECK(paths(retrieve(retriever.get()).get()) == before);
  CHECK(model.destroyed == 0);
}

TEST_CASE("numbers that a model did not write are detected") {
  Model model;
  model.writes = false;
  const auto catalog = load_json();
  const Failure failure = model.failure(catalog.get());
  CHECK(failure.status == SLUICE_MALFORMED);
  CHECK(contains(failure.message, "letters 1"));
}

TEST_CASE("an invalid embedder is rejected and destroyed") {
  const auto catalog = load_json();
  const auto refused = [&](auto change, sluice_status status) {
    Model model;
    change(model.embedder);
    CHECK(model.failure(catalog.get()).status == status);
    CHECK(model.destroyed == 2);
    CHECK(model.calls == 0);
  };
  refused([](auto &e) { e.embed = nullptr; }, SLUICE_INVALID_ARGUMENT);
  refused([](auto &e) { e.dimensions = 0; }, SLUICE_INVALID_ARGUMENT);
  refused([](auto &e) { e.dimensions = 65'537; }, SLUICE_INVALID_ARGUMENT);
  refused([](auto &e) { e.batch = 0; }, SLUICE_INVALID_ARGUMENT);
  refused([](auto &e) { e.name = nullptr; }, SLUICE_INVALID_ARGUMENT);
  refused([](auto &e) { e.name = ""; }, SLUICE_INVALID_ARGUMENT);
  refused([](auto &e) { e.name = "\xFF"; }, SLUICE_INVALID_ARGUMENT);
  refused([](auto &e) { e.flags = 2; }, SLUICE_UNSUPPORTED);
  refused([](auto &e) { e.reserved = 1; }, SLUICE_UNSUPPORTED);
}

TEST_CASE("an embedder is destroyed once when the call fails") {
  Model model;
  sluice_retriever *out = nullptr;
  CHECK(sluice_retriever_new(nullptr, &model.options, &out, nullptr) == SLUICE_INVALID_ARGUMENT);
  CHECK(model.destroyed == 1);
  const auto catalog = load_json();
  CHECK(sluice_retriever_new(catalog.get(), &model.options, nullptr, nullptr) ==
        SLUICE_INVALID_ARGUMENT);
  CHECK(model.destroyed == 2);
}

TEST_CASE("a model that is not thread-safe is never called concurrently") {
  Model model;
  const auto catalog = load_json();
  const auto retriever = model.retriever(catalog.get());
  const auto expected = paths(retrieve(retriever.get()).get());
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        if (paths(retrieve(retriever.get()).get()) != expected) ++wrong;
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(model.met == 0);
  CHECK(model.bad == 0);
}

TEST_CASE("doubts of routes and subsets are those of the C++ library") {
  const Shops shops;
  const Retriever retriever(Catalog::make(load_catalog_json(shops_json, "shops")));
  const Answer expected = retriever.ask(question);
  const auto written = made<sluice_text>(
      [&](auto out, auto error) { return sluice_subset_doubts(shops.subset.get(), out, error); });
  JsonWriter writer;
  writer.begin_object();
  write_doubts(writer, expected.alternatives, expected.unsure, *retriever.catalog());
  CHECK(view(sluice_text_view(written.get())) == writer.end_object().take());

  const auto of_routes = made<sluice_text>(
      [&](auto out, auto error) { return sluice_routes_doubts(shops.routes.get(), out, error); });
  const JsonDocument document =
      JsonDocument::parse(view(sluice_text_view(of_routes.get())), "doubts");
  CHECK(document.root().at("unsure").as_bool() == expected.unsure);
  const JsonValue alternatives = document.root().at("alternatives");
  CHECK(alternatives.at("databases").size() == expected.alternatives.databases.size());
  CHECK(alternatives.at("tables").size() == 0);

  const auto nothing = new_mask(shops.catalog.get(), false);
  const auto empty = retrieve(shops.retriever.get(), question, nothing.get());
  const auto of_nothing = made<sluice_text>(
      [&](auto out, auto error) { return sluice_subset_doubts(empty.get(), out, error); });
  CHECK(view(sluice_text_view(of_nothing.get())) ==
        R"({"alternatives":{"databases":[],"tables":[]},"unsure":true})");
}

TEST_CASE("routes are those of the C++ library, best first, and a mask hides databases") {
  const Shops shops;
  const Retriever retriever(Catalog::make(load_catalog_json(shops_json, "shops")));
  const Answer expected = retriever.ask(question);
  REQUIRE(sluice_routes_size(shops.routes.get()) == expected.databases.size());
  double sum = 0;
  for (std::size_t i = 0; i < expected.databases.size(); ++i) {
    const sluice_routed routed = routed_at(shops.routes.get(), i);
    CHECK(routed.database_id == expected.databases[i].id.value);
    CHECK(routed.score == doctest::Approx(expected.databases[i].score));
    CHECK((routed.is_probability != 0) == expected.trained);
    sum += routed.score;
  }
  if (expected.trained) CHECK(sum == doctest::Approx(1));
  CHECK(view(routed_at(shops.routes.get(), 0).database) == "shop");

  const auto mask = new_mask(shops.catalog.get());
  set(mask.get(), SLUICE_DATABASE, 0, false);
  const auto rest = route(shops.retriever.get(), question, mask.get());
  CHECK(sluice_routes_size(rest.get()) == expected.databases.size() - 1);
  for (std::size_t i = 0; i < sluice_routes_size(rest.get()); ++i)
    CHECK(view(routed_at(rest.get(), i).database) != "shop");
}

TEST_CASE("an invalid question or position gives an error instead of a route") {
  const Shops shops;
  const auto other = load_json();
  const auto mask = new_mask(other.get());
  sluice_routes *out = nullptr;
  sluice_routed routed = SLUICE_ROUTED_INIT;
  const auto fails = [&](const char *asked, const sluice_mask *with) {
    return failure_of([&](auto error) {
             return sluice_route(shops.retriever.get(), asked, SLUICE_NUL, with, &out, error);
           })
        .status;
  };
  CHECK(fails("?!", nullptr) == SLUICE_INVALID_ARGUMENT);
  CHECK(fails(question, mask.get()) == SLUICE_MISMATCH);
  CHECK(failure_of([&](auto error) {
          return sluice_routes_item(shops.routes.get(), sluice_routes_size(shops.routes.get()),
                                    &routed, error);
        }).status == SLUICE_INVALID_ARGUMENT);
}

}  // namespace sluice
