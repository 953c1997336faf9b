/// Relative paths keep their meaning when the current folder changes.

#include <unistd.h>

#include <filesystem>
#include <string>

#include "host.h"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/pipeline/index_update.hpp"
#include "sluice/pipeline/live_retriever.hpp"
#include "sluice/pipeline/score_run.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/pipeline/suite_run.hpp"

namespace {

namespace fs = std::filesystem;

const char *const query = "SELECT label FROM wine";

void go_to(const fs::path &folder) { HOST_CHECK(chdir(folder.c_str()) == 0); }

void use_suite(const sluice_suite *suite) {
  sluice_verdict *verdict = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_suite_judge(suite, "vineyard", SLUICE_NUL, query, SLUICE_NUL, query,
                                            SLUICE_NUL, nullptr, &verdict, &error));
  sluice_verdict_free(verdict);
  verdict = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_suite_refute(suite, "vineyard", SLUICE_NUL, query, SLUICE_NUL,
                                             query, SLUICE_NUL, nullptr, &verdict, &error));
  sluice_verdict_free(verdict);
}

/// Checks that a message names the folder as it was given.
void check_message(const sluice_suite *suite, const std::string &folder) {
  sluice_verdict *verdict = nullptr;
  sluice_error *error = nullptr;
  HOST_CHECK(sluice_suite_judge(suite, "nowhere", SLUICE_NUL, query, SLUICE_NUL, query, SLUICE_NUL,
                                nullptr, &verdict, &error) == SLUICE_NOT_FOUND);
  HOST_CHECK(sluice_error_where(error).data == folder);
  sluice_error_free(error);
}

void use_c(const fs::path &sample) {
  sluice_suite *suite = nullptr;
  sluice_suite *file = nullptr;
  sluice_catalog *catalog = nullptr;
  go_to(sample.parent_path());
  const std::string name = sample.filename();
  HOST_EXPECT(SLUICE_OK, sluice_suite_open(name.c_str(), SLUICE_NUL, &suite, &error));
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_open((name + "/vineyard.sqlite").c_str(), SLUICE_NUL, &file, &error));
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(name.c_str(), SLUICE_NUL, nullptr, &catalog, &error));
  for (const fs::path &folder : {sample.parent_path(), fs::path("/"), sample}) {
    go_to(folder);
    use_suite(suite);
    use_suite(file);
    check_message(suite, name);
    sluice_catalog *again = nullptr;
    sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
    options.before = catalog;
    HOST_EXPECT(SLUICE_OK,
                sluice_catalog_load(sample.c_str(), SLUICE_NUL, &options, &again, &error));
    sluice_catalog_release(again);
  }
  sluice_catalog_release(catalog);
  sluice_suite_release(file);
  sluice_suite_release(suite);
}

void use_cpp(const fs::path &sample, const fs::path &work) {
  fs::remove_all(work / "databases");
  fs::remove_all(work / "index");
  fs::create_directory(work / "databases");
  fs::copy_file(sample / "vineyard.sqlite", work / "databases/vineyard.sqlite");
  go_to(work);
  sluice::LiveRetriever live({sluice::PathSource("databases")});
  sluice::IndexUpdater updater("index", {sluice::PathSource("databases")});
  const sluice::SourceDatabases databases({"databases"});
  HOST_CHECK(updater.update().written);
  go_to("/");
  HOST_CHECK(live.update().delta.empty());
  HOST_CHECK(!updater.update().written);
  fs::copy_file(sample / "rental_homes.sqlite", work / "databases/rental_homes.sqlite");
  HOST_CHECK(live.update().delta.put.size() == 1);
  HOST_CHECK(updater.update().written);
  HOST_CHECK(sluice::is_index_folder(work / "index"));
  HOST_CHECK(!fs::exists("/index"));
  HOST_CHECK(databases.find("vineyard").databases.size() == 1);
}

/// Options that were given in one folder, and runs in another.
void use_runs(const fs::path &work) {
  fs::remove(work / "run.suite");
  fs::remove(work / "run.json");
  go_to(work);
  sluice::write_file("run.sql", std::string(query) + "\tvineyard\n");
  sluice::SuiteRunOptions building;
  building.gold.name = "run.sql";
  building.databases = "databases";
  building.out = "run.suite";
  building.building.mutators = sluice::MutatorSet::tree;
  const sluice::SuiteRun suite_run(building);
  sluice::ScoreRunOptions scoring;
  scoring.gold.name = scoring.predicted.name = "run.sql";
  scoring.suite = "run.suite";
  scoring.reports = {"run.json"};
  const sluice::ScoreRun score_run(scoring);
  go_to("/");
  suite_run.run();
  HOST_CHECK(score_run.run().score == 1);
  HOST_CHECK(fs::exists(work / "run.suite") && fs::exists(work / "run.json"));
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const fs::path sample = fs::absolute(argv[1]);
  const fs::path work = fs::absolute(argv[2]);
  try {
    use_c(sample);
    use_cpp(sample, work);
    use_runs(work);
  } catch (const std::exception &error) {
    fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return host_failures == 0 ? 0 : 1;
}
