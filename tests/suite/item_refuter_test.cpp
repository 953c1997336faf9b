#include "suite/item_refuter.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "made_schema.hpp"
#include "sluice/core/cancellation.hpp"
#include "support/error_of.hpp"

namespace {

using namespace sluice;
using namespace sluice::test;
using Verdict = RefutationVerdict;

const std::string script = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b TEXT NOT NULL);";

EvaluationItem item_of(std::vector<std::string> golds, std::string predicted) {
  EvaluationItem item;
  item.database_id = "db";
  item.golds = std::move(golds);
  item.predicted = std::move(predicted);
  return item;
}

ExecutionVerdict verdict_of(bool right, std::uint64_t fillings = 0) {
  ExecutionVerdict verdict;
  verdict.right = right;
  verdict.fillings = fillings;
  return verdict;
}

struct Judged {
  EvaluationItem item;
  std::optional<ExecutionVerdict> verdict;
};

std::vector<std::optional<ItemRefutation>> refute(const std::vector<Judged> &judged,
                                                  ExecutionOptions execution = {},
                                                  const CancellationToken &token = {}) {
  std::vector<EvaluationItem> items;
  std::vector<std::optional<ExecutionVerdict>> verdicts;
  for (const Judged &one : judged) {
    items.push_back(one.item);
    verdicts.push_back(one.verdict);
  }
  ItemRefuterOptions options;
  options.refuter.databases = 200;
  return refute_items(
      items, verdicts,
      [](const std::string &) {
        return std::make_shared<const Constraints>(constraints_of(script));
      },
      execution, options, {}, token);
}

}  // namespace

TEST_CASE(
    "each prediction with a verdict is refuted, proved or neither, with any number of threads") {
  const std::vector<Judged> judged = {
      {item_of({"SELECT count(*) FROM t"}, "SELECT count(a) FROM t"), verdict_of(true)},
      {item_of({"SELECT count(*) FROM t"}, "SELECT count(b) FROM t"), verdict_of(true)},
      {item_of({"SELECT a FROM t WHERE a > 3"}, "SELECT a FROM t WHERE a >= 3"), verdict_of(false)},
      {item_of({"SELECT a FROM t"}, "SELECT c FROM t"), verdict_of(false)},
      {item_of({"SELECT a FROM t"}, "SELECT b FROM t"), {}},
      // It is equivalent to the other gold query.
      {item_of({"SELECT a FROM t", "SELECT b FROM t"}, "SELECT b FROM t"), verdict_of(true)},
      {item_of({"SELECT a FROM t", "SELECT b FROM t"}, "SELECT b FROM t"), verdict_of(false)},
      {item_of({"SELECT count(*) FROM t"}, "SELECT count(a) FROM t"), verdict_of(true)}};
  ExecutionOptions execution;
  execution.jobs = 1;
  const auto found = refute(judged, execution);
  REQUIRE(found.size() == judged.size());
  CHECK(found[0]->verdict == Verdict::refuted);
  CHECK(found[0]->rows == 1);
  CHECK(found[0]->minimal);
  CHECK(found[0]->gold.rows[0][0].text == "1");
  CHECK(found[0]->predicted.rows[0][0].text == "0");
  CHECK(words_of(*found[0]).starts_with("REFUTED by 1 row: "));
  CHECK(found[1]->verdict == Verdict::proved);
  CHECK(words_of(*found[1]).starts_with("PROVED"));
  CHECK(found[2]->verdict == Verdict::refuted);
  CHECK(found[3]->verdict == Verdict::failed);
  CHECK(found[3]->message == "no such column: c");
  CHECK_FALSE(found[4]);
  CHECK(found[5]->verdict == Verdict::proved);
  CHECK(found[6]->verdict == Verdict::refuted);

  execution.jobs = 4;
  const auto again = refute(judged, execution);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    CHECK(found[i].has_value() == again[i].has_value());
    if (found[i]) CHECK(found[i]->script == again[i]->script);
  }
  CHECK(found[7]->script == found[0]->script);
}

TEST_CASE("queries are compared as they were judged: without DISTINCT, with plugged-in values") {
  ExecutionOptions execution;
  const std::vector<Judged> distinct = {
      {item_of({"SELECT a FROM t"}, "SELECT DISTINCT a FROM t"), verdict_of(true)}};
  CHECK(refute(distinct, execution)[0]->verdict == Verdict::proved);
  execution.keep_distinct = true;
  CHECK(refute(distinct, execution)[0]->verdict == Verdict::refuted);

  // The second of two fillings is the right one: a > 7 and id < 3.
  const std::vector<Judged> plugged = {{item_of({"SELECT b FROM t WHERE a > 7 AND id < 3"},
                                                "SELECT b FROM t WHERE a > 1 AND id < 1"),
                                        verdict_of(true, 3)},
                                       {item_of({"SELECT b FROM t WHERE a > 7 AND id < 3"},
                                                "SELECT b FROM t WHERE a > 1 AND id < 1"),
                                        verdict_of(false, 4)}};
  execution.plug_values = true;
  const auto found = refute(plugged, execution);
  CHECK(found[0]->plugged == "select b from t where a > 7 and id < 3");
  CHECK(found[0]->verdict == Verdict::proved);
  CHECK(found[1]->plugged.empty());
  CHECK(found[1]->verdict == Verdict::refuted);

  // The text as written is right by chance; a filling makes it right on every database, or none
  // does.
  const auto lucky = refute(
      {{item_of({"SELECT b FROM t WHERE a > 7"}, "SELECT b FROM t WHERE a > 1"), verdict_of(true)},
       {item_of({"SELECT b FROM t WHERE a > 7"}, "SELECT b FROM t WHERE a < 1"), verdict_of(true)}},
      execution);
  CHECK(lucky[0]->verdict == Verdict::proved);
  CHECK(lucky[0]->plugged == "select b from t where a > 7");
  CHECK(lucky[1]->verdict == Verdict::refuted);
  CHECK(lucky[1]->plugged.empty());
}

TEST_CASE("a failed gold query refutes nothing, and spider2 is rejected") {
  ExecutionVerdict failed = verdict_of(false);
  failed.gold_failed = true;
  CHECK_FALSE(refute({{item_of({"SELECT nothing"}, "SELECT 1"), failed}})[0]);
  ExecutionOptions execution;
  execution.mode = ComparisonMode::spider2;
  CHECK(error_of([&] { refute({}, execution); }).code() == ErrorCode::invalid_argument);
  // Compared as sets, without order.
  execution.mode = ComparisonMode::bird_soft_f1;
  CHECK(refute({{item_of({"SELECT b FROM t"}, "SELECT b FROM t ORDER BY a"), verdict_of(true)}},
               execution)[0]
            ->verdict != Verdict::refuted);
  CancellationToken token;
  token.cancel();
  CHECK(error_of([&] {
          refute({{item_of({"SELECT a FROM t"}, "SELECT b FROM t"), verdict_of(true)}}, {}, token);
        }).code() == ErrorCode::cancelled);
}
