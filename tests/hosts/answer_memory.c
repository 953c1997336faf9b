/* The memory that sluice_answer keeps for databases: for a thousand, at most its limit, and nothing
 * after the retriever is released. */

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#endif

#include "host.h"

enum { databases = 1000, megabyte = 1 << 20 };

static size_t bytes_in_use(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

/* Asks a question about the database with that number. */
static void ask(const sluice_retriever *retriever, int number) {
  char question[128];
  sluice_text *text = NULL;
  snprintf(question, sizeof question, "What is the rent of flat%dx in the city of town%dx?", number,
           number);
  HOST_EXPECT(SLUICE_OK, sluice_answer(retriever, question, SLUICE_NUL, NULL, NULL, &text, &error));
  sluice_text_free(text);
}

int main(void) {
  static char json[databases * 512];
  sluice_catalog *catalog = NULL;
  sluice_retriever *retriever = NULL;
  sluice_text *text = NULL;
  size_t at = 0, before, after;
  int i;
  at += (size_t)snprintf(json, sizeof json, "[");
  for (i = 0; i < databases; ++i) {
    at += (size_t)snprintf(
        json + at, sizeof json - at,
        "%s{\"db_id\": \"d%d\", \"table_names_original\": [\"flat%dx\", \"town%dx\"],"
        "\"column_names_original\": [[-1, \"*\"], [0, \"id\"], [0, \"rent\"], [0, \"town\"],"
        " [1, \"id\"], [1, \"city\"]], \"column_types\": [\"text\", \"number\", \"number\","
        " \"number\", \"number\", \"text\"], \"primary_keys\": [1, 4], \"foreign_keys\": [[3, 4]]}",
        i == 0 ? "" : ",", i, i, i);
  }
  snprintf(json + at, sizeof json - at, "]");
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load_json(json, SLUICE_NUL, NULL, &catalog, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(catalog, NULL, &retriever, &error));
  if (host_failures > 0) return 1;
  if (sluice_answer(retriever, "rent", SLUICE_NUL, NULL, NULL, &text, NULL) == SLUICE_UNSUPPORTED) {
    printf("test skipped: a build without models\n");
    return 0;
  }
  sluice_text_free(text);
  before = bytes_in_use();
  for (i = 0; i < databases && host_failures == 0; ++i) ask(retriever, i);
  after = bytes_in_use();
  /* An estimated 64 MiB of databases, and the words that the retriever caches in addition. */
  if (after > before + 100 * (size_t)megabyte) {
    fprintf(stderr, "%lu MB are kept\n", (unsigned long)((after - before) / megabyte));
    ++host_failures;
  }
  sluice_retriever_release(retriever);
  sluice_catalog_release(catalog);
  after = bytes_in_use();
  if (after > before) {
    fprintf(stderr, "%lu bytes more than with a retriever\n", (unsigned long)(after - before));
    ++host_failures;
  }
  return host_failures == 0 ? 0 : 1;
}
