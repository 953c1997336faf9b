#include "execution_judge.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "judge/plugging.hpp"
#include "judge/repairs.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::judge_detail {

namespace {

bool is_official(ComparisonMode mode) noexcept {
  return mode == ComparisonMode::test_suite || mode == ComparisonMode::strict;
}

bool as_set(ComparisonMode mode) noexcept {
  return mode == ComparisonMode::bird || mode == ComparisonMode::bird_soft_f1;
}

void add_names(std::vector<std::string> &names, const std::vector<std::string> &more) {
  names.insert(names.end(), more.begin(), more.end());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

double seconds_of(AnyExecutor &executor, const std::string &sql) {
  const auto start = std::chrono::steady_clock::now();
  static_cast<void>(executor.run(sql, [](Row) { return true; }));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return std::max(taken.count(), 1e-9);
}

/// The mean of the values within three standard deviations of the mean; of all if there are none.
double robust_mean(const std::vector<double> &values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double bound = 3 * std::sqrt(squares / count);
  double sum = 0;
  double kept = 0;
  for (const double value : values) {
    if (std::abs(value - mean) >= bound) continue;
    sum += value;
    kept += 1;
  }
  return kept > 0 ? sum / kept : mean;
}

}  // namespace

JudgedPair judged_pair(const EvaluationItem &item, const std::string &gold,
                       const ExecutionOptions &options) {
  JudgedPair pair{gold, item.predicted, {}};
  if (is_official(options.mode)) {
    const auto repaired = [&options](const std::string &sql) {
      const std::string closed = close_operators(sql);
      return options.keep_distinct ? closed : without_distinct(closed);
    };
    pair.gold = repaired(gold);
    pair.predicted = repaired(without_placeholder(item.predicted));
  }
  pair.rules.mode = options.mode;
  pair.rules.tolerance = options.tolerance;
  pair.rules.condition_columns = item.condition_columns;
  // As in the official script, one blank between the words, anywhere in the text.
  const bool ordered = options.mode == ComparisonMode::spider2
                           ? !item.ignore_order.value_or(false)
                           : lower_ascii(pair.gold).find("order by") != std::string::npos;
  pair.rules.order = ordered ? RowOrder::matters : RowOrder::ignored;
  return pair;
}

std::string runnable(const std::string &sql, ComparisonMode mode) {
  return is_official(mode) ? with_fixed_year(sql) : sql;
}

ExecutionJudge::ExecutionJudge(const ExecutionOptions &options, std::shared_ptr<SchemaRuns> runs,
                               CancellationToken token)
    : options_(options),
      runs_(std::move(runs)),
      token_(std::move(token)),
      executors_(runs_->databases().size()) {}

AnyExecutor &ExecutionJudge::executor(std::size_t position) {
  std::optional<AnyExecutor> &opened = executors_[position];
  if (!opened) opened = runs_->databases()[position]->open(options_.limits, token_);
  return *opened;
}

ExecutionVerdict ExecutionJudge::judge(const EvaluationItem &item) {
  short_of_memory_ = false;
  std::optional<ExecutionVerdict> best;
  for (const std::string &gold : item.golds) {
    ExecutionVerdict verdict = judge(item, gold);
    const bool better =
        !best || verdict.score > best->score || (best->gold_failed && !verdict.gold_failed);
    if (better) best = std::move(verdict);
    if (best->right) break;
  }
  return *std::move(best);
}

ExecutionVerdict ExecutionJudge::judge(const EvaluationItem &item, const std::string &gold) {
  const JudgedPair pair = judged_pair(item, gold, options_);
  arrange(gold);
  ExecutionVerdict verdict =
      run(runnable(pair.gold, options_.mode), runnable(pair.predicted, options_.mode), pair.rules);
  if (!is_official(options_.mode) || !options_.plug_values) return verdict;
  if (verdict.right || verdict.gold_failed) return verdict;
  return judge_fillings(pair, std::move(verdict));
}

void ExecutionJudge::arrange(std::string_view gold) {
  order_.clear();
  for (const Turn turn : {Turn::first, Turn::later}) {
    for (std::size_t i = 0; i < executors_.size(); ++i) {
      if (runs_->databases()[i]->turn_for(gold) == turn) order_.push_back(i);
    }
  }
}

ExecutionVerdict ExecutionJudge::judge_fillings(const JudgedPair &pair, ExecutionVerdict as_is) {
  // Fillings of the same text usually end alike, so a hopeless query must not run thousands of
  // times.
  const std::uint64_t max_steps =
      options_.limits.steps > std::numeric_limits<std::uint64_t>::max() / 4
          ? options_.limits.steps
          : 4 * options_.limits.steps;
  const Plugging plugging(cut_at_values(pair.gold), cut_at_values(pair.predicted));
  const std::string gold_text = with_fixed_year(pair.gold);
  std::uint64_t steps = steps_;
  for (std::uint64_t i = 0; i < plugging.size() && !token_.cancelled(); ++i) {
    if (i >= options_.max_fillings || steps > max_steps) {
      as_is.end = QueryEnd::too_many_steps;
      as_is.message = "too many ways to plug in gold's values";
      return as_is;
    }
    ExecutionVerdict verdict = run(gold_text, with_fixed_year(plugging.filling(i)), pair.rules);
    steps += steps_;
    as_is.fillings = i + 1;
    if (!verdict.right) continue;
    verdict.fillings = i + 1;
    return verdict;
  }
  return as_is;
}

ExecutionVerdict ExecutionJudge::run(const std::string &gold, const std::string &predicted,
                                     const ComparisonRules &rules) {
  steps_ = 0;
  ExecutionVerdict verdict;
  double score = std::numeric_limits<double>::infinity();
  for (const std::size_t position : order_) {
    const bool different = differ(position, gold, predicted, rules, verdict);
    score = std::min(score, verdict.score);
    if (!different) continue;
    if (verdict.ties == TieFinding::accepted)
      verdict.ties = TieFinding::none;  // on another database
    if (executors_.size() > 1) verdict.database = runs_->databases()[position]->name();
    return verdict;
  }
  verdict.right = true;
  verdict.score = score;
  return verdict;
}

std::shared_ptr<const GoldRun> ExecutionJudge::run_gold(const std::string &gold,
                                                        std::size_t position) {
  return runs_->gold(gold, position, [&] {
    auto run = std::make_shared<GoldRun>(as_set(options_.mode));
    run->outcome = executor(position).run(gold, [&](Row row) {
      run->result.add(row);
      return true;
    });
    run->result.finish(run->outcome.columns);
    return run;
  });
}

std::shared_ptr<const TieRun> ExecutionJudge::run_ties(const std::string &gold,
                                                       std::size_t position) {
  return runs_->ties(gold, position, [&] {
    auto run = std::make_shared<TieRun>();
    const auto query = open_ties(gold, runs_->databases()[position]->dialect());
    if (!query) return run;
    TieResult result(*query);
    const QueryOutcome outcome =
        executor(position).run(query->sql, [&](Row row) { return result.add(row); });
    run->end = outcome.end;
    short_of_memory_ |= outcome.end == QueryEnd::too_much_memory;
    // If the rows vary from run to run, this run does not determine the ties.
    if (!outcome.unstable.empty()) return run;
    if (!outcome.finished() && outcome.end != QueryEnd::abandoned) return run;
    result.finish();
    run->result = std::move(result);
    return run;
  });
}

bool ExecutionJudge::ties_allow(std::size_t position, const std::string &gold,
                                const std::string &predicted, ExecutionVerdict &verdict) {
  const std::shared_ptr<const TieRun> ties = run_ties(gold, position);
  if (!ties->result) {
    verdict.ties = TieFinding::unsupported;
    return false;
  }
  RowReader reader;
  Denotation rows;
  const QueryOutcome outcome = executor(position).run(predicted, [&](Row row) {
    const Row readable = reader.read(row);
    rows.add(readable, reader.hashes());
    return true;
  });
  steps_ += outcome.steps;
  if (!outcome.finished()) return false;
  return ties->result->allows(rows, options_.mode == ComparisonMode::strict);
}

bool ExecutionJudge::differ(std::size_t position, const std::string &gold,
                            const std::string &predicted, const ComparisonRules &rules,
                            ExecutionVerdict &verdict) {
  const auto fail = [&](const QueryOutcome &outcome) {
    verdict.score = 0;
    verdict.end = outcome.end;
    verdict.message = outcome.message;
    verdict.offset = outcome.offset;
    short_of_memory_ |= outcome.end == QueryEnd::too_much_memory;
    return true;
  };
  const std::shared_ptr<const GoldRun> gold_run = run_gold(gold, position);
  add_names(verdict.unstable, gold_run->outcome.unstable);
  if (!gold_run->outcome.finished()) {
    verdict.gold_failed = true;
    return fail(gold_run->outcome);
  }
  PredictionReader reader(gold_run->result, rules);
  const QueryOutcome outcome =
      executor(position).run(predicted, [&](Row row) { return reader(row); });
  steps_ += outcome.steps;
  add_names(verdict.unstable, outcome.unstable);
  verdict.end = outcome.end;
  if (!outcome.finished() && outcome.end != QueryEnd::abandoned) return fail(outcome);

  const ComparisonResult result = reader.finish(outcome.columns);
  verdict.score = result.score;
  verdict.difference = result.difference;
  if (!result.same) {
    const bool may_be_ties =
        options_.ties && is_official(options_.mode) &&
        (result.difference == Difference::rows || result.difference == Difference::arrangement);
    if (!may_be_ties || !ties_allow(position, gold, predicted, verdict)) return true;
    verdict.score = 1;
    verdict.end = QueryEnd::finished;
    verdict.difference = Difference::none;
    verdict.ties = TieFinding::accepted;
  }
  if (options_.effort != Effort::none) {
    const double ratio =
        effort_ratio(executor(position), gold, predicted, gold_run->outcome, outcome);
    verdict.score = std::sqrt(r_ves_reward(ratio));
  }
  return false;
}

double ExecutionJudge::effort_ratio(AnyExecutor &executor, const std::string &gold,
                                    const std::string &predicted, const QueryOutcome &gold_outcome,
                                    const QueryOutcome &outcome) const {
  if (options_.effort == Effort::steps) {
    const auto at_least_one = [](std::uint64_t steps) {
      return static_cast<double>(std::max<std::uint64_t>(steps, 1));
    };
    return at_least_one(gold_outcome.steps) / at_least_one(outcome.steps);
  }
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::max<std::size_t>(options_.runs, 1) && !token_.cancelled(); ++i) {
    const double taken = seconds_of(executor, predicted);
    ratios.push_back(seconds_of(executor, gold) / taken);
  }
  return ratios.empty() ? 0 : robust_mean(ratios);
}

}  // namespace sluice::inline v0::judge_detail

namespace sluice::inline v0 {

std::vector<JudgedTexts> judged_texts(const EvaluationItem &item, const std::string &gold,
                                      const ExecutionVerdict &verdict,
                                      const ExecutionOptions &options, std::uint64_t max_fillings) {
  const judge_detail::JudgedPair pair = judge_detail::judged_pair(item, gold, options);
  const std::string gold_text = judge_detail::runnable(pair.gold, options.mode);
  const auto texts = [&](const std::string &predicted, bool plugged) {
    return JudgedTexts{gold_text, judge_detail::runnable(predicted, options.mode), plugged};
  };
  std::vector<JudgedTexts> all;
  const bool may_plug = options.plug_values && judge_detail::is_official(options.mode);
  if (!verdict.right || !may_plug) return {texts(pair.predicted, false)};
  const Plugging plugging(cut_at_values(pair.gold), cut_at_values(pair.predicted));
  const std::uint64_t right = verdict.fillings;
  if (right > 0 && right <= plugging.size()) {
    all.push_back(texts(plugging.filling(right - 1), true));
  } else {
    all.push_back(texts(pair.predicted, false));
  }
  for (std::uint64_t i = 0; i < std::min(plugging.size(), max_fillings); ++i) {
    if (i + 1 != right) all.push_back(texts(plugging.filling(i), true));
  }
  return all;
}

}  // namespace sluice::inline v0
