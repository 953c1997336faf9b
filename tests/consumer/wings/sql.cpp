/// A user of the wing sql alone: two spellings of one query have the same normal form.

#include <sluice/sql/normalize.hpp>
#include <sluice/sql/parse.hpp>
#include <sluice/sql/print.hpp>

#include <cstdio>
#include <string>

int main() {
  const auto normal_form = [](const char *sql) {
    sluice::sql::SyntaxTree tree = sluice::sql::parse(sql);
    sluice::sql::normalize(tree, {.rules = sluice::sql::equivalence_rules()});
    return sluice::sql::print(tree);
  };
  const std::string form = normal_form("SELECT label FROM wine WHERE 12 < price");
  std::puts(form.c_str());
  return form == normal_form("SELECT label FROM wine WHERE price > 12") ? 0 : 1;
}
