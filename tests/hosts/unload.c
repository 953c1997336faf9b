/* Loads the library at run time and unloads it while a thread that used it still runs, fifty times.
 * Each time, the library and its allocations must be gone from memory. */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "host.h"

enum { rounds = 50, warm = 10 };
static const char question[] = "how many wines are from each region?";

/* The functions of the library that was loaded last. */
static struct {
  sluice_status (*load)(const char *, size_t, const sluice_load_options *, sluice_catalog **,
                        sluice_error **);
  void (*release_catalog)(sluice_catalog *);
  sluice_status (*make)(const sluice_catalog *, const sluice_retriever_options *,
                        sluice_retriever **, sluice_error **);
  void (*release_retriever)(sluice_retriever *);
  sluice_status (*retrieve)(const sluice_retriever *, const char *, size_t, const sluice_mask *,
                            const sluice_retrieve_options *, sluice_subset **, sluice_error **);
  size_t (*size)(const sluice_subset *);
  void (*free_subset)(sluice_subset *);
  sluice_status (*answer)(const sluice_retriever *, const char *, size_t, const sluice_mask *,
                          const sluice_answer_options *, sluice_text **, sluice_error **);
  void (*free_text)(sluice_text *);
} loaded;

static sluice_retriever *retriever;
static sem_t asked, unloaded;
static size_t found;

static void find(void *library, void *function, const char *name) {
  void *address = dlsym(library, name);
  HOST_CHECK(address != NULL);
  memcpy(function, &address, sizeof address);
}

static void *ask(void *unused) {
  sluice_subset *subset = NULL;
  sluice_text *text = NULL;
  if (loaded.retrieve(retriever, question, SLUICE_NUL, NULL, NULL, &subset, NULL) == SLUICE_OK)
    found = loaded.size(subset);
  loaded.free_subset(subset);
  loaded.answer(retriever, question, SLUICE_NUL, NULL, NULL, &text, NULL);
  loaded.free_text(text);
  sem_post(&asked);
  sem_wait(&unloaded);
  return unused;
}

/* Copies the library, since this program is linked with it and keeps it loaded under its name. */
static int copy_library(const char *to) {
  static char block[1 << 16];
  Dl_info info;
  const char *(*address)(void) = sluice_version;
  void *of_library = NULL;
  FILE *in, *out;
  size_t size;
  memcpy(&of_library, &address, sizeof of_library);
  if (dladdr(of_library, &info) == 0 || (in = fopen(info.dli_fname, "rb")) == NULL) return 0;
  if ((out = fopen(to, "wb")) == NULL) return 0;
  while ((size = fread(block, 1, sizeof block, in)) > 0) fwrite(block, 1, size, out);
  fclose(in);
  return fclose(out) == 0;
}

static int is_mapped(const char *path) {
  static char line[8192];
  int found_path = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  if (maps == NULL) return 0;
  while (fgets(line, sizeof line, maps) != NULL) found_path |= strstr(line, path) != NULL;
  fclose(maps);
  return found_path;
}

static size_t bytes_in_use(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  return mallinfo2().uordblks;
#else
  return 0;
#endif
}

static void one_round(const char *path, const char *sample) {
  sluice_catalog *catalog = NULL;
  pthread_t thread;
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    ++host_failures;
    return;
  }
  find(library, &loaded.load, "sluice_catalog_load");
  find(library, &loaded.release_catalog, "sluice_catalog_release");
  find(library, &loaded.make, "sluice_retriever_new");
  find(library, &loaded.release_retriever, "sluice_retriever_release");
  find(library, &loaded.retrieve, "sluice_retrieve");
  find(library, &loaded.size, "sluice_subset_size");
  find(library, &loaded.free_subset, "sluice_subset_free");
  find(library, &loaded.answer, "sluice_answer");
  find(library, &loaded.free_text, "sluice_text_free");
  HOST_EXPECT(SLUICE_OK, loaded.load(sample, SLUICE_NUL, NULL, &catalog, &error));
  HOST_EXPECT(SLUICE_OK, loaded.make(catalog, NULL, &retriever, &error));
  found = 0;
  HOST_CHECK(pthread_create(&thread, NULL, ask, NULL) == 0);
  sem_wait(&asked);
  HOST_CHECK(found > 0);
  loaded.release_retriever(retriever);
  loaded.release_catalog(catalog);
  HOST_CHECK(dlclose(library) == 0);
  HOST_CHECK(!is_mapped(path));
  sem_post(&unloaded);
  pthread_join(thread, NULL);
}

int main(int argc, char **argv) {
  char path[4096], sample[4096];
  size_t before = 0;
  int i;
  if (argc < 3) return 2;
  host_path(path, argv[2], "libsluice_copy.so");
  host_path(sample, argv[1], "vineyard.sqlite");
  if (!copy_library(path)) {
    printf("test skipped: the library's file is not known\n");
    return 0;
  }
  sem_init(&asked, 0, 0);
  sem_init(&unloaded, 0, 0);
  for (i = 0; i < rounds && host_failures == 0; ++i) {
    if (i == warm) before = bytes_in_use();
    one_round(path, sample);
  }
  /* A leaked table would take 100 KB per round. */
  if (bytes_in_use() > before + (rounds - warm) * (size_t)4096) {
    fprintf(stderr, "%lu bytes more than after %d rounds\n",
            (unsigned long)(bytes_in_use() - before), (int)warm);
    ++host_failures;
  }
  unlink(path);
  return host_failures == 0 ? 0 : 1;
}
