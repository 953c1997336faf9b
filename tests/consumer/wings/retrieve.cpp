/// A user of the wing retrieve alone: prints the prompt for a question.

#include <sluice/pipeline/retriever.hpp>
#include <sluice/prompt/prompt.hpp>
#include <sluice/schema/load.hpp>

#include <cstdio>
#include <string>

int main(int, char **arguments) {
  const std::string question = "Which wines did the customers order?";
  const sluice::Retriever retriever(sluice::Catalog::make(sluice::load(arguments[1])));
  const sluice::Answer answer = retriever.ask(question, {.budget = 8});
  std::puts(sluice::make_prompt(answer.subset, question).c_str());
  return answer.subset.columns.empty() ? 1 : 0;
}
