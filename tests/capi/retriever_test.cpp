/// Masks, retrievers and subsets: the C interface gives the same results as the C++ library.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "calls.hpp"
#include "sluice/core/random.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/prompt/prompt.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/text/question.hpp"
#include "support/error_of.hpp"
#include "support/random_pool.hpp"

namespace sluice {
namespace {

using namespace test;

/// The same catalog in C and in C++.
struct BothSides {
  std::shared_ptr<const Catalog> catalog = Catalog::make(load_catalog_json(shops_json, "shops"));
  Retriever retriever{catalog};
  Shops c;
};

void check_equal(const sluice_subset *subset, const Subset &expected, std::string_view asked) {
  REQUIRE(sluice_subset_size(subset) == expected.columns.size());
  for (std::size_t i = 0; i < expected.columns.size(); ++i) {
    const SubsetColumn &column = expected.columns[i];
    const sluice_item item = item_at(subset, i);
    const TableId table = expected.catalog->table_of(column.id);
    CHECK(path_of(item) == expected.catalog->path(column.id));
    CHECK(item.column_id == column.id.value);
    CHECK(item.table_id == table.value);
    CHECK(item.database_id == expected.catalog->database_of(table).value);
    CHECK(item.score == column.score);
    REQUIRE(item.reason_count == column.reasons.size());
    for (std::size_t r = 0; r < column.reasons.size(); ++r) {
      CHECK(view(item.reasons[r].kind) == name_of(column.reasons[r].kind));
      CHECK(view(item.reasons[r].text) == column.reasons[r].text);
    }
  }
  CHECK(render(subset, SLUICE_FORM_PROMPT) == make_prompt(expected, asked));
  CHECK(render(subset, SLUICE_FORM_CREATE_TABLE) == schema_text(expected).text);
  CHECK(render(subset, SLUICE_FORM_COMPACT) ==
        schema_text(expected, {.form = SchemaForm::compact}).text);
  CHECK(render(subset, SLUICE_FORM_JSON) == schema_text(expected, {.form = SchemaForm::json}).text);
}

}  // namespace

TEST_CASE("a question gets the same columns, reasons and texts as in C++") {
  const BothSides both;
  for (const char *asked :
       {question, "wine", "names of customers", "Wein", "nothing at all here"}) {
    CAPTURE(asked);
    check_equal(retrieve(both.c.retriever.get(), asked).get(), both.retriever.ask(asked).subset,
                asked);
  }
  CHECK(sluice_subset_size(both.c.subset.get()) > 0);
  CHECK(std::string_view(item_at(both.c.subset.get(), 0).database.data) == "shop");
}

TEST_CASE("retrieve options have the same effect as in C++") {
  const BothSides both;
  for (std::size_t budget = 1; budget < 8; ++budget) {
    for (std::size_t databases = 1; databases < 4; ++databases) {
      sluice_retrieve_options options = SLUICE_RETRIEVE_OPTIONS_INIT;
      options.budget = budget;
      options.databases = databases;
      check_equal(retrieve(both.c.retriever.get(), question, nullptr, &options).get(),
                  both.retriever.ask(question, {.budget = budget, .databases = databases}).subset,
                  question);
    }
  }
}

TEST_CASE("a hallucinated schema is read as lines or as JSON") {
  const BothSides both;
  const HallucinatedSchema schema{{"Buyers", {"first name", "wine"}}, {"Orders", {"date"}}};
  const Subset expected = both.retriever.ask("who?", {.hallucinated = &schema}).subset;
  REQUIRE_FALSE(expected.columns.empty());
  for (const char *text : {"Buyers(first name, wine)\nOrders(date)",
                           "\n 1. Buyers(first name, wine)\n 2. Orders(date)",
                           R"-(["Buyers(first name, wine)", "Orders(date)"])-",
                           R"( [{"table": "Buyers", "columns": ["first name", "wine"]},
                                {"table": "Orders", "columns": ["date"]}])"}) {
    CAPTURE(text);
    sluice_retrieve_options options = SLUICE_RETRIEVE_OPTIONS_INIT;
    options.hallucinated = text;
    check_equal(retrieve(both.c.retriever.get(), "who?", nullptr, &options).get(), expected,
                "who?");
    options.hallucinated_size = std::string_view(text).size();
    check_equal(retrieve(both.c.retriever.get(), "who?", nullptr, &options).get(), expected,
                "who?");
  }
}

TEST_CASE("a hallucinated schema that names nothing has no effect") {
  const BothSides both;
  const Subset expected = both.retriever.ask(question).subset;
  for (const char *text : {"", " \n ", "[]"}) {
    sluice_retrieve_options options = SLUICE_RETRIEVE_OPTIONS_INIT;
    options.hallucinated = text;
    check_equal(retrieve(both.c.retriever.get(), question, nullptr, &options).get(), expected,
                question);
  }
}

TEST_CASE("a failed retrieval reports why and does not set the result") {
  const Shops shops;
  Results results;
  sluice_retrieve_options options = SLUICE_RETRIEVE_OPTIONS_INIT;
  const auto failure = [&](std::string_view asked, const sluice_mask *mask) {
    return failure_of([&](auto error) {
      return sluice_retrieve(shops.retriever.get(), asked.data(), asked.size(), mask, &options,
                             &results.subset, error);
    });
  };
  CHECK(failure("", nullptr).status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure(" ?! ", nullptr).status == SLUICE_INVALID_ARGUMENT);

  const auto other = load_json();
  const auto mask_of_other = new_mask(other.get());
  CHECK(failure(question, mask_of_other.get()).status == SLUICE_MISMATCH);

  options.budget = 0;
  CHECK(failure(question, nullptr).status == SLUICE_INVALID_ARGUMENT);
  options = SLUICE_RETRIEVE_OPTIONS_INIT;
  options.databases = 0;
  CHECK(failure(question, nullptr).status == SLUICE_INVALID_ARGUMENT);
  options = SLUICE_RETRIEVE_OPTIONS_INIT;
  options.hallucinated = "[\"Buyers(name)\",\n 3]";
  CHECK(failure(question, nullptr).status == SLUICE_MALFORMED);
  CHECK(failure(question, nullptr).where == "hallucinated:2:2");
  CHECK(results.untouched());
}

TEST_CASE("a retriever over an empty catalog finds nothing") {
  const auto catalog = load_json("[]");
  const auto retriever = new_retriever(catalog.get());
  const auto subset = retrieve(retriever.get());
  CHECK(sluice_subset_size(subset.get()) == 0);
  CHECK(render(subset.get(), SLUICE_FORM_COMPACT).empty());
}

TEST_CASE("a mask has the same effect as in C++, after any calls") {
  const BothSides both;
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    const bool visible = random.below(2) == 1;
    const auto mask = new_mask(both.c.catalog.get(), visible);
    Mask expected(both.catalog, visible);
    for (std::uint64_t calls = random.below(6); calls > 0; --calls) {
      const auto kind = static_cast<sluice_kind>(1 + random.below(3));
      const auto id = static_cast<std::uint32_t>(
          random.below(sluice_catalog_count(both.c.catalog.get(), kind)));
      const bool show = random.below(2) == 1;
      set(mask.get(), kind, id, show);
      const auto set_expected = [&](auto typed) {
        show ? expected.show(typed) : expected.hide(typed);
      };
      if (kind == SLUICE_DATABASE) set_expected(DatabaseId(id));
      if (kind == SLUICE_TABLE) set_expected(TableId(id));
      if (kind == SLUICE_COLUMN) set_expected(ColumnId(id));
    }
    check_equal(retrieve(both.c.retriever.get(), question, mask.get()).get(),
                both.retriever.ask(question, {.mask = &expected}).subset, question);
  }
}

TEST_CASE("hidden objects are not in the answer") {
  const Shops shops;
  const std::uint32_t wine = find(shops.catalog.get(), SLUICE_COLUMN, "shop.purchase.wine");
  const auto has_wine = [&] {
    const auto found = paths(retrieve(shops.retriever.get(), question, shops.mask.get()).get());
    return std::ranges::find(found, "shop.purchase.wine") != found.end();
  };
  CHECK(has_wine());
  set(shops.mask.get(), SLUICE_COLUMN, wine, false);
  CHECK_FALSE(has_wine());
  set(shops.mask.get(), SLUICE_COLUMN, wine, true);
  CHECK(has_wine());
}

TEST_CASE("a mask rejects objects that its catalog does not have") {
  const Shops shops;
  const auto failure = [&](sluice_kind kind, std::uint32_t id) {
    return failure_of(
        [&](auto error) { return sluice_mask_set(shops.mask.get(), kind, id, 1, error); });
  };
  CHECK(failure(SLUICE_DATABASE, 3).status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure(SLUICE_TABLE, 4).status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure(SLUICE_COLUMN, SLUICE_NO_ID).status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure(0, 0).status == SLUICE_INVALID_ARGUMENT);
  CHECK(failure(-7, 0).status == SLUICE_INVALID_ARGUMENT);
}

TEST_CASE("an item after the end is an error") {
  const Shops shops;
  Results results;
  for (const std::size_t position : {sluice_subset_size(shops.subset.get()), SIZE_MAX}) {
    const Failure failure = failure_of([&](auto error) {
      return sluice_subset_item(shops.subset.get(), position, &results.item, error);
    });
    CHECK(failure.status == SLUICE_INVALID_ARGUMENT);
    CHECK(results.untouched());
  }
}

TEST_CASE("render options have the same effect as in C++") {
  const BothSides both;
  const Subset expected = both.retriever.ask(question).subset;
  sluice_render_options options = SLUICE_RENDER_OPTIONS_INIT;
  for (std::size_t tokens = 0; tokens < 200; tokens += 5) {
    options.token_budget = tokens;
    options.samples = tokens % 4;
    const SchemaTextOptions as_cpp{
        .form = SchemaForm::compact, .token_budget = tokens, .samples = options.samples};
    CHECK(render(both.c.subset.get(), SLUICE_FORM_COMPACT, &options) ==
          schema_text(expected, as_cpp).text);
  }
}

TEST_CASE("a failed rendering reports why and does not set the result") {
  const Shops shops;
  Results results;
  sluice_render_options options = SLUICE_RENDER_OPTIONS_INIT;
  const auto failure = [&](sluice_form form) {
    return failure_of([&](auto error) {
      return sluice_subset_render(shops.subset.get(), form, &options, &results.text, error);
    });
  };
  for (const sluice_form form : {0, 5, -1, INT32_MAX}) {
    CHECK(failure(form).status == SLUICE_INVALID_ARGUMENT);
  }
  options.token_budget = 3;
  CHECK(failure(SLUICE_FORM_PROMPT).status == SLUICE_LIMIT_EXCEEDED);
  CHECK(results.untouched());
}

TEST_CASE("a long question is answered like the beginning of it") {
  const Shops shops;
  std::string text = question;
  while (text.size() < 200'000) text += " and the names of customers, 中文中文中文 aBaBaB";
  const std::string read(sluice::Question(text).text());
  CHECK(read.size() < text.size());
  const auto columns_for = [&](const std::string &asked) {
    const auto subset = made<sluice_subset>([&](auto out, auto error) {
      return sluice_retrieve(shops.retriever.get(), asked.data(), asked.size(), nullptr, nullptr,
                             out, error);
    });
    return paths(subset.get());
  };
  CHECK(columns_for(text) == columns_for(read));
  CHECK_FALSE(columns_for(text).empty());
}

TEST_CASE("of a long hallucinated schema, only the first names are read") {
  const Shops shops;
  const auto columns_for = [&](const std::string &hallucinated) {
    sluice_retrieve_options options = SLUICE_RETRIEVE_OPTIONS_INIT;
    options.hallucinated = hallucinated.data();
    options.hallucinated_size = hallucinated.size();
    const auto subset = made<sluice_subset>([&](auto out, auto error) {
      return sluice_retrieve(shops.retriever.get(), question, SLUICE_NUL, nullptr, &options, out,
                             error);
    });
    return paths(subset.get());
  };
  const std::string first = "customer(name, city)\n";
  CHECK(columns_for(first + "t(" + std::string(300'000, 'a') + ")") == columns_for(first + "t"));
}

TEST_CASE("a cancelled call reports it and does not set the result") {
  const Shops shops;
  Results results;
  const auto cancellation = made<sluice_cancellation>(
      [](auto out, auto error) { return sluice_cancellation_new(out, error); });
  sluice_retrieve_options retrieving = SLUICE_RETRIEVE_OPTIONS_INIT;
  sluice_route_options routing = SLUICE_ROUTE_OPTIONS_INIT;
  sluice_rank_options choosing = SLUICE_RANK_OPTIONS_INIT;
  retrieving.cancellation = routing.cancellation = choosing.cancellation = cancellation.get();
  const auto statuses = [&] {
    return std::vector<sluice_status>{
        sluice_retrieve(shops.retriever.get(), question, SLUICE_NUL, nullptr, &retrieving,
                        &results.subset, nullptr),
        sluice_route_with(shops.retriever.get(), question, SLUICE_NUL, nullptr, &routing,
                          &results.routes, nullptr),
        sluice_examples_rank(shops.examples.get(), question, SLUICE_NUL, &choosing,
                             &results.ranking, nullptr)};
  };
  CHECK(statuses() == std::vector<sluice_status>(3, SLUICE_OK));
  results.end();
  sluice_cancellation_cancel(cancellation.get());
  CHECK(statuses() == std::vector<sluice_status>(3, SLUICE_CANCELLED));
  CHECK(results.untouched());
}

}  // namespace sluice
