/// Routing questions with the trained ranker, one at a time on one core, over Spider's 166
/// databases: databases, tables and columns with their probabilities. Cold: nothing about words is
/// cached between questions. For comparison, BM25 over databases, tables and columns. SLUICE_DATA
/// is the folder with the benchmark data, SLUICE_CROSS_ENCODER a file that `sluice train quantize
/// --as-cross-encoder` wrote.

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "route/features/ranker_features.hpp"
#include "sluice/benchmark/benchmark_questions.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/catalog_values.hpp"
#include "sluice/route/content_words.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "sluice/route/ranker.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/load.hpp"

namespace {

using namespace sluice;

std::string data(const std::string &name) {
  const char *chosen = std::getenv("SLUICE_DATA");
  return (chosen != nullptr ? std::string(chosen) : std::string(SLUICE_DATA)) + '/' + name;
}

double peak_megabytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Spider {
  std::shared_ptr<const Catalog> catalog = Catalog::make(load(data("spider/tables.json.gz")));
  std::shared_ptr<const JoinGraphs> graphs = std::make_shared<const JoinGraphs>(catalog);
  std::shared_ptr<const LexicalIndex> index = index_catalog(*catalog);
  std::vector<BenchmarkQuestion> questions;

  Spider() {
    const std::string path = data("spider/dev.jsonl.gz");
    questions = read_benchmark_questions(read_file(path), path, *catalog);
  }
};

/// Processor time of this thread, so that other programs do not count.
double processor_seconds() {
  timespec spent{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) + static_cast<double>(spent.tv_nsec) * 1e-9;
}

/// Times `ask(question)` once per question, after an untimed `prepare()`. Times are processor time,
/// except the last two counters.
template <class Prepare, class Ask>
void measure(benchmark::State &state, const Spider &spider, Prepare prepare, Ask ask) {
  std::vector<double> spent, waited;
  for (auto _ : state) {
    prepare();
    const std::string &question = spider.questions[spent.size() % spider.questions.size()].question;
    const auto start = std::chrono::steady_clock::now();
    const double before = processor_seconds();
    benchmark::DoNotOptimize(ask(question));
    spent.push_back(processor_seconds() - before);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    waited.push_back(passed.count());
    state.SetIterationTime(spent.back());
  }
  std::ranges::sort(spent);
  std::ranges::sort(waited);
  const auto micros = [](const std::vector<double> &seconds, double share) {
    return seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1))] * 1e6;
  };
  state.counters["p50_us"] = micros(spent, 0.5);
  state.counters["p99_us"] = micros(spent, 0.99);
  state.counters["wall_p50_us"] = micros(waited, 0.5);
  state.counters["wall_p99_us"] = micros(waited, 0.99);
  state.counters["peak_MB"] = peak_megabytes();
  state.SetItemsProcessed(state.iterations());
}

void nothing() {}

bool missing(benchmark::State &state) {
  if (!std::filesystem::exists(data("spider/dev.jsonl.gz"))) {
    state.SkipWithError("no benchmark data; set SLUICE_DATA");
    return true;
  }
  if (!default_embedder()) {
    state.SkipWithError("no static table in this build");
    return true;
  }
  return false;
}

void bm25(benchmark::State &state) {
  if (missing(state)) return;
  const Spider spider;
  const auto analyzer = spider.index->question_analyzer();
  const Bm25 databases(spider.index, {.granularity = Level::database});
  const Bm25 tables(spider.index, {.granularity = Level::table});
  const Bm25 columns(spider.index, {.granularity = Level::column});
  measure(state, spider, nothing, [&](const std::string &question) {
    const auto terms = analyzer(question);
    return std::vector{databases.scores(terms), tables.scores(terms), columns.scores(terms)};
  });
}

void rank_cold(benchmark::State &state) {
  if (missing(state)) return;
  const Spider spider;
  const Ranker ranker = make_ranker(spider.graphs, spider.index);
  measure(
      state, spider, [&] { ranker.schema().clear_word_cache(); },
      [&](const std::string &question) { return ranker.rank(question); });
}

/// The same with a cross-encoder, on every 16th question. It takes 0.17 GFLOP per token, and about
/// 100 tokens per candidate database, which dominates all other work.
void rank_reading(benchmark::State &state) {
  if (missing(state)) return;
  const char *path = std::getenv("SLUICE_CROSS_ENCODER");
  if (path == nullptr) return state.SkipWithError("no cross-encoder; set SLUICE_CROSS_ENCODER");
  Spider spider;
  std::vector<BenchmarkQuestion> some;
  for (std::size_t i = 0; i < spider.questions.size(); i += 16) some.push_back(spider.questions[i]);
  spider.questions = std::move(some);
  const Ranker ranker = make_ranker(spider.graphs, spider.index, {}, nullptr, nullptr,
                                    std::make_shared<const CrossEncoder>(CrossEncoder::open(path)));
  measure(
      state, spider, [&] { ranker.schema().clear_word_cache(); },
      [&](const std::string &question) { return ranker.rank(question); });
}

/// The same with the values of the databases.
void rank_content_cold(benchmark::State &state) {
  if (missing(state)) return;
  const Spider spider;
  const auto files = find_databases(data("spider/databases"));
  const CatalogValues values = read_values(*spider.catalog, files);
  const Ranker ranker = make_ranker(spider.graphs, spider.index, {}, nullptr, values.index);
  measure(
      state, spider, [&] { ranker.schema().clear_word_cache(); },
      [&](const std::string &question) { return ranker.rank(question); });
  state.counters["values"] = static_cast<double>(values.index->values());
  state.counters["bytes_per_value"] =
      static_cast<double>(values.index->bytes()) / static_cast<double>(values.index->values());
}

/// Finding a question's values alone.
void match_values(benchmark::State &state) {
  if (missing(state)) return;
  const Spider spider;
  const auto files = find_databases(data("spider/databases"));
  const CatalogValues values = read_values(*spider.catalog, files);
  measure(state, spider, nothing,
          [&](const std::string &question) { return values.index->match(question); });
}

void rank_cached(benchmark::State &state) {
  if (missing(state)) return;
  const Spider spider;
  const Ranker ranker = make_ranker(spider.graphs, spider.index);
  for (const BenchmarkQuestion &question : spider.questions) (void)ranker.rank(question.question);
  measure(state, spider, nothing,
          [&](const std::string &question) { return ranker.rank(question); });
}

/// Only the signals, without rows of tables and columns and without a model.
void signals_cold(benchmark::State &state) {
  if (missing(state)) return;
  const Spider spider;
  const Ranker ranker = make_ranker(spider.graphs, spider.index);
  const RankerFeatures features(ranker.schema(), ranker.share_model());
  measure(
      state, spider, [&] { ranker.schema().clear_word_cache(); },
      [&](const std::string &question) { return features.ask(question); });
}

/// The same as `sluice ask`, including reasons and joins; with a mask, the same one for all
/// questions.
void ask_under(benchmark::State &state, bool masked) {
  if (missing(state)) return;
  const Spider spider;
  const Retriever retriever(spider.catalog, spider.index);
  Mask mask(spider.catalog);
  for (std::size_t table = 0; table < spider.catalog->table_count(); table += 7)
    mask.hide(TableId(table));
  AskOptions options;
  if (masked) options.mask = &mask;
  measure(
      state, spider, [&] { retriever.ranker()->schema().clear_word_cache(); },
      [&](const std::string &question) { return retriever.ask(question, options); });
}
void ask_cold(benchmark::State &state) { ask_under(state, false); }
void ask_masked(benchmark::State &state) { ask_under(state, true); }

/// Where the time of `ask` goes: medians of what each stage adds for one question, its words cold.
void ask_by_stage(benchmark::State &state) {
  if (missing(state)) return;
  const Spider spider;
  const Retriever retriever(spider.catalog, spider.index);
  const Ranker &ranker = *retriever.ranker();
  const RankerFeatures features(ranker.schema(), ranker.share_model());
  RankerOptions options;  // as in `ask`
  options.column_databases = AskOptions().databases;
  const Analyzer analyzer = spider.index->question_analyzer();
  std::array<std::vector<double>, 5> until;  // the end of each stage, as if it were the last one
  const auto time = [](std::vector<double> &spent, auto work) {
    const double before = processor_seconds();
    benchmark::DoNotOptimize(work());
    spent.push_back(processor_seconds() - before);
  };
  for (auto _ : state) {
    const std::string &question =
        spider.questions[until[0].size() % spider.questions.size()].question;
    time(until[0], [&] { return std::pair(content_words(question), analyzer(question)); });
    ranker.schema().clear_word_cache();
    const double before = processor_seconds();
    benchmark::DoNotOptimize(features.ask(question));
    const double cold = processor_seconds() - before;
    time(until[2], [&] { return features.ask(question); });  // its words are cached by now
    until[1].push_back(cold - until[2].back());
    time(until[3], [&] { return ranker.rank(question, nullptr, options); });
    time(until[4], [&] { return retriever.ask(question); });
  }
  const auto median = [](std::vector<double> &spent) {
    std::ranges::sort(spent);
    return spent[spent.size() / 2] * 1e6;
  };
  const double words = median(until[0]), matches = median(until[1]), signals = median(until[2]),
               rank = median(until[3]), ask = median(until[4]);
  state.counters["1_words_us"] = words;
  state.counters["2_matches_us"] = matches;
  state.counters["3_signals_us"] = signals - words;
  state.counters["4_rank_us"] = rank - signals;
  state.counters["5_subset_us"] = ask - rank;
  state.counters["all_us"] = ask + matches;
}

/// Time to create a retriever from a catalog and its index.
void prepare(benchmark::State &state) {
  if (missing(state)) return;
  const Spider spider;
  const Retriever first(spider.catalog, spider.index);
  for (auto _ : state) benchmark::DoNotOptimize(Retriever(spider.catalog, spider.index));
  state.counters["peak_MB"] = peak_megabytes();
}

/// How well the ranker distinguishes questions that a database answers from the same questions with
/// that database hidden: fractions at the model's threshold, and the calibration error of
/// probabilities in ten bins.
void nothing_fits(benchmark::State &state) {
  if (missing(state)) return;
  const Spider spider;
  const Ranker ranker = make_ranker(spider.graphs, spider.index);
  std::vector<std::pair<float, bool>> judged;
  for (auto _ : state) {
    judged.clear();
    for (const BenchmarkQuestion &of : spider.questions) {
      Mask without(spider.catalog);
      without.hide(of.database);
      judged.emplace_back(ranker.rank(of.question).fits.value_or(0), true);
      judged.emplace_back(ranker.rank(of.question, &without).fits.value_or(0), false);
    }
  }
  std::ranges::sort(judged);
  const auto half = static_cast<double>(spider.questions.size());
  const float threshold = ranker.weights().fit.threshold;
  double kept = 0, found = 0, below = 0, pairs = 0;
  std::array<double, 10> number{}, predicted{}, observed{};
  for (const auto &[fits, answerable] : judged) {
    if (answerable) {
      kept += fits >= threshold ? 1 : 0;
      pairs += below;
    } else {
      found += fits < threshold ? 1 : 0;
      below += 1;
    }
    const auto bin = std::min<std::size_t>(9, static_cast<std::size_t>(10 * fits));
    number[bin] += 1;
    predicted[bin] += double{fits};
    observed[bin] += answerable ? 1 : 0;
  }
  double off = 0;
  for (std::size_t bin = 0; bin < number.size(); ++bin)
    off += std::abs(predicted[bin] - observed[bin]) / (2 * half);
  state.counters["AUROC"] = pairs / (half * half);
  state.counters["threshold"] = double{threshold};
  state.counters["answerable_kept"] = kept / half;
  state.counters["unanswerable_found"] = found / half;
  state.counters["calibration_error"] = off;
}

BENCHMARK(nothing_fits)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(bm25)->UseManualTime()->Iterations(1034)->Unit(benchmark::kMicrosecond);
BENCHMARK(rank_cold)->UseManualTime()->Iterations(1034)->Unit(benchmark::kMicrosecond);
BENCHMARK(rank_reading)->UseManualTime()->Iterations(65)->Unit(benchmark::kMicrosecond);
BENCHMARK(rank_content_cold)->UseManualTime()->Iterations(1034)->Unit(benchmark::kMicrosecond);
BENCHMARK(match_values)->UseManualTime()->Iterations(1034)->Unit(benchmark::kMicrosecond);
BENCHMARK(rank_cached)->UseManualTime()->Iterations(1034)->Unit(benchmark::kMicrosecond);
BENCHMARK(signals_cold)->UseManualTime()->Iterations(1034)->Unit(benchmark::kMicrosecond);
BENCHMARK(ask_cold)->UseManualTime()->Iterations(1034)->Unit(benchmark::kMicrosecond);
BENCHMARK(ask_by_stage)->Iterations(1034)->Unit(benchmark::kMicrosecond);
BENCHMARK(prepare)->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK(ask_masked)->UseManualTime()->Iterations(1034)->Unit(benchmark::kMicrosecond);

}  // namespace
