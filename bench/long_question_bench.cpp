/// The time for very long questions: a megabyte in several kinds of text, by Retriever::ask over
/// Spider's 166 databases (or the file of SLUICE_LONG_CATALOG), compared to a question of Spider;
/// and the processor time that a call takes after it is cancelled. SLUICE_DATA is the folder with
/// the benchmark data.

#include <benchmark/benchmark.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/random.hpp"
#include "sluice/pipeline/retriever.hpp"
#include "sluice/schema/load.hpp"

namespace {

using namespace sluice;

constexpr std::size_t megabyte = std::size_t{1} << 20;

std::string catalog_path() {
  if (const char *chosen = std::getenv("SLUICE_LONG_CATALOG")) return chosen;
  const char *folder = std::getenv("SLUICE_DATA");
  return (folder != nullptr ? std::string(folder) : std::string(SLUICE_DATA)) +
         "/spider/tables.json.gz";
}

const Retriever *retriever(benchmark::State &state) {
  static const std::unique_ptr<const Retriever> made = [] {
    try {
      return std::make_unique<const Retriever>(Catalog::make(load(catalog_path())));
    } catch (const Error &) {
      return std::unique_ptr<const Retriever>();
    }
  }();
  if (made == nullptr) state.SkipWithError("skipped: there is no benchmark data");
  return made.get();
}

std::string repeated(std::string_view piece) {
  std::string text;
  while (text.size() < megabyte) text += piece;
  return text;
}

/// Random letters with a space after every `letters`; 0: no spaces.
std::string random_words(std::size_t letters) {
  Random random(1);
  std::string text;
  while (text.size() < megabyte) {
    const bool ends = letters != 0 && text.size() % (letters + 1) == letters;
    text += ends ? ' ' : static_cast<char>('a' + random.below(26));
  }
  return text;
}

void ask(benchmark::State &state, const std::string &question) {
  const Retriever *asked = retriever(state);
  if (asked == nullptr) return;
  for (auto _ : state) benchmark::DoNotOptimize(asked->ask(question));
}

/// Processor time of one thread, so that other programs do not count.
double processor_seconds(clockid_t thread) {
  timespec spent{};
  ::clock_gettime(thread, &spent);
  return static_cast<double>(spent.tv_sec) + static_cast<double>(spent.tv_nsec) * 1e-9;
}

/// Processor time from a cancellation, at a random moment of the call, to the end of the call.
void cancel(benchmark::State &state, const std::string &question) {
  const Retriever *asked = retriever(state);
  if (asked == nullptr) return;
  clockid_t asking{};
  ::pthread_getcpuclockid(::pthread_self(), &asking);
  const double first = processor_seconds(asking);
  asked->ask(question);
  const double whole = processor_seconds(asking) - first;
  constexpr int moments = 32;
  int moment = 0;
  double longest = 0;
  for (auto _ : state) {
    const CancellationToken token;
    AskOptions options;
    options.token = &token;
    const double begin = processor_seconds(asking);
    const double when = begin + whole * moment / moments;
    std::atomic<double> cancelled{0};
    std::thread other([&] {
      while (processor_seconds(asking) < when) std::this_thread::yield();
      cancelled = processor_seconds(asking);
      token.cancel();
    });
    bool was_cancelled = false;
    try {
      asked->ask(question, options);
    } catch (const Error &) {
      was_cancelled = true;
    }
    const double end = processor_seconds(asking);
    // If the call has already returned, the thread continues to use time.
    while (processor_seconds(asking) < when) continue;
    other.join();
    const double seconds = was_cancelled ? end - cancelled : 0;
    longest = std::max(longest, seconds);
    state.SetIterationTime(seconds);
    moment = (moment + 1) % moments;
  }
  state.counters["longest_ms"] = 1000 * longest;
}

}  // namespace

int main(int argc, char **argv) {
  const std::vector<std::pair<std::string, std::string>> questions{
      {"ordinary", "What are the names of all singers who are older than 30?"},
      {"one_word", random_words(0)},
      {"many_words", random_words(6)},
      {"short_words", random_words(2)},
      {"chinese", repeated("中文")},
      {"digits", repeated("7")},
      {"numbers", repeated("42 ")},
      {"quotes", repeated("'\"") + "rent"},
      {"camel_case", repeated("aB")},
      {"letters_digits", repeated("a1")},
      {"emoji", repeated("😀") + "rent"},
      {"combining_marks", repeated("e\u0301")},
      {"ligatures", repeated("\uFDFA")},
      {"hyphens", repeated("rent-")},
      {"mixed", repeated("Rent 12 中 x_y-Z 'q' ½ ")}};
  for (const auto &[name, question] : questions) {
    benchmark::RegisterBenchmark(("ask/" + name).c_str(), ask, question)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("cancel/many_words", cancel, random_words(6))
      ->Unit(benchmark::kMillisecond)
      ->UseManualTime()
      ->Iterations(128);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
