#include "sluice/pipeline/suite_run.hpp"

#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "core/kept_path.hpp"
#include "pipeline/partial_suite.hpp"
#include "pipeline/read_source.hpp"
#include "schema/skipped_json.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/suite/suite_file.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::int64_t suite_heap_bytes = std::int64_t{800} << 20;

void check_suite_options(const SuiteRunOptions &options) {
  const auto refuse = [](const char *message) {
    throw Error(ErrorCode::invalid_argument, message);
  };
  if (options.gold.is_given() && !options.golds.empty())
    refuse("gold queries are given twice, as a file and in memory");
  if (!options.gold.is_given() && options.golds.empty()) refuse("no gold queries are given");
  if (options.databases.empty()) refuse("no folder of databases is given");
  if (options.resume && options.out.empty())
    refuse("resume needs the file that the suite is written to");
  if (options.building.shard >= options.building.shards) refuse("there is no such shard");
}

}  // namespace

std::string to_json(const SuiteRunResult &result) {
  JsonWriter writer;
  writer.begin_object();
  write_counts(writer, count(result.suite));
  writer.member("bytes", result.bytes).member("seconds", result.seconds);
  schema_detail::write_skipped(writer, result.skipped);
  writer.end_object();
  return writer.take();
}

SuiteRun::SuiteRun(SuiteRunOptions options)
    : options_(std::move(options)), start_(detail::current_folder()) {
  check_suite_options(options_);
}

std::string SuiteRun::path(const std::string &given) const {
  return given.empty() ? given : detail::kept_path(given, start_);
}

SuiteRunResult SuiteRun::run(const Progress &progress, const CancellationToken &token) const {
  const auto start = std::chrono::steady_clock::now();
  const auto report = [&](std::string_view stage, std::size_t done, std::size_t total) {
    (token.check)();
    progress.step(stage, done, total);
  };
  const SuiteOptions &building = options_.building;
  const std::vector<GoldLine> golds =
      options_.gold.is_given()
          ? read_gold_lines(pipeline_detail::read_source(options_.gold, start_))
          : options_.golds;
  LoadOptions loading;
  loading.samples = 0;
  std::vector<SkippedItem> skipped;
  loading.skipped = &skipped;
  const Databases described =
      options_.tables.empty() ? Databases() : load(path(options_.tables), loading);
  if (options_.limit_heap) limit_sqlite_heap(suite_heap_bytes);

  const std::string out = path(options_.out);
  pipeline_detail::PartialSuite partial(out, settings_of(building), options_.save_every);
  std::vector<SuiteSchema> known;
  if (options_.resume) known = partial.read();
  const auto keep = [&partial](const SuiteSchema &schema) { partial.add(schema); };
  SuiteRunResult result;
  result.skipped = std::move(skipped);
  try {
    result.suite =
        build_suite(golds, path(options_.databases), described, building, std::move(known),
                    Progress(report), SchemaSink(keep), &result.skipped);
  } catch (const Error &error) {
    if (error.code() == ErrorCode::cancelled) partial.save();
    throw;
  }
  if (!out.empty()) {
    write_suite(result.suite, out);
    partial.remove();
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(out, failed);
    if (!failed) result.bytes = bytes;
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace sluice::inline v0
