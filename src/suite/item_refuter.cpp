#include "sluice/suite/item_refuter.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>
#include <tuple>
#include <utility>

#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"

namespace sluice {
namespace {

ComparisonMode mode_of(const ExecutionOptions &execution) {
  switch (execution.mode) {
    case ComparisonMode::spider2:
      throw Error(ErrorCode::invalid_argument, "no counterexamples by Spider 2.0's rules");
    case ComparisonMode::bird_soft_f1: return ComparisonMode::bird;
    default: return execution.mode;
  }
}

ItemRefutation noted(const Refutation &found, const ItemRefuterOptions &options) {
  ItemRefutation note;
  note.verdict = found.verdict;
  note.proof = name_of(found.proof);
  note.message = found.message;
  note.databases = found.databases;
  note.bound = found.bound;
  note.open_rows = found.open_rows;
  if (found.verdict != RefutationVerdict::refuted) return note;
  note.kind = found.kind;
  note.script = found.script();
  if (note.script.size() > options.most_script_bytes) note.script.clear();
  note.rows = found.database->rows();
  note.minimal = found.minimal;
  note.gold = sample_of(found.gold, options.samples);
  note.predicted = sample_of(found.predicted, options.samples);
  return note;
}

/// Two queries to one schema, and the items that ask for them.
struct Pair {
  std::size_t schema = 0;
  std::string gold;
  std::string predicted;
  ItemRefutation note;
};

/// What is asked for, each pair once.
class Pairs {
 public:
  std::size_t add(std::size_t schema, JudgedTexts texts) {
    auto [found, is_new] =
        places_.try_emplace({schema, texts.gold, texts.predicted}, pairs_.size());
    if (is_new) pairs_.push_back({schema, std::move(texts.gold), std::move(texts.predicted), {}});
    return found->second;
  }
  std::vector<Pair> &all() noexcept { return pairs_; }

 private:
  std::map<std::tuple<std::size_t, std::string, std::string>, std::size_t> places_;
  std::vector<Pair> pairs_;
};

/// The pairs of one item, in the order of its golds.
struct Asked {
  std::size_t item = 0;
  std::vector<std::size_t> pairs;
  std::vector<std::string> plugged;
};

/// What speaks for a prediction most.
ItemRefutation best_of(const Asked &asked, const std::vector<Pair> &pairs) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < asked.pairs.size(); ++i) {
    const RefutationVerdict verdict = pairs[asked.pairs[i]].note.verdict;
    if (verdict == RefutationVerdict::refuted || verdict == RefutationVerdict::failed) continue;
    best = i;
    break;
  }
  ItemRefutation note = pairs[asked.pairs[best]].note;
  note.plugged = asked.plugged[best];
  return note;
}

}  // namespace

std::vector<std::optional<ItemRefutation>> refute_items(
    const std::vector<EvaluationItem> &items,
    const std::vector<std::optional<ExecutionVerdict>> &verdicts, ConstraintsSource constraints,
    const ExecutionOptions &execution, const ItemRefuterOptions &options, const Progress &progress,
    const CancellationToken &token) {
  RefuterOptions refuting = options.refuter;
  refuting.mode = mode_of(execution);

  Pairs pairs;
  std::vector<Asked> asked;
  std::map<std::string, std::size_t> schemas;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!verdicts[i] || verdicts[i]->gold_failed) continue;
    const auto [schema, is_new] = schemas.try_emplace(items[i].database_id, ids.size());
    if (is_new) ids.push_back(items[i].database_id);
    Asked &one = asked.emplace_back();
    one.item = i;
    for (const std::string &gold : items[i].golds) {
      JudgedTexts texts = judged_texts(items[i], gold, *verdicts[i], execution);
      one.plugged.push_back(texts.plugged ? texts.predicted : std::string());
      one.pairs.push_back(pairs.add(schema->second, std::move(texts)));
      if (!verdicts[i]->right) break;
    }
  }

  const std::size_t threads =
      execution.jobs > 0 ? execution.jobs : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::optional<Refuter>> refuters(ids.size());
  run_jobs(
      ids.size(), threads,
      [&](std::size_t job, const Progress &) {
        refuters[job].emplace(constraints(ids[job]), refuting, token);
      },
      progress);
  std::vector<Pair> &all = pairs.all();
  std::atomic<std::size_t> done = 0;
  run_jobs(
      all.size(), threads,
      [&](std::size_t job, const Progress &reports) {
        reports.step("counterexamples", done, all.size());
        Pair &pair = all[job];
        pair.note = noted(refuters[pair.schema]->refute(pair.gold, pair.predicted), options);
        ++done;
      },
      progress);

  std::vector<std::optional<ItemRefutation>> notes(items.size());
  for (const Asked &one : asked) notes[one.item] = best_of(one, all);
  return notes;
}

}  // namespace sluice
