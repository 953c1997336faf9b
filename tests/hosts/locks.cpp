/// A host writes to a SQLite database while the library reads it: no call drops the host's locks,
/// in rollback and in WAL mode, even if it fails; and it reads a consistent state.

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "host_database.hpp"
#include "sluice/core/file.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/pipeline/live_retriever.hpp"
#include "sluice/schema/column_values.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sources.hpp"

namespace {

namespace fs = std::filesystem;

using host::Connection;

/// The paths of the database and its folder.
struct Place {
  std::string folder;
  std::string path;
};

constexpr const char *gold = "SELECT label FROM wine WHERE vintage > 2000";
constexpr const char *predicted = "SELECT label FROM wine WHERE vintage >= 2000";

sluice_catalog *loaded(const std::string &path, const sluice_catalog *before) {
  sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
  sluice_catalog *catalog = nullptr;
  options.before = before;
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(path.c_str(), SLUICE_NUL, &options, &catalog, &error));
  return catalog;
}

void load(const std::string &path) {
  sluice_catalog *first = loaded(path, nullptr);
  sluice_catalog_release(loaded(path, first));
  sluice_catalog_release(first);
}

/// If locks are not possible, a file that changes continuously is an error.
bool is_sandboxed = false;

void index(const Place &at) {
  const std::string folder = at.folder + "/../index";
  sluice_catalog *catalog = loaded(at.path, nullptr);
  HOST_EXPECT(SLUICE_OK, sluice_index_build(catalog, folder.c_str(), SLUICE_NUL, nullptr, &error));
  sluice_catalog_release(loaded(folder, nullptr));
  sluice_catalog_release(catalog);
}

sluice_suite *opened(const std::string &path) {
  sluice_suite *suite = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_suite_open(path.c_str(), SLUICE_NUL, &suite, &error));
  return suite;
}

void judge(const std::string &path) {
  sluice_suite *suite = opened(path);
  sluice_verdict *verdict = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_suite_judge(suite, "vineyard", SLUICE_NUL, gold, SLUICE_NUL,
                                            predicted, SLUICE_NUL, nullptr, &verdict, &error));
  sluice_verdict_free(verdict);
  sluice_suite_release(suite);
}

void refute(const std::string &path) {
  sluice_refute_options options = SLUICE_REFUTE_OPTIONS_INIT;
  sluice_suite *suite = opened(path);
  sluice_verdict *verdict = nullptr;
  options.mined = 1;
  options.databases = 20;
  HOST_EXPECT(SLUICE_OK, sluice_suite_refute(suite, "vineyard", SLUICE_NUL, gold, SLUICE_NUL,
                                             predicted, SLUICE_NUL, &options, &verdict, &error));
  sluice_verdict_free(verdict);
  sluice_suite_release(suite);
}

void build_suite(const Place &at) {
  const sluice_gold golds[] = {{{"vineyard", 8}, {gold, std::strlen(gold)}}};
  sluice_suite *suite = nullptr;
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_build(golds, 1, at.folder.c_str(), SLUICE_NUL, nullptr, &suite, &error));
  sluice_suite_release(suite);
}

void run_suite(const Place &at) {
  const sluice_gold golds[] = {{{"vineyard", 8}, {gold, std::strlen(gold)}}};
  const std::string file = at.folder + "/../vineyard.suite";
  sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
  sluice_text *text = nullptr;
  options.golds = golds;
  options.gold_count = 1;
  options.mutators = SLUICE_MUTATORS_TREE;
  HOST_EXPECT(SLUICE_OK, sluice_suite_run(nullptr, 0, at.folder.c_str(), SLUICE_NUL, file.c_str(),
                                          SLUICE_NUL, &options, &text, &error));
  sluice_text_free(text);
}

void run_score(const Place &at) {
  const sluice_score_item item = {
      {"vineyard", 8}, {gold, std::strlen(gold)}, {predicted, std::strlen(predicted)}};
  sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
  sluice_text *text = nullptr;
  options.items = &item;
  options.item_count = 1;
  options.refute = 1;
  options.mined = 1;
  options.refute_databases = 20;
  HOST_EXPECT(SLUICE_OK, sluice_score_run(nullptr, 0, nullptr, 0, at.folder.c_str(), SLUICE_NUL,
                                          &options, &text, &error));
  sluice_text_free(text);
}

void audit(const Place &at) {
  const sluice_gold golds[] = {{{"vineyard", 8}, {gold, std::strlen(gold)}}};
  sluice_text *report = nullptr;
  HOST_EXPECT(SLUICE_OK,
              sluice_audit(at.path.c_str(), SLUICE_NUL, golds, 1, nullptr, &report, &error));
  sluice_text_free(report);
}

void answer(const Place &at) {
  sluice_answer_options options = SLUICE_ANSWER_OPTIONS_INIT;
  sluice_catalog *catalog = loaded(at.path, nullptr);
  sluice_retriever *retriever = nullptr;
  sluice_suite *databases = opened(at.folder);
  sluice_text *text = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, nullptr, &retriever, &error));
  options.databases = databases;
  HOST_EXPECT(SLUICE_OK, sluice_answer(retriever, "labels of wines by vintage", SLUICE_NUL, nullptr,
                                       &options, &text, &error));
  sluice_text_free(text);
  sluice_suite_release(databases);
  sluice_retriever_release(retriever);
  sluice_catalog_release(catalog);
}

/// Functions for other file types that receive a database by mistake.
void mistake(const Place &at) {
  sluice_examples *examples = nullptr;
  sluice_error *error = nullptr;
  for (const std::string &path : {at.path, at.path + "-wal", at.path + "-shm"}) {
    sluice_examples_open(nullptr, nullptr, path.c_str(), SLUICE_NUL, &examples, &error);
    sluice_examples_release(examples);
    sluice_error_free(error);
    examples = nullptr;
    error = nullptr;
    if (fs::exists(path)) {
      sluice::read_file(path);
      sluice::MappedFile{path};
    }
  }
}

void follow(const Place &at) {
  sluice::LiveRetriever retriever({sluice::PathSource(at.folder)});
  retriever.update();
}

void read_values(const Place &at) {
  const auto database = sluice::load_sqlite(at.path);
  sluice::visit_values(at.path, *database, {}, [](std::size_t, std::string_view) {});
}

struct Call {
  const char *name;
  std::function<void(const Place &)> run;
};

const std::vector<Call> calls = {
    {"catalog_load of a file", [](const Place &at) { load(at.path); }},
    {"catalog_load of a folder", [](const Place &at) { load(at.folder); }},
    {"index_build", index},
    {"suite_judge of a file", [](const Place &at) { judge(at.path); }},
    {"suite_judge of a folder", [](const Place &at) { judge(at.folder); }},
    {"suite_refute of a file", [](const Place &at) { refute(at.path); }},
    {"suite_refute of a folder", [](const Place &at) { refute(at.folder); }},
    {"suite_build", build_suite},
    {"suite_run", run_suite},
    {"score_run", run_score},
    {"audit", audit},
    {"answer", answer},
    {"a database where another file is expected", mistake},
    {"LiveRetriever", follow},
    {"find_databases", [](const Place &at) { sluice::find_databases(at.folder); }},
    {"visit_values", read_values},
    {"SqliteFolder", [](const Place &at) { sluice::SqliteFolder(at.folder).find("vineyard"); }},
};

Place fresh(const std::string &sample, const std::string &work, const std::string &mode) {
  const Place at{work + "/databases", work + "/databases/vineyard.sqlite"};
  fs::remove_all(work);
  fs::create_directories(at.folder);
  fs::copy_file(sample + "/vineyard.sqlite", at.path);
  Connection made(at.path);
  made.must("PRAGMA journal_mode = " + mode);
  made.must("CREATE TABLE noted (number INTEGER PRIMARY KEY, text TEXT)");
  made.must("CREATE TABLE every (number INTEGER PRIMARY KEY, round INTEGER, text TEXT)");
  made.must("INSERT INTO every WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c "
            "LIMIT 100) SELECT x, 0, hex(zeroblob(700)) FROM c");
  return at;
}

void keeps_locks(const std::string &sample, const std::string &work, const std::string &mode,
                 const Call &call) {
  const Place at = fresh(sample, work, mode);
  Connection writer(at.path);
  const int before = host_failures;
  writer.must("BEGIN IMMEDIATE");
  writer.must("UPDATE wine SET alcohol_pct = 1");
  HOST_CHECK(host::run_child("lock", at.path) == SQLITE_BUSY);
  call.run(at);
  HOST_CHECK(host::run_child("lock", at.path) == SQLITE_BUSY);
  writer.must("INSERT INTO noted VALUES (1, 'kept')");
  writer.must("COMMIT");
  HOST_CHECK(host::run_child("count", at.path) == 1);
  // Another process that opens and closes the database does not remove its log.
  call.run(at);
  HOST_CHECK(host::run_child("lock", at.path) == SQLITE_OK);
  writer.must("INSERT INTO noted VALUES (2, 'kept')");
  HOST_CHECK(host::run_child("count", at.path) == 2);
  HOST_CHECK(writer.ask("PRAGMA integrity_check") == "ok");
  if (host_failures != before) std::fprintf(stderr, "after %s, %s\n", call.name, mode.c_str());
}

/// Loads the database. On a busy machine, the writer may hold its locks for longer than a reader
/// waits; then the reader tries again.
sluice_status load_patiently(const std::string &path, sluice_catalog **catalog,
                             sluice_error **failure) {
  for (int tries = 0;; ++tries) {
    const sluice_status status =
        sluice_catalog_load(path.c_str(), SLUICE_NUL, nullptr, catalog, failure);
    constexpr int max_tries = 20;
    if (status != SLUICE_IO || is_sandboxed || tries == max_tries) return status;
    if (std::strstr(sluice_error_message(*failure).data, "database is locked") == nullptr)
      return status;
    sluice_error_free(*failure);
    *failure = nullptr;
  }
}

/// Each transaction adds two rows, so every consistent state has an even number of rows.
void reads_one_state(const std::string &sample, const std::string &work, const std::string &mode) {
  const Place at = fresh(sample, work, mode);
  constexpr int rounds = 200;
  Connection writer(at.path);
  HOST_CHECK(writer.ask("SELECT count(*) FROM noted") == "0");
  std::thread writing([&] {
    sqlite3_sleep(1);
    const std::string filler(3000, 'x');
    for (int i = 0; i < rounds; ++i) {
      while (writer.run("BEGIN IMMEDIATE") != SQLITE_OK) sqlite3_sleep(1);
      writer.must("INSERT INTO noted VALUES (" + std::to_string(2 * i) + ", '" + filler + "')");
      writer.must("INSERT INTO noted VALUES (" + std::to_string(2 * i + 1) + ", '" + filler + "')");
      writer.must("UPDATE every SET round = " + std::to_string(i));
      while (writer.run("COMMIT") != SQLITE_OK) sqlite3_sleep(1);
      // Checkpoint, as happens automatically from time to time.
      if (i % 2 == 0) writer.run("PRAGMA wal_checkpoint(TRUNCATE)");
    }
  });
  sluice_suite *suite = opened(at.folder);
  for (int i = 0; i < rounds; ++i) {
    sluice_verdict *verdict = nullptr;
    sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
    sluice_catalog *catalog = nullptr;
    sluice_error *failure = nullptr;
    sluice_status status = load_patiently(at.path, &catalog, &failure);
    if (status != SLUICE_OK && !(is_sandboxed && status == SLUICE_IO)) {
      std::fprintf(stderr, "%s, round %d%s: load gave %s\n", mode.c_str(), i,
                   is_sandboxed ? ", in a sandbox" : "", sluice_error_message(failure).data);
      ++host_failures;
    }
    sluice_catalog_release(catalog);
    sluice_error_free(failure);
    failure = nullptr;
    status = sluice_suite_judge(
        suite, "vineyard", SLUICE_NUL, "SELECT 0, 1, 'ok'", SLUICE_NUL,
        "SELECT (SELECT count(*) % 2 FROM noted), (SELECT coalesce(min(round) = max(round), 1) FROM "
        "every), (SELECT CASE WHEN max(length(text)) IS NULL OR "
        "max(length(text)) = 3000 THEN 'ok' END FROM noted)",
        SLUICE_NUL, nullptr, &verdict, &failure);
    if (is_sandboxed && status == SLUICE_IO) {
      sluice_error_free(failure);
      continue;
    }
    host_expect(__FILE__, __LINE__, "judge", SLUICE_OK, status, failure);
    HOST_EXPECT(SLUICE_OK, sluice_verdict_get(verdict, &info, &error));
    if (info.verdict != SLUICE_RIGHT) {
      std::fprintf(stderr, "%s, round %d%s: a state that never was: %s\n", mode.c_str(), i,
                   is_sandboxed ? ", in a sandbox" : "", sluice_verdict_json(verdict).data);
      ++host_failures;
    }
    sluice_verdict_free(verdict);
  }
  writing.join();
  sluice_suite_release(suite);
  Connection reader(at.path);
  HOST_CHECK(reader.ask("SELECT count(*) FROM noted") == std::to_string(2 * rounds));
  HOST_CHECK(reader.ask("PRAGMA integrity_check") == "ok");
}

/// Simulates a sandbox that does not allow threads their own descriptor table.
bool refuse_isolation() {
  sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog filter{std::size(rules), rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const std::string first = argv[1];
  if (first == "lock" || first == "count") return host::be_child(first, argv[2]);
  const std::string work = std::string(argv[2]) + "/locks";
  const auto try_all = [&] {
    for (const std::string mode : {"DELETE", "TRUNCATE", "WAL"}) {
      for (const Call &call : calls) keeps_locks(first, work, mode, call);
      reads_one_state(first, work, mode);
    }
  };
  try_all();
  if (refuse_isolation()) {
    is_sandboxed = true;
    try_all();
  }
  fs::remove_all(work);
  return host_failures == 0 ? 0 : 1;
}
