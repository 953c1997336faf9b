/* A host in C that builds a suite, is stopped, continues, and scores predictions with it: one call
 * each. */

#include "host.h"

static const char *const gold = "SELECT count(*) FROM wine\tvineyard\n"
                                "SELECT label FROM wine WHERE style = 'sparkling'\tvineyard\n"
                                "SELECT nothing of SQL\tvineyard\n"
                                "SELECT name FROM sqlite_schema\tfarm_coop\n";
static const char *const predicted = "SELECT count(label) FROM wine\n"
                                     "SELECT label FROM wine WHERE style = 'red'\n"
                                     "SELECT 1\n"
                                     "SELECT name FROM sqlite_schema\n";

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  HOST_CHECK(file != NULL);
  if (file == NULL) return;
  HOST_CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  HOST_CHECK(fclose(file) == 0);
}

static int is_there(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return 0;
  fclose(file);
  return 1;
}

static int are_equal(const char *path, const char *other) {
  FILE *a = fopen(path, "rb"), *b = fopen(other, "rb");
  int equal = a != NULL && b != NULL, of_a = 0, of_b = 0;
  while (equal && of_a != EOF) {
    of_a = fgetc(a);
    of_b = fgetc(b);
    equal = of_a == of_b;
  }
  if (a != NULL) fclose(a);
  if (b != NULL) fclose(b);
  return equal;
}

/* Stops as soon as a schema is finished. */
static int32_t stop(void *user, const char *stage, uint64_t done, uint64_t total) {
  (void)user;
  (void)stage;
  (void)total;
  return done > 0 ? 1 : 0;
}

static int has(const sluice_text *text, const char *part) {
  return strstr(sluice_text_view(text).data, part) != NULL;
}

int main(int argc, char **argv) {
  char golds[4096], predictions[4096], whole[4096], suite[4096], partial[4096], report[4096];
  sluice_suite_run_options building = SLUICE_SUITE_RUN_OPTIONS_INIT;
  sluice_score_options scoring = SLUICE_SCORE_OPTIONS_INIT;
  sluice_progress progress = SLUICE_PROGRESS_INIT;
  sluice_text *text = NULL;
  sluice_str reports[1];
  if (argc < 3) return 2;
  host_path(golds, argv[2], "gold.sql");
  host_path(predictions, argv[2], "predicted.sql");
  host_path(whole, argv[2], "whole.suite");
  host_path(suite, argv[2], "resumed.suite");
  host_path(partial, argv[2], "resumed.suite.partial");
  host_path(report, argv[2], "report.json");
  write_text(golds, gold);
  write_text(predictions, predicted);
  remove(suite);

  building.mutators = SLUICE_MUTATORS_TREE;
  HOST_EXPECT(SLUICE_OK, sluice_suite_run(golds, SLUICE_NUL, argv[1], SLUICE_NUL, whole, SLUICE_NUL,
                                          &building, &text, &error));
  HOST_CHECK(has(text, "\"golds\":4,"));
  HOST_CHECK(has(text, "\"golds_with_problems\":1,"));
  sluice_text_free(text);
  text = NULL;

  progress.step = stop;
  building.progress = &progress;
  HOST_EXPECT(SLUICE_CANCELLED, sluice_suite_run(golds, SLUICE_NUL, argv[1], SLUICE_NUL, suite,
                                                 SLUICE_NUL, &building, &text, &error));
  HOST_CHECK(text == NULL && !is_there(suite) && is_there(partial));
  building.progress = NULL;
  building.resume = 1;
  HOST_EXPECT(SLUICE_OK, sluice_suite_run(golds, SLUICE_NUL, argv[1], SLUICE_NUL, suite, SLUICE_NUL,
                                          &building, &text, &error));
  HOST_CHECK(are_equal(whole, suite) && !is_there(partial));
  sluice_text_free(text);
  text = NULL;

  reports[0].data = report;
  reports[0].size = SLUICE_NUL;
  scoring.comparison = SLUICE_STRICT;
  scoring.reports = reports;
  scoring.report_count = 1;
  HOST_EXPECT(SLUICE_OK, sluice_score_run(golds, SLUICE_NUL, predictions, SLUICE_NUL, argv[1],
                                          SLUICE_NUL, &scoring, &text, &error));
  HOST_CHECK(has(text, "4 questions"));
  HOST_CHECK(has(text, "gold query 3 does not run"));
  sluice_text_free(text);
  text = NULL;

  scoring.report_count = 0;
  scoring.baseline = reports[0];
  HOST_EXPECT(SLUICE_OK, sluice_score_run(golds, SLUICE_NUL, predictions, SLUICE_NUL, argv[1],
                                          SLUICE_NUL, &scoring, &text, &error));
  HOST_CHECK(has(text, "0 broke, 0 fixed"));
  sluice_text_free(text);
  return host_failures == 0 ? 0 : 1;
}
