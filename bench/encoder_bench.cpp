/// What a vector costs: a question of 14 tokens through the encoder on every instruction set, in
/// both precisions, and in batches; the static table. Beside the encoder, in the same run, Eigen's
/// products of the same shapes in 32-bit floats and nothing else (`eigen_over_this` is how many
/// times longer the faster of them takes), and what memory allows (a copy of as many bytes).
///
/// All on one thread. `min_ms` is the least of all iterations, of the thread's own time: where
/// other programs share the machine, the rest is theirs. The encoder's folder is taken from
/// SLUICE_ENCODER (cmake/encoder_weights.sh fetches one), the benchmark data from SLUICE_DATA.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eigen_products.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "sluice/schema/load.hpp"

namespace {

using namespace sluice;

constexpr std::string_view question = "What is the name of the oldest singer in the stadium?";
constexpr std::size_t question_tokens = 14;  // [CLS] and [SEP] among them
constexpr bench::NetworkShape shape;         // that of the reference encoder
constexpr double never = std::numeric_limits<double>::infinity();

/// The fastest of Eigen's products so far; the benches run in the order in which they stand here.
double eigen_seconds = never;

/// This thread's own: where other programs share the machine, their slices do not count.
double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The least time of a call.
class Least {
 public:
  template <class Call>
  void time(Call call) {
    const double start = thread_seconds();
    call();
    seconds_ = std::min(seconds_, thread_seconds() - start);
  }
  double value() const { return seconds_; }

 private:
  double seconds_ = never;
};

void report(benchmark::State &state, const Least &least, double bytes) {
  state.counters["min_ms"] = least.value() * 1e3;
  state.counters["GB_per_s"] = bytes / least.value() / 1e9;
}

double resident_megabytes() {
  std::ifstream status("/proc/self/statm");
  std::size_t pages = 0;
  status >> pages >> pages;
  return static_cast<double>(pages) * 4096 / 1e6;
}

std::string data(const std::string &name) {
  const char *chosen = std::getenv("SLUICE_DATA");
  return (chosen != nullptr ? std::string(chosen) : std::string(SLUICE_DATA)) + '/' + name;
}

std::string encoder_folder() {
  const char *chosen = std::getenv("SLUICE_ENCODER");
  return chosen != nullptr ? chosen : SLUICE_ENCODER;
}

/// The encoder on an instruction set; nothing, and the reason in `state`, where it cannot run.
std::optional<Encoder> encoder(benchmark::State &state, EncoderPrecision precision,
                               const char *kernels) {
  static std::optional<Encoder> loaded[2];
  try {
    std::optional<Encoder> &one = loaded[precision == EncoderPrecision::int8 ? 1 : 0];
    if (!one) one = Encoder::load(encoder_folder(), precision);
    return one->on(kernels);
  } catch (const Error &error) {
    state.SkipWithError(error.what());
    return std::nullopt;
  }
}

void copy_memory(benchmark::State &state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::vector<char> from(size, 'x');
  std::vector<char> to(size);
  Least least;
  for (auto _ : state) {
    least.time([&] { std::memcpy(to.data(), from.data(), size); });
    benchmark::DoNotOptimize(to.data());
  }
  report(state, least, static_cast<double>(size));
}
BENCHMARK(copy_memory)
    ->Arg(shape.weights() * sizeof(float))
    ->Arg(shape.weights())
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);

using MakeProducts = bench::EigenProducts *(*)(const bench::NetworkShape &, std::size_t);

void eigen_products(benchmark::State &state, MakeProducts make) {
  const std::unique_ptr<bench::EigenProducts> products(make(shape, question_tokens));
  if (products == nullptr) return state.SkipWithError("not for this processor");
  Least least;
  for (auto _ : state) least.time([&] { products->run(); });
  eigen_seconds = std::min(eigen_seconds, least.value());
  report(state, least, static_cast<double>(shape.weights() * sizeof(float)));
}
BENCHMARK_CAPTURE(eigen_products, plain, bench::eigen_products_plain)
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(eigen_products, avx2, bench::eigen_products_avx2)
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);

constexpr auto float32 = EncoderPrecision::float32;
constexpr auto int8 = EncoderPrecision::int8;

void embed_question(benchmark::State &state, EncoderPrecision precision, const char *kernels) {
  const auto model = encoder(state, precision, kernels);
  if (!model) return;
  std::vector<std::uint32_t> ids;
  model->tokenizer().encode(question, ids, true);
  if (ids.size() != question_tokens) return state.SkipWithError("another tokenizer");
  std::vector<float> vector(model->dimensions());
  Least least;
  for (auto _ : state) least.time([&] { model->embed({&question, 1}, vector); });
  const std::size_t size = precision == int8 ? 1 : sizeof(float);
  report(state, least, static_cast<double>(shape.weights() * size));
  if (eigen_seconds < never) state.counters["eigen_over_this"] = eigen_seconds / least.value();
}
BENCHMARK_CAPTURE(embed_question, fp32_plain, float32, "plain")
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_question, fp32_avx2, float32, "avx2")
    ->Iterations(500)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_question, fp32_avx512, float32, "avx512")
    ->Iterations(500)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_question, int8_plain, int8, "plain")
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_question, int8_avx2, int8, "avx2")
    ->Iterations(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_question, int8_avx512, int8, "avx512")
    ->Iterations(1000)
    ->Unit(benchmark::kMillisecond);

/// What is embedded of Spider: its columns as "database table column", and its dev questions.
struct Spider {
  std::vector<std::string> columns;
  std::vector<std::string> questions;
};

/// Null, and the reason in `state`, where the data is not there.
const Spider *spider(benchmark::State &state) {
  if (!std::filesystem::exists(data("spider/dev.jsonl.gz"))) {
    state.SkipWithError("no benchmark data; set SLUICE_DATA");
    return nullptr;
  }
  static const Spider read = [] {
    Spider spider;
    spider.columns = column_texts(*Catalog::make(load(data("spider/tables.json.gz"))));
    const std::string path = data("spider/dev.jsonl.gz");
    each_json_line(read_file(path), path, [&](JsonValue line) {
      spider.questions.emplace_back(line.at("question").as_string());
    });
    return spider;
  }();
  return &read;
}

std::vector<std::string_view> views(const std::vector<std::string> &texts, std::size_t most) {
  return {texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(std::min(most, texts.size()))};
}

/// Columns' names in one call; the encoder puts texts of like length together.
void embed_columns(benchmark::State &state, EncoderPrecision precision, const char *kernels) {
  const auto model = encoder(state, precision, kernels);
  const Spider *texts = model ? spider(state) : nullptr;
  if (texts == nullptr) return;
  const std::vector<std::string_view> names = views(texts->columns, 512);
  std::vector<float> vectors(names.size() * model->dimensions());
  Least least;
  for (auto _ : state) least.time([&] { model->embed(names, vectors); });
  state.counters["min_ms"] = least.value() * 1e3;
  state.counters["names_per_s"] = static_cast<double>(names.size()) / least.value();
}
BENCHMARK_CAPTURE(embed_columns, fp32_plain, float32, "plain")
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_columns, fp32_avx2, float32, "avx2")
    ->Iterations(10)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_columns, fp32_avx512, float32, "avx512")
    ->Iterations(10)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_columns, int8_avx2, int8, "avx2")
    ->Iterations(20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_columns, int8_avx512, int8, "avx512")
    ->Iterations(20)
    ->Unit(benchmark::kMillisecond);

/// The static table, each text with its tokens: one call a text, or one for all.
void embed_statically(benchmark::State &state, const std::vector<std::string> Spider::*kind,
                      bool one_by_one) {
  if (!StaticEmbedder::is_shipped()) return state.SkipWithError("built without the static table");
  const Spider *pack = spider(state);
  if (pack == nullptr) return;
  const std::vector<std::string_view> texts = views(pack->*kind, (pack->*kind).size());
  const double before = resident_megabytes();
  const StaticEmbedder table = StaticEmbedder::shipped();
  std::vector<float> vectors(texts.size() * table.dimensions());
  Least least;
  for (auto _ : state) {
    least.time([&] {
      if (!one_by_one) return table.embed(texts, vectors);
      const std::span<float> one(vectors.data(), table.dimensions());
      for (const std::string_view text : texts) table.embed({&text, 1}, one);
    });
  }
  const auto count = static_cast<double>(texts.size());
  state.counters["min_us_a_text"] = least.value() / count * 1e6;
  state.counters["texts_per_s"] = count / least.value();
  // Of the first of these benches: the table's pages and the vectors.
  state.counters["resident_MB_more"] = resident_megabytes() - before;
}
BENCHMARK_CAPTURE(embed_statically, questions, &Spider::questions, true)
    ->Iterations(100)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(embed_statically, columns, &Spider::columns, false)
    ->Iterations(50)
    ->Unit(benchmark::kMillisecond);

}  // namespace
