/* Children of fork: a child asks while other threads of the parent ask; without other threads, a
 * child makes all calls. */

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

enum { thread_count = 4 };

static sluice_catalog *catalog;
static sluice_retriever *retriever;
static sluice_suite *suite;
static sluice_examples *examples;
static const char *sample;
static volatile int is_over;

/* Asks questions with new words, so that they are looked up and cached. */
static void ask(unsigned seed) {
  char question[200];
  sluice_subset *subset = NULL;
  sluice_routes *routes = NULL;
  sluice_ranking *ranking = NULL;
  snprintf(question, sizeof question, "labels of wines by vintage q%ux z%uy in city %u", seed,
           seed * 7919U, seed % 97U);
  HOST_EXPECT(SLUICE_OK,
              sluice_retrieve(retriever, question, SLUICE_NUL, NULL, NULL, &subset, &error));
  HOST_EXPECT(SLUICE_OK, sluice_route(retriever, question, SLUICE_NUL, NULL, &routes, &error));
  HOST_EXPECT(SLUICE_OK,
              sluice_examples_rank(examples, question, SLUICE_NUL, NULL, &ranking, &error));
  sluice_ranking_free(ranking);
  sluice_routes_free(routes);
  sluice_subset_free(subset);
}

static void *ask_on(void *start) {
  for (unsigned seed = *(unsigned *)start; !is_over; seed += thread_count) ask(seed);
  return NULL;
}

static void do_all(const char *index) {
  static const char *const query = "SELECT label FROM wine";
  sluice_catalog *loaded = NULL;
  sluice_retriever *made = NULL;
  sluice_verdict *verdict = NULL;
  sluice_text *text = NULL;
  ask(1);
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(sample, SLUICE_NUL, NULL, &loaded, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(loaded, NULL, &made, &error));
  HOST_EXPECT(SLUICE_OK, sluice_suite_judge(suite, "vineyard", SLUICE_NUL, query, SLUICE_NUL, query,
                                            SLUICE_NUL, NULL, &verdict, &error));
  sluice_verdict_free(verdict);
  verdict = NULL;
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_refute(suite, "vineyard", SLUICE_NUL, query, SLUICE_NUL,
                                  "SELECT vintage FROM wine", SLUICE_NUL, NULL, &verdict, &error));
  HOST_EXPECT(SLUICE_OK, sluice_index_build(loaded, index, SLUICE_NUL, NULL, &error));
  const sluice_status answered =
      sluice_answer(made, "labels of wines", SLUICE_NUL, NULL, NULL, &text, NULL);
  HOST_CHECK(answered == SLUICE_OK || answered == SLUICE_UNSUPPORTED);
  sluice_text_free(text);
  sluice_verdict_free(verdict);
  sluice_retriever_release(made);
  sluice_catalog_release(loaded);
}

static void wait_for(pid_t child, const char *what) {
  int status = 0;
  HOST_CHECK(child > 0 && waitpid(child, &status, 0) == child);
  if (status != 0) {
    fprintf(stderr, "a child that %s ended with %d\n", what, status);
    ++host_failures;
  }
}

static void fork_while_others_ask(int times) {
  pthread_t threads[thread_count];
  unsigned starts[thread_count];
  for (unsigned t = 0; t < thread_count; ++t) {
    starts[t] = 1000 + t;
    HOST_CHECK(pthread_create(&threads[t], NULL, ask_on, &starts[t]) == 0);
  }
  for (int i = 0; i < times; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(30); /* A hang ends here. */
      for (unsigned seed = 0; seed < 3; ++seed) ask(1000000U + 3U * (unsigned)i + seed);
      if (i % 2 == 0) _exit(host_failures);
      exit(host_failures);
    }
    wait_for(child, "asks");
  }
  is_over = 1;
  for (unsigned t = 0; t < thread_count; ++t) pthread_join(threads[t], NULL);
}

static void fork_alone(const char *folder) {
  for (int i = 0; i < 4; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      char index[4096];
      host_path(index, folder, i % 2 == 0 ? "index of an even child" : "index of an odd child");
      alarm(120);
      do_all(index);
      if (i % 2 == 0) _exit(host_failures);
      exit(host_failures);
    }
    wait_for(child, "does everything");
  }
}

int main(int argc, char **argv) {
  char path[4096];
  FILE *file = NULL;
  if (argc < 3) return 2;
  sample = argv[1];
  host_path(path, argv[2], "pairs.jsonl");
  file = fopen(path, "w");
  if (file == NULL) return 2;
  fputs(
      "{\"question\": \"labels\", \"sql\": \"SELECT label FROM wine\", \"db_id\": \"vineyard\"}\n",
      file);
  fclose(file);
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(sample, SLUICE_NUL, NULL, &catalog, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, NULL, &retriever, &error));
  HOST_EXPECT(SLUICE_OK, sluice_suite_open(sample, SLUICE_NUL, &suite, &error));
  HOST_EXPECT(SLUICE_OK, sluice_examples_open(NULL, NULL, path, SLUICE_NUL, &examples, &error));
  fork_alone(argv[2]);
  ask(0);
  fork_while_others_ask(argc > 3 ? atoi(argv[3]) : 100);
  sluice_examples_release(examples);
  sluice_suite_release(suite);
  sluice_retriever_release(retriever);
  sluice_catalog_release(catalog);
  return host_failures == 0 ? 0 : 1;
}
