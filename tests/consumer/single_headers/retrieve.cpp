#define SLUICE_IMPLEMENTATION
#include "sluice_retrieve.hpp"

#include <iostream>

int main(int, char **arguments) {
  const sluice::Retriever retriever(sluice::Catalog::make(sluice::load(arguments[1])));
  const sluice::Answer answer = retriever.ask("Which wines did the customers order?");
  std::cout << retriever.catalog()->path(answer.subset.columns.front().id) << '\n';
}
