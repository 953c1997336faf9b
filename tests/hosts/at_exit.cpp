/* Calls at the end of a thread and of the process: from another thread_local's destructor, from a
 * handler of exit, from the destructor of a static object and from the program's own destructors,
 * while other threads go on asking. All must give the same answers as in main. */

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "host.h"

namespace {

sluice_catalog *catalog = nullptr;
sluice_retriever *retriever = nullptr;
std::string *expected = nullptr;  // never freed: the last caller needs it

/// Returns the library's answers, using everything that is cached between calls.
std::string said() {
  std::string all;
  sluice_subset *subset = nullptr;
  sluice_text *text = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_retrieve(retriever, "asking rent by city", SLUICE_NUL, NULL, NULL,
                                         &subset, &error));
  HOST_EXPECT(SLUICE_OK, sluice_subset_render(subset, SLUICE_FORM_JSON, NULL, &text, &error));
  all += sluice_text_view(text).data;
  sluice_text_free(text);
  sluice_subset_free(subset);

  text = nullptr;
  const sluice_status status =
      sluice_answer(retriever, "how many wines are there?", SLUICE_NUL, NULL, NULL, &text, NULL);
  HOST_CHECK(status == SLUICE_OK || status == SLUICE_UNSUPPORTED);  // in a build without models
  if (status == SLUICE_OK) all += sluice_text_view(text).data;
  sluice_text_free(text);

  sluice_query *query = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_query_parse(NULL, 0, SLUICE_SQLITE, "SELECT a FROM t WHERE b = 1",
                                            SLUICE_NUL, &query, &error));
  text = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_query_text(query, SLUICE_QUERY_NORMALIZED, &text, &error));
  all += sluice_text_view(text).data;
  sluice_text_free(text);
  sluice_query_release(query);

  sluice_catalog *another = nullptr;
  HOST_EXPECT(SLUICE_OK,
              sluice_catalog_load_ddl("CREATE TABLE custname (acctnumber INT)", SLUICE_NUL, "bank",
                                      SLUICE_NUL, NULL, &another, &error));
  sluice_retriever *of_another = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(another, NULL, &of_another, &error));
  sluice_retriever_release(of_another);
  sluice_catalog_release(another);
  return all;
}

/// Reads JSON. simdjson is destroyed before the program's own destructors run.
bool reads_json(bool may_refuse) {
  sluice_catalog *read = nullptr;
  const sluice_status status = sluice_catalog_load_json("[]", SLUICE_NUL, NULL, &read, NULL);
  sluice_catalog_release(read);
  return status == SLUICE_OK || (may_refuse && status == SLUICE_UNSUPPORTED);
}

/// Ends the process if the answer differs, since the exit status is already fixed.
void check(const char *when, bool is_last = false) {
  const int before = host_failures;
  if (expected == nullptr) return;
  if (said() == *expected && reads_json(is_last) && host_failures == before) return;
  std::fprintf(stderr, "%s: answers otherwise than main\n", when);
  std::_Exit(1);
}

/// Body of a detached thread, which makes calls while the process exits.
[[noreturn]] void ask_forever() {
  for (;;) {
    sluice_text *text = nullptr;
    sluice_answer(retriever, "how many wines are there?", SLUICE_NUL, NULL, NULL, &text, NULL);
    sluice_text_free(text);
  }
}

std::atomic<int> ended_threads = 0;

struct AtThreadEnd {
  ~AtThreadEnd() {
    check("a thread's destructor");
    ++ended_threads;
  }
};
struct AtExit {
  ~AtExit() { check("a static object's destructor"); }
};
AtExit made_before_main;

__attribute__((destructor)) void at_the_very_end() { check("the program's destructor", true); }

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  std::atexit([] { check("a handler that came before all calls"); });
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(argv[1], SLUICE_NUL, NULL, &catalog, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, NULL, &retriever, &error));
  if (host_failures > 0) return 1;
  for (int i = 0; i < 2; ++i) {
    std::thread([] {
      thread_local AtThreadEnd before_all_calls;
      static_cast<void>(&before_all_calls);
      said();
    }).join();
    expected = new std::string(said());
  }
  std::thread([] {
    thread_local AtThreadEnd before_all_calls;
    static_cast<void>(&before_all_calls);
    HOST_CHECK(said() == *expected);
  }).join();
  HOST_CHECK(ended_threads == 3);
  static AtExit made_after_calls;
  std::atexit([] { check("a handler that came after calls"); });
  for (int i = 0; i < 3; ++i) std::thread([] { ask_forever(); }).detach();
  return host_failures == 0 ? 0 : 1;
}
