/* A host that links its own SQLite, built with other options than the system's. The library gives
 * its usual answers or, if it has to share that SQLite and cannot, reports that in one line. */

#include <sqlite3.h>

#include "../host.h"

static int ask_own(void) {
  sqlite3 *database = NULL;
  int status = sqlite3_open(":memory:", &database);
  if (status == SQLITE_OK) {
    status =
        sqlite3_exec(database, "CREATE TABLE t (a); INSERT INTO t VALUES (1)", NULL, NULL, NULL);
  }
  sqlite3_close(database);
  return status;
}

static void judge(const char *folder) {
  static const char gold[] = "SELECT label FROM wine ORDER BY label";
  static const char predicted[] = "SELECT upper(lower(label)) FROM wine ORDER BY label";
  static const char hostile[] = "PRAGMA journal_mode = WAL";
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
  sluice_suite *suite = NULL;
  sluice_verdict *verdict = NULL;
  HOST_EXPECT(SLUICE_OK, sluice_suite_open(folder, SLUICE_NUL, &suite, &error));
  HOST_EXPECT(SLUICE_OK, sluice_suite_judge(suite, "vineyard", SLUICE_NUL, gold, SLUICE_NUL, gold,
                                            SLUICE_NUL, NULL, &verdict, &error));
  HOST_EXPECT(SLUICE_OK, sluice_verdict_get(verdict, &info, &error));
  HOST_CHECK(info.verdict == SLUICE_RIGHT);
  sluice_verdict_free(verdict);
  verdict = NULL;
  HOST_EXPECT(SLUICE_OK, sluice_suite_judge(suite, "vineyard", SLUICE_NUL, gold, SLUICE_NUL,
                                            predicted, SLUICE_NUL, NULL, &verdict, &error));
  HOST_EXPECT(SLUICE_OK, sluice_verdict_get(verdict, &info, &error));
  HOST_CHECK(info.verdict == SLUICE_WRONG);
  sluice_verdict_free(verdict);
  verdict = NULL;
  HOST_EXPECT(SLUICE_OK, sluice_suite_judge(suite, "vineyard", SLUICE_NUL, gold, SLUICE_NUL,
                                            hostile, SLUICE_NUL, NULL, &verdict, &error));
  HOST_EXPECT(SLUICE_OK, sluice_verdict_get(verdict, &info, &error));
  HOST_CHECK(info.verdict == SLUICE_WRONG);
  sluice_verdict_free(verdict);
  sluice_suite_release(suite);
}

static void ask(const sluice_catalog *catalog) {
  sluice_retriever *retriever = NULL;
  sluice_subset *subset = NULL;
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, NULL, &retriever, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retrieve(retriever, "asking rent by city", SLUICE_NUL, NULL, NULL,
                                         &subset, &error));
  HOST_CHECK(sluice_subset_size(subset) > 0);
  sluice_subset_free(subset);
  sluice_retriever_release(retriever);
}

int main(int argc, char **argv) {
  sluice_catalog *catalog = NULL;
  sluice_error *error = NULL;
  sluice_status status;
  if (argc < 3) return 2;
  sqlite3_initialize();
  HOST_CHECK(ask_own() == SQLITE_OK);
  status = sluice_catalog_load(argv[1], SLUICE_NUL, NULL, &catalog, &error);
  if (status == SLUICE_UNSUPPORTED) {
    const char *message = sluice_error_message(error).data;
    HOST_CHECK(strstr(message, "SLUICE_PRIVATE_SQLITE") != NULL);
#ifdef SLUICE_PRIVATE_SQLITE
    HOST_CHECK(status == SLUICE_OK);
#endif
    sluice_error_free(error);
  } else {
    HOST_CHECK(status == SLUICE_OK);
    ask(catalog);
    judge(argv[1]);
  }
  sluice_catalog_release(catalog);
  HOST_CHECK(ask_own() == SQLITE_OK);
  return host_failures == 0 ? 0 : 1;
}
