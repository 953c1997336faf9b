#define SLUICE_IMPLEMENTATION
#include "sluice_judge.hpp"

#include <iostream>
#include <memory>

int main() {
  const auto shop = sluice::load_ddl("CREATE TABLE wine(label, price)", "shop", "shop.sql");
  const auto rules = std::make_shared<sluice::Constraints>(sluice::Constraints::declared(shop));
  const auto found = sluice::Refuter(rules).refute("SELECT 1 FROM wine", "SELECT price FROM wine");
  std::cout << name_of(found.verdict) << '\n';
}
