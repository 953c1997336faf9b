/// Explanations of answers, and their HTML page.

#include "sluice/pipeline/explain.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <string>
#include <vector>

#include "sluice/embed/open_embedder.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "support/random_pool.hpp"
#include "support/support.hpp"

namespace sluice {
namespace {

TableDefinition table(std::string name, const std::vector<std::string> &columns) {
  TableDefinition made;
  made.name = std::move(name);
  for (const std::string &column : columns) made.columns.push_back({column, {}, {}, {}, {}});
  made.primary_key = {0};
  return made;
}

/// A shop, whose invoices name customers, and a zoo; `spelled` is appended to each name.
std::shared_ptr<const Catalog> shop_and_zoo(const std::string &spelled = "") {
  DatabaseDefinition shop;
  shop.name = "shop" + spelled;
  shop.tables = {table("customer" + spelled, {"customer_id", "name" + spelled, "email"}),
                 table("invoice", {"invoice_id", "customer_id", "amount" + spelled}),
                 table("delivery", {"delivery_id", "invoice_id", "van"})};
  shop.foreign_keys = {{1, {1}, 0, {0}}, {2, {1}, 1, {0}}};
  DatabaseDefinition zoo;
  zoo.name = "zoo";
  zoo.tables = {table("animal", {"animal_id", "species", "weight"})};
  return Catalog::make({Database::make(shop), Database::make(zoo)});
}

std::size_t count(const std::string &page, const std::string &part) {
  std::size_t found = 0;
  for (std::size_t at = page.find(part); at != page.npos; at = page.find(part, at + 1)) ++found;
  return found;
}

std::string page_of(const Retriever &retriever, const std::string &question,
                    const AskOptions &options = {}) {
  return explanation_page(explain(retriever, question, options));
}

struct Box {
  double x, y, width, height;
};
std::vector<Box> boxes_of(const std::string &page) {
  static const std::regex box(
      "<rect class=\"box\" x=\"([0-9.-]+)\" y=\"([0-9.-]+)\" width=\"([0-9.]+)\" "
      "height=\"([0-9.]+)\"");
  std::vector<Box> boxes;
  for (auto at = std::sregex_iterator(page.begin(), page.end(), box); at != std::sregex_iterator();
       ++at) {
    const auto number = [&](std::size_t i) { return std::strtod((*at)[i].str().c_str(), nullptr); };
    boxes.push_back({number(1), number(2), number(3), number(4)});
  }
  return boxes;
}

}  // namespace

TEST_CASE("an explanation has the answer, the columns beyond the budget, and the joins") {
  const Retriever retriever(shop_and_zoo());
  const Catalog &catalog = *retriever.catalog();
  const AskOptions options{.budget = 4};
  const AnswerExplanation why = explain(retriever, "amounts of invoices by customer name", options);
  const Answer answer = retriever.ask("amounts of invoices by customer name", options);
  REQUIRE(why.answer.subset.columns.size() == answer.subset.columns.size());
  for (std::size_t i = 0; i < answer.subset.columns.size(); ++i)
    CHECK(why.answer.subset.columns[i].id == answer.subset.columns[i].id);
  const AskOptions everything{.budget = 100};
  CHECK(why.answer.subset.columns.size() + why.cut_off.size() ==
        retriever.ask("amounts of invoices by customer name", everything).subset.columns.size());
  for (const SubsetColumn &column : why.cut_off) {
    CHECK(std::ranges::find(answer.subset.columns, column.id, &SubsetColumn::id) ==
          answer.subset.columns.end());
  }
  std::vector<std::string> chosen;
  for (const TableId id : why.chosen) chosen.emplace_back(catalog.table(id).name);
  std::ranges::sort(chosen);
  CHECK(chosen == std::vector<std::string>{"customer", "invoice"});
  REQUIRE(why.neighbors.size() == 1);
  CHECK(catalog.table(why.neighbors[0]).name == "delivery");
  CHECK(why.joins.size() == 2);
  for (const Join &join : why.joins) CHECK(join.from < join.to);
}

TEST_CASE("each word has its matches with their channels, identical words first") {
  const Retriever retriever(shop_and_zoo());
  const AnswerExplanation why = explain(retriever, "email of every customers invoice vendee");
  REQUIRE(why.words.size() >= 3);
  const auto channel_of = [&](const std::string &word) {
    const auto found = std::ranges::find(why.words, word, &WordMatches::word);
    REQUIRE(found != why.words.end());
    REQUIRE(!found->matches.empty());
    return found->matches.front().channel;
  };
  if (default_embedder()) {
    CHECK(channel_of("email") == MatchChannel::exact);
    CHECK(channel_of("vendee") == MatchChannel::synonym);
    CHECK(!why.trained_on.empty());
  }
  CHECK(channel_of("customers") == MatchChannel::stem);
  for (const WordMatches &word : why.words) {
    for (const NameMatch &match : word.matches) {
      CHECK(match.strength > 0);
      CHECK(match.strength <= 1.001F);
      CHECK(match.databases.size() + match.tables.size() + match.columns.size() > 0);
    }
  }
}

TEST_CASE("without a ranker, words are explained by the index") {
  const auto catalog = shop_and_zoo();
  const Retriever plain(catalog, index_catalog(*catalog), Retriever::Options{}, std::nullopt);
  const AnswerExplanation why = explain(plain, "customers with an email");
  REQUIRE(why.words.size() == 2);
  CHECK(why.words[0].matches.at(0).channel == MatchChannel::stem);
  CHECK(why.words[0].matches[0].tables == std::vector{TableId(0)});
  CHECK(why.trained_on.empty());
  CHECK(explanation_page(why).find("without training") != std::string::npos);
}

TEST_CASE("the page shows the answer in all its parts, the same each time") {
  const Retriever retriever(shop_and_zoo());
  const std::string question = "amounts of invoices by customer name";
  const std::string page = page_of(retriever, question, {.budget = 4});
  CHECK(page == page_of(retriever, question, {.budget = 4}));
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.ends_with("</html>\n"));
  for (const char *part : {"id=\"words\"", "id=\"databases\"", "<svg class=\"schema\"",
                           "id=\"joins\"", "id=\"columns\"", "id=\"cut\"", "id=\"options\""}) {
    CAPTURE(part);
    CHECK(count(page, part) == 1);
  }
  CHECK(count(page, "<g class=\"chosen\">") == 2);
  CHECK(count(page, "<g class=\"other\">") == 1);
  CHECK(count(page, "class=\"on\"") == 1);
  CHECK(count(page, "<rect class=\"cell\"") == 4);
  // The page runs no scripts and loads nothing.
  for (const char *never : {"<script", "http:", "https:", "url(", "src=", "href="})
    CHECK(page.find(never) == std::string::npos);
  CHECK(page_of(retriever, question, {.budget = 100}).find("id=\"cut\"") == std::string::npos);
  const std::string nothing = page_of(retriever, "qqq zzz");
  CHECK(nothing.find("No visible name or value is related to the question") != std::string::npos);
  CHECK(nothing.find("<svg class=\"schema\"") == std::string::npos);
}

TEST_CASE("names and questions with HTML are escaped") {
  const std::string sly = "<script>alert('x')</script>\"&\x01";
  const Retriever retriever(shop_and_zoo(sly));
  const std::string page =
      page_of(retriever, "amount of customer name \xFF" + sly, {.budget = 4, .databases = 2});
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("</script") == std::string::npos);
  CHECK(page.find("alert(&#39;x&#39;)") != std::string::npos);
  CHECK(page.find('\x01') == std::string::npos);
  CHECK(page.find('\xFF') == std::string::npos);
}

TEST_CASE("hidden objects are on no page") {
  const auto catalog = shop_and_zoo();
  const Retriever retriever(catalog);
  Mask mask(catalog);
  mask.hide(TableId(2));
  mask.hide(*catalog->find_column(TableId(0), "email"));
  const std::string page =
      page_of(retriever, "email of customers with an invoice and a delivery van", {.mask = &mask});
  CHECK(page.find("delivery_id") == std::string::npos);
  CHECK(page.find(">email") != std::string::npos);  // the question's word
  CHECK(page.find("customer.email") == std::string::npos);
  CHECK(count(page, "<g class=\"other\">") == 0);
}

TEST_CASE("boxes of a drawing do not overlap, and all are inside") {
  const Retriever retriever(test::chain_catalog(2, 30, 7));
  std::size_t most = 0;
  for (const std::size_t budget : {1U, 12U, 60U, 200U}) {
    const std::string page =
        page_of(retriever, "t1 t2 t3 c12 of t4 and t9 in db0", {.budget = budget, .databases = 2});
    const std::vector<Box> boxes = boxes_of(page);
    REQUIRE(!boxes.empty());
    most = std::max(most, boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      CHECK(boxes[i].x >= 0);
      CHECK(boxes[i].y >= 0);
      for (std::size_t j = 0; j < i; ++j) {
        const bool apart = boxes[i].x + boxes[i].width <= boxes[j].x ||
                           boxes[j].x + boxes[j].width <= boxes[i].x ||
                           boxes[i].y + boxes[i].height <= boxes[j].y ||
                           boxes[j].y + boxes[j].height <= boxes[i].y;
        CHECK(apart);
      }
    }
  }
  CHECK(most > 20);
}

}  // namespace sluice
