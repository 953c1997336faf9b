/// A process that cannot start threads: functions that use threads only for speed work without
/// them.

#include <grp.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host.h"
#include "sluice/core/error.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/judge/execution.hpp"
#include "sluice/mcp/server.hpp"

namespace {

constexpr int cannot_be_tried = 77;
constexpr sluice_str vineyard{"vineyard", 8};
constexpr sluice_str right_query{"SELECT label FROM wine WHERE vintage > 2000", 43};

void *nothing(void *) { return nullptr; }

bool starts_threads() {
  pthread_t thread{};
  if (pthread_create(&thread, nullptr, nothing, nullptr) != 0) return false;
  pthread_join(thread, nullptr);
  return true;
}

int32_t stop(void *, const char *, std::uint64_t, std::uint64_t) { return 1; }

void judge(const sluice_suite *suite) {
  sluice_verdict *verdict = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_suite_judge(suite, vineyard.data, vineyard.size, right_query.data,
                                            right_query.size, right_query.data, right_query.size,
                                            nullptr, &verdict, &error));
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
  HOST_EXPECT(SLUICE_OK, sluice_verdict_get(verdict, &info, &error));
  HOST_CHECK(info.verdict == SLUICE_RIGHT);
  sluice_verdict_free(verdict);

  verdict = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_suite_refute(suite, vineyard.data, vineyard.size, right_query.data,
                                             right_query.size, "SELECT label FROM wine", SLUICE_NUL,
                                             nullptr, &verdict, &error));
  sluice_verdict_free(verdict);

  verdict = nullptr;
  sluice_progress progress = SLUICE_PROGRESS_INIT;
  progress.step = stop;
  sluice_judge_options options = SLUICE_JUDGE_OPTIONS_INIT;
  options.progress = &progress;
  HOST_EXPECT(SLUICE_CANCELLED,
              sluice_suite_judge(suite, vineyard.data, vineyard.size, right_query.data,
                                 right_query.size, right_query.data, right_query.size, &options,
                                 &verdict, &error));
}

void build(const char *sample, const sluice_catalog *catalog) {
  const sluice_gold gold{vineyard, right_query};
  sluice_suite *suite = nullptr;
  sluice_suite_options options = SLUICE_SUITE_OPTIONS_INIT;
  options.jobs = 4;
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_build(&gold, 1, sample, SLUICE_NUL, &options, &suite, &error));
  sluice_suite_release(suite);
  sluice_text *text = nullptr;
  sluice_suite_run_options running = SLUICE_SUITE_RUN_OPTIONS_INIT;
  running.golds = &gold;
  running.gold_count = 1;
  running.jobs = 4;
  HOST_EXPECT(SLUICE_OK, sluice_suite_run(nullptr, 0, sample, SLUICE_NUL, "vineyard.suite",
                                          SLUICE_NUL, &running, &text, &error));
  sluice_text_free(text);
  const sluice_score_item item{vineyard, right_query, right_query};
  sluice_score_options scoring = SLUICE_SCORE_OPTIONS_INIT;
  scoring.items = &item;
  scoring.item_count = 1;
  scoring.refute = 1;
  HOST_EXPECT(SLUICE_OK, sluice_score_run(nullptr, 0, nullptr, 0, "vineyard.suite", SLUICE_NUL,
                                          &scoring, &text, &error));
  sluice_text_free(text);
  sluice_index_options indexing = SLUICE_INDEX_OPTIONS_INIT;
  indexing.threads = 4;
  HOST_EXPECT(SLUICE_OK, sluice_index_build(catalog, "index", SLUICE_NUL, &indexing, &error));
}

void use_cpp(const char *sample) {
  std::atomic<int> done = 0;
  sluice::run_jobs(20, 8, [&](std::size_t, const sluice::Progress &) { ++done; });
  HOST_CHECK(done == 20);

  std::vector<sluice::EvaluationItem> items(6);
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i].index = i;
    items[i].database_id = "vineyard";
    items[i].golds = {"SELECT label FROM wine"};
    items[i].predicted = "SELECT label FROM wine WHERE 9 > " + std::to_string(i);
  }
  sluice::ExecutionOptions options;
  options.jobs = 4;
  std::size_t steps = 0;
  const auto report = [&](std::string_view, std::size_t, std::size_t) { ++steps; };
  const sluice::ExecutionScores scores = sluice::score_execution(
      items, sluice::SqliteFolder(sample), options, sluice::Progress(report));
  for (const auto &verdict : scores.verdicts) HOST_CHECK(verdict && verdict->right);
  HOST_CHECK(steps >= items.size());
}

class NoTools final : public sluice::mcp::Tools {
 public:
  std::span<const sluice::mcp::Tool> list() const noexcept override { return {}; }
  std::string call(std::size_t, const sluice::mcp::Arguments &,
                   const sluice::CancellationToken &) override {
    return "{}";
  }
};

/// If a thread is needed, the error says what to do.
template <class Call>
void check_refused(Call call) {
  try {
    call();
    std::fprintf(stderr, "a thread was started\n");
    ++host_failures;
  } catch (const sluice::Error &error) {
    HOST_CHECK(error.code() == sluice::ErrorCode::limit_exceeded);
    HOST_CHECK(error.message().find("ulimit -u") != std::string::npos);
  }
}

void serve() {
  const auto tools = std::make_shared<NoTools>();
  check_refused([&] { const sluice::mcp::Session watched(tools, {}); });
  sluice::mcp::SessionOptions unwatched;
  unwatched.seconds = 0;
  sluice::mcp::Session session(tools, unwatched);
  check_refused([&] {
    sluice::mcp::serve(
        session, [](char *, std::size_t) { return std::size_t{0}; },
        [](std::string_view) { return true; });
  });
}

int use_without_threads(const char *sample) {
  if (geteuid() == 0 && (setgroups(0, nullptr) != 0 || setgid(65534) != 0 || setuid(65534) != 0))
    return cannot_be_tried;
  const rlimit none{0, 0};
  if (setrlimit(RLIMIT_NPROC, &none) != 0 || starts_threads() || access(sample, R_OK | X_OK) != 0 ||
      access(".", W_OK | X_OK) != 0)
    return cannot_be_tried;
  sluice_catalog *catalog = nullptr;
  sluice_retriever *retriever = nullptr;
  sluice_subset *subset = nullptr;
  sluice_suite *suite = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(sample, SLUICE_NUL, nullptr, &catalog, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, nullptr, &retriever, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retrieve(retriever, "asking rent by city", SLUICE_NUL, nullptr,
                                         nullptr, &subset, &error));
  HOST_EXPECT(SLUICE_OK, sluice_suite_open(sample, SLUICE_NUL, &suite, &error));
  judge(suite);
  build(sample, catalog);
  use_cpp(sample);
  serve();
  sluice_suite_release(suite);
  sluice_subset_free(subset);
  sluice_retriever_release(retriever);
  sluice_catalog_release(catalog);
  return host_failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3 || chmod(argv[2], 0777) != 0 || chdir(argv[2]) != 0) return 2;
  const pid_t child = fork();
  if (child == 0) _exit(use_without_threads(argv[1]));
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 2;
  if (WIFEXITED(status) && WEXITSTATUS(status) == cannot_be_tried) {
    puts("test skipped: threads cannot be forbidden here");
    return 0;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
