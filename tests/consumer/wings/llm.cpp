/// A user of the wing llm alone: asks a model which schema fits, and reads its answer.

#include <sluice/llm/schema_choice.hpp>

#include <cstdio>
#include <vector>

int main() {
  const std::vector<sluice::SchemaCandidate> schemas = {{"shop", "order(id, price)"},
                                                        {"school", "pupil(id, name)"}};
  std::puts(sluice::schema_choice_prompt("How many pupils are there?", schemas).c_str());
  const std::size_t chosen = sluice::schema_choice_in("school", schemas);
  return schemas[chosen].name == "school" ? 0 : 1;
}
