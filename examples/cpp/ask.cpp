/// The main use from C++: loads databases, asks one question, prints the columns and a prompt.
///
///   ask DATABASES [QUESTION]

#include <cstdio>
#include <string>

#include "sluice/core/error.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/prompt/prompt.hpp"
#include "sluice/schema/load.hpp"

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fputs("usage: ask DATABASES [QUESTION]\n", stderr);
    return 2;
  }
  const std::string question = argc > 2 ? argv[2] : "Which wines did the customers order?";
  try {
    // Created once, then shared: a retriever is thread-safe.
    const sluice::Retriever retriever(sluice::Catalog::make(sluice::load(argv[1])));

    const sluice::Answer answer = retriever.ask(question, {.budget = 12});
    for (const sluice::SubsetColumn &column : answer.subset.columns) {
      std::puts(retriever.catalog()->path(column.id).c_str());
    }
    std::puts(sluice::make_prompt(answer.subset, question).c_str());
  } catch (const sluice::Error &error) {
    std::fprintf(stderr, "ask: %s\n", error.what());
    return 2;
  }
  return 0;
}
