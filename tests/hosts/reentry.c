/* Callbacks that call the library again: calls that would deadlock get an error, and all others
 * work.
 */

#include <unistd.h>

#include "host.h"

static const char *question = "asking rent by city";

struct state {
  sluice_retriever *asked; /* The retriever to use inside a callback; may be NULL. */
  int calls;
  int refused;
};

static void ask(struct state *state, sluice_status expected) {
  sluice_subset *subset = NULL;
  sluice_error *error = NULL;
  const sluice_status status =
      sluice_retrieve(state->asked, question, SLUICE_NUL, NULL, NULL, &subset, &error);
  HOST_CHECK(status == expected);
  HOST_CHECK((subset != NULL) == (status == SLUICE_OK));
  if (status == SLUICE_INVALID_ARGUMENT) {
    ++state->refused;
    HOST_CHECK(strstr(sluice_error_message(error).data, "from within itself") != NULL);
  }
  sluice_error_free(error);
  sluice_subset_free(subset);
}

static void fill(const sluice_str *texts, size_t count, float *vectors) {
  for (size_t t = 0; t < count; ++t) {
    for (size_t d = 0; d < 8; ++d) vectors[8 * t + d] = 1.0F;
    for (size_t c = 0; c < texts[t].size; ++c) {
      const unsigned char byte = (unsigned char)texts[t].data[c];
      vectors[8 * t + byte % 8] += 1.0F;
    }
  }
}

static sluice_status embed_asking(void *user, const sluice_str *texts, size_t count,
                                  float *vectors) {
  struct state *state = user;
  ++state->calls;
  if (state->asked != NULL) {
    sluice_routes *routes = NULL;
    ask(state, SLUICE_INVALID_ARGUMENT);
    HOST_EXPECT(SLUICE_INVALID_ARGUMENT,
                sluice_route(state->asked, question, SLUICE_NUL, NULL, &routes, &error));
  }
  fill(texts, count, vectors);
  return SLUICE_OK;
}

/* An embedder that may be called recursively, once. */
static sluice_status embed_safely(void *user, const sluice_str *texts, size_t count,
                                  float *vectors) {
  struct state *state = user;
  sluice_retriever *asked = state->asked;
  if (asked != NULL) {
    sluice_subset *subset = NULL;
    state->asked = NULL;
    HOST_EXPECT(SLUICE_OK,
                sluice_retrieve(asked, question, SLUICE_NUL, NULL, NULL, &subset, &error));
    sluice_subset_free(subset);
  }
  fill(texts, count, vectors);
  return SLUICE_OK;
}

static sluice_status complete_asking(void *user, const sluice_message *messages, size_t count,
                                     sluice_write write, void *to) {
  struct state *state = user;
  (void)messages;
  (void)count;
  ++state->calls;
  ask(state, SLUICE_OK);
  write(to, "SELECT 1", 8);
  return SLUICE_OK;
}

static int32_t step_asking(void *user, const char *stage, uint64_t done, uint64_t total) {
  struct state *state = user;
  (void)stage;
  (void)done;
  (void)total;
  ++state->calls;
  ask(state, SLUICE_OK);
  return 0;
}

int main(int argc, char **argv) {
  sluice_catalog *catalog = NULL;
  sluice_retriever *plain = NULL;
  sluice_retriever *retriever = NULL;
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  sluice_retriever_options options = SLUICE_RETRIEVER_OPTIONS_INIT;
  sluice_completer completer = SLUICE_COMPLETER_INIT;
  sluice_progress progress = SLUICE_PROGRESS_INIT;
  sluice_answer_options answering = SLUICE_ANSWER_OPTIONS_INIT;
  sluice_text *text = NULL;
  sluice_status status = SLUICE_OK;
  struct state state = {NULL, 0, 0};
  if (argc < 3) return 2;
  alarm(120); /* A hang ends here. */
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(argv[1], SLUICE_NUL, NULL, &catalog, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, NULL, &plain, &error));

  embedder.user = &state;
  embedder.name = "bytes 1";
  embedder.dimensions = 8;
  embedder.embed = embed_asking;
  options.embedder = &embedder;
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, &options, &retriever, &error));
  HOST_CHECK(state.calls > 0);
  state.asked = retriever;
  for (int i = 0; i < 3; ++i) {
    sluice_subset *subset = NULL;
    HOST_EXPECT(SLUICE_OK,
                sluice_retrieve(retriever, question, SLUICE_NUL, NULL, NULL, &subset, &error));
    HOST_CHECK(sluice_subset_size(subset) > 0);
    sluice_subset_free(subset);
  }
  HOST_CHECK(state.refused >= 3);
  sluice_retriever_release(retriever);

  /* Another retriever may be used here, and so may one whose embedder is thread-safe. */
  state.asked = NULL;
  embedder.embed = embed_safely;
  embedder.flags = SLUICE_CALLBACK_THREAD_SAFE;
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, &options, &retriever, &error));
  for (int i = 0; i < 2; ++i) {
    sluice_subset *subset = NULL;
    state.asked = i == 0 ? retriever : plain;
    HOST_EXPECT(SLUICE_OK,
                sluice_retrieve(retriever, question, SLUICE_NUL, NULL, NULL, &subset, &error));
    HOST_CHECK(state.asked == NULL);
    sluice_subset_free(subset);
  }

  state.asked = plain;
  state.calls = 0;
  completer.user = &state;
  completer.complete = complete_asking;
  progress.user = &state;
  progress.step = step_asking;
  answering.completer = &completer;
  answering.progress = &progress;
  status = sluice_answer(plain, question, SLUICE_NUL, NULL, &answering, &text, NULL);
  HOST_CHECK(status == SLUICE_OK ||
             status == SLUICE_UNSUPPORTED); /* in a build without SLUICE_WITH_LLM */
  HOST_CHECK(status != SLUICE_OK || state.calls >= 2);
  sluice_text_free(text);

  sluice_retriever_release(retriever);
  sluice_retriever_release(plain);
  sluice_catalog_release(catalog);
  return host_failures == 0 ? 0 : 1;
}
