/// A user of the wing judge alone: a prediction with the same rows is right, another is wrong.

#include <sluice/judge/database_image.hpp>
#include <sluice/judge/execution.hpp>

#include <cstdio>

int main(int, char **arguments) {
  const sluice::SqliteFolder databases(arguments[1]);
  sluice::EvaluationItem right;
  right.database_id = "vineyard";
  right.golds = {"SELECT label FROM wine"};
  right.predicted = "SELECT w.label FROM wine AS w";
  sluice::EvaluationItem wrong = right;
  wrong.predicted = "SELECT label FROM wine LIMIT 1";
  const auto verdicts = sluice::score_execution({right, wrong}, databases, {}).verdicts;
  for (const auto &verdict : verdicts) std::puts(verdict->right ? "right" : "wrong");
  return verdicts[0]->right && !verdicts[1]->right ? 0 : 1;
}
