/* Questions of a megabyte, in several kinds of text, are answered like their beginning; and a
 * cancelled call ends. For times see bench/long_question_bench.cpp. */

#include <pthread.h>
#include <time.h>

#include "host.h"

enum { megabyte = 1 << 20 };

static sluice_retriever *retriever;
static sluice_examples *examples;

/* Far longer than any question takes, so that only superlinear cost exceeds it. */
static const double too_long = 20;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Repeats `piece` up to a megabyte. */
static void fill(char *question, const char *piece) {
  const size_t size = strlen(piece);
  size_t at = 0;
  for (; at + size <= megabyte; at += size) memcpy(question + at, piece, size);
  question[at] = '\0';
}

/* Letters with a long period, so that all words differ. */
static void fill_with_words(char *question, size_t letters) {
  unsigned long state = 1;
  size_t at;
  for (at = 0; at < megabyte; ++at) {
    state = (state * 1103515245UL + 12345UL) & 0x7FFFFFFFUL;
    question[at] =
        letters != 0 && at % (letters + 1) == letters ? ' ' : (char)('a' + (state >> 16) % 26);
  }
  question[megabyte] = '\0';
}

static void ask(const char *what, const char *question) {
  sluice_subset *subset = NULL;
  sluice_routes *routes = NULL;
  sluice_ranking *ranking = NULL;
  sluice_text *text = NULL;
  sluice_status status;
  const double begin = seconds();
  HOST_EXPECT(SLUICE_OK,
              sluice_retrieve(retriever, question, SLUICE_NUL, NULL, NULL, &subset, &error));
  HOST_EXPECT(SLUICE_OK, sluice_route(retriever, question, SLUICE_NUL, NULL, &routes, &error));
  HOST_EXPECT(SLUICE_OK,
              sluice_examples_rank(examples, question, SLUICE_NUL, NULL, &ranking, &error));
  status = sluice_answer(retriever, question, SLUICE_NUL, NULL, NULL, &text, NULL);
  HOST_CHECK(status == SLUICE_OK || status == SLUICE_UNSUPPORTED); /* in a build without models */
  if (seconds() - begin > too_long) {
    fprintf(stderr, "%s takes %.1f s\n", what, seconds() - begin);
    ++host_failures;
  }
  sluice_subset_free(subset);
  sluice_routes_free(routes);
  sluice_ranking_free(ranking);
  sluice_text_free(text);
}

/* Counts the bytes that the host's model receives. */
static sluice_status count_bytes(void *user, const sluice_str *texts, size_t count,
                                 float *vectors) {
  size_t i;
  for (i = 0; i < count; ++i) {
    *(size_t *)user += texts[i].size;
    vectors[i] = 1;
  }
  return SLUICE_OK;
}

static sluice_retriever *retriever_with(const sluice_catalog *catalog,
                                        sluice_status (*embed)(void *, const sluice_str *, size_t,
                                                               float *),
                                        void *user) {
  sluice_retriever *made = NULL;
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  sluice_retriever_options options = SLUICE_RETRIEVER_OPTIONS_INIT;
  embedder.user = user;
  embedder.embed = embed;
  embedder.name = "ones";
  embedder.dimensions = 1;
  options.embedder = &embedder;
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, &options, &made, &error));
  return made;
}

static void ask_with_embedder(const sluice_catalog *catalog, const char *question) {
  static size_t bytes;
  size_t before;
  sluice_subset *subset = NULL;
  sluice_retriever *own = retriever_with(catalog, count_bytes, &bytes);
  before = bytes;
  HOST_EXPECT(SLUICE_OK, sluice_retrieve(own, question, SLUICE_NUL, NULL, NULL, &subset, &error));
  HOST_CHECK(bytes > before);
  HOST_CHECK(bytes - before < 4 * 16384);
  sluice_subset_free(subset);
  sluice_retriever_release(own);
}

/* An embedder that cancels the call. */
static sluice_status cancel_within(void *user, const sluice_str *texts, size_t count,
                                   float *vectors) {
  size_t i;
  (void)texts;
  for (i = 0; i < count; ++i) vectors[i] = 1;
  sluice_cancellation_cancel(*(sluice_cancellation **)user);
  return SLUICE_OK;
}

static void cancel_in_the_middle(const sluice_catalog *catalog, const char *question) {
  static sluice_cancellation *cancellation = NULL; /* NULL while the retriever is created */
  sluice_subset *subset = NULL;
  sluice_routes *routes = NULL;
  sluice_retriever *own = retriever_with(catalog, cancel_within, &cancellation);
  sluice_retrieve_options retrieving = SLUICE_RETRIEVE_OPTIONS_INIT;
  sluice_route_options routing = SLUICE_ROUTE_OPTIONS_INIT;
  HOST_EXPECT(SLUICE_OK, sluice_cancellation_new(&cancellation, &error));
  retrieving.cancellation = cancellation;
  HOST_EXPECT(SLUICE_CANCELLED,
              sluice_retrieve(own, question, SLUICE_NUL, NULL, &retrieving, &subset, &error));
  sluice_cancellation_release(cancellation);
  HOST_EXPECT(SLUICE_OK, sluice_cancellation_new(&cancellation, &error));
  routing.cancellation = cancellation;
  HOST_EXPECT(SLUICE_CANCELLED,
              sluice_route_with(own, question, SLUICE_NUL, NULL, &routing, &routes, &error));
  HOST_CHECK(subset == NULL && routes == NULL);
  sluice_retriever_release(own);
  sluice_cancellation_release(cancellation);
}

static const sluice_cancellation *given_to;

static void *cancel(void *unused) {
  sluice_cancellation_cancel(given_to);
  return unused;
}

static void ask_cancelled(const char *question) {
  sluice_cancellation *cancellation = NULL;
  sluice_subset *subset = NULL;
  sluice_routes *routes = NULL;
  sluice_ranking *ranking = NULL;
  sluice_text *text = NULL;
  sluice_retrieve_options retrieving = SLUICE_RETRIEVE_OPTIONS_INIT;
  sluice_route_options routing = SLUICE_ROUTE_OPTIONS_INIT;
  sluice_rank_options choosing = SLUICE_RANK_OPTIONS_INIT;
  sluice_answer_options answering = SLUICE_ANSWER_OPTIONS_INIT;
  pthread_t thread;
  HOST_EXPECT(SLUICE_OK, sluice_cancellation_new(&cancellation, &error));
  retrieving.cancellation = routing.cancellation = cancellation;
  choosing.cancellation = answering.cancellation = cancellation;

  /* A cancellation at a random time of the call, which ends then, or has ended before. */
  given_to = cancellation;
  HOST_CHECK(pthread_create(&thread, NULL, cancel, NULL) == 0);
  {
    sluice_error *error = NULL;
    const sluice_status status =
        sluice_retrieve(retriever, question, SLUICE_NUL, NULL, &retrieving, &subset, &error);
    HOST_CHECK(status == SLUICE_OK || status == SLUICE_CANCELLED);
    HOST_CHECK((status == SLUICE_OK) == (subset != NULL));
    sluice_error_free(error);
    sluice_subset_free(subset);
    subset = NULL;
  }
  pthread_join(thread, NULL);

  /* A cancellation before the call. */
  HOST_EXPECT(SLUICE_CANCELLED,
              sluice_retrieve(retriever, question, SLUICE_NUL, NULL, &retrieving, &subset, &error));
  HOST_EXPECT(SLUICE_CANCELLED,
              sluice_route_with(retriever, question, SLUICE_NUL, NULL, &routing, &routes, &error));
  HOST_EXPECT(SLUICE_CANCELLED,
              sluice_examples_rank(examples, question, SLUICE_NUL, &choosing, &ranking, &error));
  if (sluice_answer(retriever, "rent", SLUICE_NUL, NULL, NULL, &text, NULL) == SLUICE_OK) {
    sluice_text_free(text);
    text = NULL;
    HOST_EXPECT(SLUICE_CANCELLED,
                sluice_answer(retriever, question, SLUICE_NUL, NULL, &answering, &text, &error));
  }
  HOST_CHECK(subset == NULL && routes == NULL && ranking == NULL && text == NULL);
  sluice_cancellation_release(cancellation);
}

int main(int argc, char **argv) {
  static const struct {
    const char *what, *piece;
  } written[] = {{"one letter", "a"},
                 {"a question again and again", "asking rent by city? "},
                 {"Chinese without blanks", "\xE4\xB8\xAD\xE6\x96\x87"},
                 {"digits", "7"},
                 {"numbers", "42 "},
                 {"quotes", "'rent\" "},
                 {"camelCase", "aB"},
                 {"letters and digits", "a1"},
                 {"emoji", "\xF0\x9F\x98\x80 rent"},
                 {"combining marks", "e\xCC\x81"},
                 {"ligatures of many letters", "\xEF\xB7\xBA"},
                 {"hyphens", "rent-"},
                 {"underscores", "rent_"},
                 {"all of it", "Rent 12 \xE4\xB8\xAD x_y-Z 'q' \xC2\xBD "}};
  static char question[megabyte + 1];
  static const char line[] =
      "{\"question\": \"How many wines?\", \"db_id\": \"vineyard\", \"sql\": \"SELECT count(*) FROM wine\"}\n";
  sluice_catalog *catalog = NULL;
  char path[4096];
  FILE *file;
  size_t i;
  if (argc < 3) return 2;
  host_path(path, argv[2], "examples.jsonl");
  file = fopen(path, "wb");
  if (file == NULL || fputs(line, file) < 0 || fclose(file) != 0) return 2;
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(argv[1], SLUICE_NUL, NULL, &catalog, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, NULL, &retriever, &error));
  HOST_EXPECT(SLUICE_OK, sluice_examples_open(catalog, NULL, path, SLUICE_NUL, &examples, &error));
  for (i = 0; i < sizeof written / sizeof *written && host_failures == 0; ++i) {
    fill(question, written[i].piece);
    ask(written[i].what, question);
  }
  fill_with_words(question, 0);
  ask("one word", question);
  ask_with_embedder(catalog, question);
  fill_with_words(question, 6);
  ask("many words", question);
  ask_with_embedder(catalog, question);
  ask_cancelled(question);
  cancel_in_the_middle(catalog, question);
  sluice_examples_release(examples);
  sluice_retriever_release(retriever);
  sluice_catalog_release(catalog);
  return host_failures == 0 ? 0 : 1;
}
