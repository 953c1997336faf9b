#include "sluice/sql/edit_script.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "sluice/sql/parse.hpp"

using namespace sluice;
using namespace sluice::sql;

namespace {

std::string script(std::string_view source, std::string_view target,
                   const EditPrintOptions &options = {.keeps = false},
                   DiffRules rules = DiffRules::sqlglot_30_17) {
  const DiffTree a(parse(source), rules), b(parse(target), rules);
  return '\n' + print(edit_script(a, b), a, b, options);
}

}  // namespace

TEST_CASE("an edit script lists the change of each part of the query") {
  CHECK(script("SELECT name FROM singer WHERE age > 20", "SELECT name FROM singer ORDER BY age") ==
        R"(
remove  Where    WHERE age > 20
remove  GT       age > 20
remove  Literal  20
insert  Order    ORDER BY age
insert  Ordered  age
move    Column   age
)");
  CHECK(script("SELECT name FROM t WHERE nation = 'France'",
               "SELECT name FROM t WHERE nation = 'Frances'") == R"(
update  Literal  'France' -> 'Frances'
)");
  CHECK(script("SELECT a, b FROM t", "SELECT b, a FROM t") == R"(
move    Column  a
)");
}

TEST_CASE("a script with keeps contains every node once or twice") {
  CHECK(script("SELECT a FROM t LIMIT 1", "SELECT a FROM t", {}) == R"(
remove  Limit    LIMIT 1
remove  Literal  1
keep    Select   SELECT a FROM t LIMIT 1
keep    Column   a
keep    From     FROM t
keep    Table    t
)");
}

TEST_CASE("long texts are cut between characters and stay on one line") {
  const std::string lines = script("SELECT 'é\né\né'", "SELECT 1", {.keeps = false, .text = 6});
  CHECK(lines.find("'é é...") != std::string::npos);
}

TEST_CASE("the older rules move no subtree and keep nodes with changed attributes") {
  const std::string_view source = "SELECT name FROM t ORDER BY age";
  const std::string_view target = "SELECT age FROM t ORDER BY age ASC";
  CHECK(script(source, target).find("update  Ordered") != std::string::npos);
  CHECK(script(source, target, {.keeps = false}, DiffRules::sqlglot_25_1).find("Ordered") ==
        std::string::npos);
}
