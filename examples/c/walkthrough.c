/* A tour of the library: a question, the databases and columns that answer it, a prompt; the same
 * with a custom embedder; then a prediction, judged and refuted. Its output is that of
 * ../cpp/walkthrough.cpp.
 *
 *   walkthrough DATABASES */

#include <sluice.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIMENSIONS = 64 };

static const char question[] = "Which wines did the customers order?";
static const char database[] = "vineyard";
static const char gold[] = "SELECT count(*) FROM tasting_note";
static const char predicted[] = "SELECT count(rating) FROM tasting_note";

/* Ends the program after a failure. A library would return the error to its caller. */
static void need(sluice_status status, sluice_error *error) {
  if (status == SLUICE_OK) return;
  fprintf(stderr, "walkthrough: %s\n", sluice_error_message(error).data);
  exit(2);
}

/* Counts each byte: a poor embedder, but a short one. */
static sluice_status count_bytes(void *user, const sluice_str *texts, size_t count,
                                 float *vectors) {
  size_t t, i;
  (void)user;
  for (t = 0; t < count; ++t) {
    float *vector = vectors + t * DIMENSIONS;
    for (i = 0; i < DIMENSIONS; ++i) vector[i] = 0;
    for (i = 0; i < texts[t].size; ++i) vector[(unsigned char)texts[t].data[i] % DIMENSIONS] += 1;
  }
  return SLUICE_OK;
}

static sluice_subset *retrieve(const sluice_retriever *retriever, size_t budget) {
  sluice_retrieve_options options = SLUICE_RETRIEVE_OPTIONS_INIT;
  sluice_subset *subset = NULL;
  sluice_error *error = NULL;
  sluice_item item = SLUICE_ITEM_INIT;
  size_t i;
  options.budget = budget;
  need(sluice_retrieve(retriever, question, SLUICE_NUL, NULL, &options, &subset, &error), error);
  for (i = 0; i < sluice_subset_size(subset); ++i) {
    need(sluice_subset_item(subset, i, &item, &error), error);
    printf("  %s.%s.%s\n", item.database.data, item.table.data, item.column.data);
  }
  return subset;
}

static void ask(const sluice_catalog *catalog) {
  sluice_retriever *retriever = NULL;
  sluice_routes *routes = NULL;
  sluice_subset *subset;
  sluice_text *prompt = NULL;
  sluice_error *error = NULL;
  sluice_routed routed = SLUICE_ROUTED_INIT;
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  sluice_retriever_options options = SLUICE_RETRIEVER_OPTIONS_INIT;
  size_t i;

  need(sluice_retriever_new(catalog, NULL, &retriever, &error), error);
  need(sluice_route(retriever, question, SLUICE_NUL, NULL, &routes, &error), error);
  printf("databases\n");
  for (i = 0; i < 3; ++i) {
    need(sluice_routes_item(routes, i, &routed, &error), error);
    printf("  %s %.3f\n", routed.database.data, routed.score);
  }
  printf("columns\n");
  subset = retrieve(retriever, 8);
  need(sluice_subset_render(subset, SLUICE_FORM_PROMPT, NULL, &prompt, &error), error);
  printf("prompt\n%s\n", sluice_text_view(prompt).data);
  /* In any order: each handle keeps alive what it needs. */
  sluice_retriever_release(retriever);
  sluice_routes_free(routes);
  sluice_subset_free(subset);
  sluice_text_free(prompt);

  embedder.embed = count_bytes;
  embedder.name = "byte counts 1";
  embedder.dimensions = DIMENSIONS;
  embedder.flags = SLUICE_CALLBACK_THREAD_SAFE;
  options.embedder = &embedder;
  retriever = NULL;
  need(sluice_retriever_new(catalog, &options, &retriever, &error), error);
  printf("columns, with a custom embedder\n");
  sluice_subset_free(retrieve(retriever, 4));
  sluice_retriever_release(retriever);
}

static void judge(const char *path) {
  sluice_suite *suite = NULL;
  sluice_verdict *verdict = NULL;
  sluice_error *error = NULL;
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;

  need(sluice_suite_open(path, SLUICE_NUL, &suite, &error), error);
  need(sluice_suite_judge(suite, database, SLUICE_NUL, gold, SLUICE_NUL, predicted, SLUICE_NUL,
                          NULL, &verdict, &error),
       error);
  need(sluice_verdict_get(verdict, &info, &error), error);
  printf("judged: %s\n", info.name.data);
  if (info.title.size > 0) printf("  %s\n", info.title.data);
  sluice_verdict_free(verdict);

  verdict = NULL;
  need(sluice_suite_refute(suite, database, SLUICE_NUL, gold, SLUICE_NUL, predicted, SLUICE_NUL,
                           NULL, &verdict, &error),
       error);
  need(sluice_verdict_get(verdict, &info, &error), error);
  printf("looked for a counterexample: %s\n%s", info.name.data, info.script.data);
  sluice_verdict_free(verdict);
  sluice_suite_release(suite);
}

static void compare(void) {
  sluice_query *from = NULL;
  sluice_query *to = NULL;
  sluice_query *broken = NULL;
  sluice_error *error = NULL;
  double similarity = 0;

  need(sluice_query_parse(NULL, 0, SLUICE_SQLITE, gold, SLUICE_NUL, &from, &error), error);
  need(sluice_query_parse(NULL, 0, SLUICE_SQLITE, predicted, SLUICE_NUL, &to, &error), error);
  need(sluice_query_similarity(from, to, &similarity, &error), error);
  printf("similarity %.3f\n", similarity);
  if (sluice_query_parse(NULL, 0, SLUICE_SQLITE, "SELECT label FROM wine WHERE", SLUICE_NUL,
                         &broken, &error) == SLUICE_MALFORMED) {
    printf("invalid SQL at byte %lu\n", (unsigned long)sluice_error_offset(error));
  }
  sluice_error_free(error);
  sluice_query_release(from);
  sluice_query_release(to);
  sluice_query_release(broken);
}

int main(int argc, char **argv) {
  sluice_catalog *catalog = NULL;
  sluice_error *error = NULL;

  if (argc != 2) {
    fprintf(stderr, "usage: walkthrough DATABASES\n");
    return 2;
  }
  if (sluice_abi_version() != SLUICE_ABI_VERSION) {
    fprintf(stderr, "walkthrough: compiled for another ABI than that of libsluice_c %s\n",
            sluice_version());
    return 2;
  }
  need(sluice_catalog_load(argv[1], SLUICE_NUL, NULL, &catalog, &error), error);
  ask(catalog);
  judge(argv[1]);
  compare();
  sluice_catalog_release(catalog);
  return 0;
}
