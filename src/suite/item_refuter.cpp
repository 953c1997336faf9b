#include "suite/item_refuter.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include "core/input_error.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"

namespace sluice::inline v0 {
namespace {

ComparisonMode mode_of(const ExecutionOptions &execution) {
  switch (execution.mode) {
    case ComparisonMode::spider2:
      throw Error(ErrorCode::invalid_argument,
                  "counterexamples are not supported for Spider 2.0's rules");
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
  if (note.script.size() > options.max_script_bytes) note.script.clear();
  note.rows = found.database->rows();
  note.minimal = found.minimal;
  note.gold = sample_of(found.gold, options.samples);
  note.predicted = sample_of(found.predicted, options.samples);
  return note;
}

/// A question shared by one or more items: several pairs, of which one that is not refuted decides.
struct PairQuestion {
  std::size_t schema = 0;
  std::vector<JudgedTexts> pairs;
  ItemRefutation answer;
};

/// The distinct questions.
class Questions {
 public:
  std::size_t add(std::size_t schema, std::vector<JudgedTexts> pairs) {
    std::vector<std::string> key = {std::to_string(schema)};
    for (const JudgedTexts &pair : pairs) {
      key.push_back(pair.gold);
      key.push_back(pair.predicted);
    }
    const auto [found, is_new] = places_.try_emplace(std::move(key), all_.size());
    if (is_new) all_.push_back({schema, std::move(pairs), {}});
    return found->second;
  }
  std::vector<PairQuestion> &all() noexcept { return all_; }

 private:
  std::map<std::vector<std::string>, std::size_t> places_;
  std::vector<PairQuestion> all_;
};

/// The answer most in favor of a prediction: the first pair that is not refuted, or else the first.
ItemRefutation answer(const PairQuestion &question, const Refuter &refuter,
                      const ItemRefuterOptions &options) {
  std::optional<ItemRefutation> first;
  for (const JudgedTexts &pair : question.pairs) {
    ItemRefutation note = noted(refuter.refute(pair.gold, pair.predicted), options);
    if (pair.plugged) note.plugged = pair.predicted;
    const bool is_favorable =
        note.verdict == RefutationVerdict::proved || note.verdict == RefutationVerdict::not_refuted;
    if (is_favorable) return note;
    if (!first) first = std::move(note);
  }
  return *std::move(first);
}

}  // namespace

std::vector<std::optional<ItemRefutation>> refute_items(
    const std::vector<EvaluationItem> &items,
    const std::vector<std::optional<ExecutionVerdict>> &verdicts, ConstraintsSource constraints,
    const ExecutionOptions &execution, const ItemRefuterOptions &options, const Progress &progress,
    const CancellationToken &token) {
  RefuterOptions refuting = options.refuter;
  refuting.mode = mode_of(execution);

  Questions questions;
  std::vector<std::optional<std::size_t>> asked(items.size());
  std::map<std::string, std::size_t> schemas;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!verdicts[i] || verdicts[i]->gold_failed) continue;
    const auto [schema, is_new] = schemas.try_emplace(items[i].database_id, ids.size());
    if (is_new) ids.push_back(items[i].database_id);
    std::vector<JudgedTexts> pairs;
    for (const std::string &gold : items[i].golds) {
      for (JudgedTexts &texts : judged_texts(items[i], gold, *verdicts[i], execution))
        pairs.push_back(std::move(texts));
      if (!verdicts[i]->right) break;
    }
    asked[i] = questions.add(schema->second, std::move(pairs));
  }

  const std::size_t threads =
      execution.jobs > 0 ? execution.jobs : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::optional<Refuter>> refuters(ids.size());
  std::vector<std::string> problems(ids.size());
  run_jobs(
      ids.size(), threads,
      [&](std::size_t job, const Progress &) {
        try {
          refuters[job].emplace(constraints(ids[job]), refuting, token);
        } catch (const Error &error) {
          if (!detail::is_about_input(error)) throw;
          problems[job] = error.what();
        }
      },
      progress);
  std::vector<PairQuestion> &all = questions.all();
  std::atomic<std::size_t> done = 0;
  run_jobs(
      all.size(), threads,
      [&](std::size_t job, const Progress &reports) {
        reports.step("counterexamples", done, all.size());
        const std::optional<Refuter> &refuter = refuters[all[job].schema];
        if (refuter) {
          all[job].answer = answer(all[job], *refuter, options);
        } else {
          all[job].answer.message = problems[all[job].schema];
        }
        ++done;
      },
      progress);

  std::vector<std::optional<ItemRefutation>> notes(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (asked[i]) notes[i] = all[*asked[i]].answer;
  }
  return notes;
}

}  // namespace sluice::inline v0
