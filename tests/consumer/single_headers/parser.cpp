#define SLUICE_IMPLEMENTATION
#include "sluice_parser.hpp"

#include <iostream>

int main() {
  auto tree = sluice::sql::parse("select W.label from wine W where not(W.vintage>=2000)");
  normalize(tree, {.rules = sluice::sql::meaning_rules()});
  std::cout << print(tree) << '\n';
}
