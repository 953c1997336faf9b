/// The memory limit is per query: correct predictions that take 30 MB stay correct on eight
/// threads, whatever the host allocates in its SQLite and whether its SQLite counts it, and one
/// that takes 400 MB always fails.
///
/// One that would take gigabytes to prepare fails, too.
///
///   memory SAMPLE FOLDER [RUNS]

#include <sqlite3.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "host.h"

namespace {

/// A query with `values` strings of about 900 KB.
std::string query_of(int values) {
  std::string text =
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 440) SELECT 0";
  for (int i = 0; i < values; ++i) {
    text += " + length(group_concat(hex(zeroblob(1000)) || '" + std::to_string(i) + "')) * 0";
  }
  return text + " FROM c";
}

int judged(const sluice_suite *suite, const std::string &predicted) {
  sluice_verdict *verdict = nullptr;
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_judge(suite, "vineyard", SLUICE_NUL, "SELECT 0", SLUICE_NUL,
                                 predicted.c_str(), SLUICE_NUL, nullptr, &verdict, &error));
  HOST_EXPECT(SLUICE_OK, sluice_verdict_get(verdict, &info, &error));
  sluice_verdict_free(verdict);
  return info.verdict;
}

/// The host's own work: allocates and frees up to 256 MB.
class Noise {
 public:
  Noise() : thread_([this] { run(); }) {}
  ~Noise() {
    stop_ = true;
    thread_.join();
  }

 private:
  void run() {
    while (!stop_) {
      std::vector<void *> held;
      for (int i = 0; i < 256; ++i) held.push_back(sqlite3_malloc(1 << 20));
      sqlite3_sleep(20);
      for (void *memory : held) sqlite3_free(memory);
      sqlite3_sleep(20);
    }
  }

  std::atomic<bool> stop_{false};
  std::thread thread_;
};

void judge_on_threads(const sluice_suite *suite, int judgments) {
  const std::string right = query_of(30);
  const std::string large = query_of(440);
  std::atomic<int> wrong{0}, accepted{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < judgments; ++i) wrong += judged(suite, right) != SLUICE_RIGHT ? 1 : 0;
      if (t == 0) accepted += judged(suite, large) != SLUICE_WRONG ? 1 : 0;
    });
  }
  for (std::thread &thread : threads) thread.join();
  HOST_CHECK(wrong == 0);
  HOST_CHECK(accepted == 0);
  // Each reads the previous one twice, so preparing the query would take gigabytes.
  std::string doubled = "WITH a0 AS (SELECT 1 AS x)";
  for (int i = 1; i < 24; ++i) {
    const std::string before = "a" + std::to_string(i - 1);
    doubled +=
        ", a" + std::to_string(i) + " AS (SELECT 1 AS x FROM " + before + " p, " + before + " q)";
  }
  HOST_CHECK(judged(suite, doubled + " SELECT 1 FROM a23") == SLUICE_WRONG);
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) HOST_CHECK(std::atol(line.c_str() + 6) < 3'000'000);  // KiB
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
#ifndef SLUICE_PRIVATE_SQLITE
  std::printf("test skipped: a SQLite that is shared counts for the whole process\n");
  return 0;
#endif
  // A full run takes minutes; a few runs show the same.
  const int runs = argc > 3 ? std::atoi(argv[3]) : 1;
  const int judgments = argc > 3 ? 50 : 3;
  for (const int counted : {1, 0}) {
    sqlite3_shutdown();
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, counted);
    for (int run = 0; run < runs; ++run) {
      sluice_suite *suite = nullptr;
      HOST_EXPECT(SLUICE_OK, sluice_suite_open(argv[1], SLUICE_NUL, &suite, &error));
      judge_on_threads(suite, judgments);
      {
        const Noise noise;
        judge_on_threads(suite, judgments);
      }
      sluice_suite_release(suite);
    }
  }
  return host_failures == 0 ? 0 : 1;
}
