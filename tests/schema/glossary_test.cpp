#include "sluice/schema/glossary.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/error_of.hpp"

namespace sluice {
namespace {

std::shared_ptr<const Catalog> catalog() {
  const auto database = [](const char *name, const char *table,
                           const std::vector<std::string> &columns) {
    DatabaseDefinition made;
    made.name = name;
    TableDefinition of;
    of.name = table;
    for (const std::string &column : columns) of.columns.push_back({column, {}, {}, {}, {}});
    made.tables = {of};
    return Database::make(made);
  };
  return Catalog::make({database("shop", "orders", {"id", "amount"}),
                        database("bank", "orders", {"id", "amount"}),
                        database("zoo", "animal", {"id", "species"})});
}

Glossary glossary_of(std::string_view text) { return {parse_glossary(text, "g.txt"), *catalog()}; }

/// "term = meaning" of each entry used.
std::vector<std::string> used(const Glossary &glossary, std::string_view question) {
  std::vector<std::string> lines;
  for (const Glossary::Use &use : glossary.uses(question))
    lines.push_back(use.entry->term + " = " + use.entry->meaning);
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a glossary as lines equals the same glossary as JSON") {
  const auto lines = parse_glossary(
      "client = customer, buyer  # two meanings\r\n\n# nothing\nrevenue: orders.amount\n"
      "[shop]\ngross takings = amount\n[*]\nqty=quantity",
      "g");
  const auto json =
      parse_glossary(R"({"client": ["customer", "buyer"], "revenue": "orders.amount",)"
                     R"( "shop": {"gross takings": "amount"}, "qty": "quantity"})",
                     "g");
  REQUIRE(lines.size() == 5);
  REQUIRE(json.size() == 5);
  for (std::size_t e = 0; e < lines.size(); ++e) {
    CHECK(lines[e].term == json[e].term);
    CHECK(lines[e].meaning == json[e].meaning);
    CHECK(lines[e].database == json[e].database);
  }
  CHECK(lines[3].database == "shop");
  CHECK(lines[4].place.line == 8);
}

TEST_CASE("an invalid glossary is refused with its line") {
  struct Case {
    std::string text;
    const char *place;
    ErrorCode code;
  };
  const std::vector<Case> cases{
      {"a = b\njust words", "g.txt:2", ErrorCode::malformed},
      {"= b", "g.txt:1", ErrorCode::malformed},
      {"a =", "g.txt:1", ErrorCode::malformed},
      {"a = b,,c", "g.txt:1", ErrorCode::malformed},
      {"[ ]", "g.txt:1", ErrorCode::malformed},
      {"\n\xFF = b", "g.txt:2", ErrorCode::malformed},
      {"a = " + std::string(300, 'x'), "g.txt:1", ErrorCode::limit_exceeded},
      {"a a a a a a a a a = b", "g.txt:1", ErrorCode::limit_exceeded},
      {"{\"a\": 1}", "g.txt:1:7", ErrorCode::malformed},
      {"{\"d\": {\"e\": {}}}", "g.txt:1", ErrorCode::malformed},
      {"{\"a\": ", "g.txt:1", ErrorCode::malformed},
      {"a = b\nr = orders.amuont", "g.txt:2", ErrorCode::not_found},
      {"r = shop.orders.nothing", "g.txt:1", ErrorCode::not_found},
      {"[nowhere]\na = b", "g.txt:2", ErrorCode::not_found},
      {"[zoo]\na = orders.amount", "g.txt:2", ErrorCode::not_found},
      {"[zoo]\na = shop.orders.amount", "g.txt:2", ErrorCode::malformed},
  };
  for (const Case &of : cases) {
    CAPTURE(of.text);
    const Error error = test::error_of([&] { return glossary_of(of.text).size(); });
    CHECK(error.code() == of.code);
    CHECK(to_string(error.where()).starts_with(of.place));
  }
}

TEST_CASE("terms match inside the words of scripts without spaces") {
  const Glossary glossary = glossary_of("营业额 = orders.amount\n动物 = animal\nสัตว์ = animal");
  CHECK(used(glossary, "上个月的营业额是多少") == Lines{"营业额 = orders.amount"});
  CHECK(used(glossary, "有几个动物？") == Lines{"动物 = animal"});
  CHECK(used(glossary, "มีสัตว์กี่ตัว") == Lines{"สัตว์ = animal"});
  CHECK(used(glossary, "营业时间").empty());
}

TEST_CASE("terms match in any of their inflected forms, and only if their words are adjacent") {
  const Glossary glossary =
      glossary_of("client = customer\ngross takings = amount\n[shop]\nrevenue = orders.amount\n"
                  "[*]\nprofit = bank.orders.amount");
  CHECK(used(glossary, "How many CLIENTS?") == Lines{"client = customer"});
  CHECK(used(glossary, "gross of all takings").empty());
  CHECK(used(glossary, "the gross takings of a client") ==
        Lines{"client = customer", "gross takings = amount"});
  CHECK(used(glossary, "").empty());
  const auto uses = glossary.uses("revenue and profit of clients");
  REQUIRE(uses.size() == 3);
  CHECK(expanded("q", uses).text() == "q customer");
  CHECK(expanded("q", uses, DatabaseId(0)).text() == "q customer orders amount");
  CHECK(scopes(uses) == std::vector{DatabaseId(0), DatabaseId(1)});
  CHECK(uses[1].columns->size() == 1);
  CHECK(uses[0].columns->empty());
  CHECK(glossary_of("r = orders.amount").uses("r")[0].columns->size() == 2);
}

}  // namespace sluice
