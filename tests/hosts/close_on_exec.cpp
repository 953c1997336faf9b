/// Every descriptor that the library opens is closed in programs that the host starts. This program
/// replaces open, fopen, socket and so on of the C library, and checks the flags.

#include <cstdio>

#if defined(__linux__)

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>

#include <cstdarg>
#include <filesystem>
#include <string>

#include "host.h"
#include "sluice/core/error.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/net/http.hpp"
#include "sluice/pipeline/live_retriever.hpp"

namespace {

std::string sample, work;  // the program's arguments
bool is_watching = false;
int files = 0;
int sockets = 0;

void see(const char *function, const std::string &path, bool is_closed) {
  const bool is_ours =
      path.find(sample) == 0 || path.find(work) == 0;  // not opened by another library
  if (!is_watching || !is_ours) return;
  ++files;
  if (is_closed) return;
  fprintf(stderr, "%s of %s stays open in what the host starts\n", function, path.c_str());
  ++host_failures;
}

template <class Function>
Function *next(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

mode_t mode_in(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

extern "C" {

#define HOST_OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list arguments; \
    va_start(arguments, flags); \
    const mode_t mode = mode_in(flags, arguments); \
    va_end(arguments); \
    see(#name, path, (flags & O_CLOEXEC) != 0); \
    return next<int(const char *, int, ...)>(#name)(path, flags, mode); \
  }
#define HOST_OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list arguments; \
    va_start(arguments, flags); \
    const mode_t mode = mode_in(flags, arguments); \
    va_end(arguments); \
    see(#name, path, (flags & O_CLOEXEC) != 0); \
    return next<int(int, const char *, int, ...)>(#name)(folder, path, flags, mode); \
  }
#define HOST_FOPEN(name) \
  FILE *name(const char *path, const char *mode) { \
    see(#name, path, strchr(mode, 'e') != NULL); \
    return next<FILE *(const char *, const char *)>(#name)(path, mode); \
  }

HOST_OPEN(open)
HOST_OPEN(open64)
HOST_OPENAT(openat)
HOST_OPENAT(openat64)
HOST_FOPEN(fopen)
HOST_FOPEN(fopen64)

int socket(int family, int type, int protocol) noexcept {
  ++sockets;
  HOST_CHECK((type & SOCK_CLOEXEC) != 0);
  return next<int(int, int, int)>("socket")(family, type, protocol);
}

}  // extern "C"

namespace {

namespace fs = std::filesystem;

void use_files() {
  const std::string index = work + "/index", suite_file = work + "/made.suite";
  const std::string examples_file = work + "/pairs.jsonl";
  const char *const sql = "SELECT label FROM wine";
  fs::remove_all(index);
  if (FILE *file = fopen(examples_file.c_str(), "we")) {
    fputs("{\"question\": \"labels\", \"sql\": \"SELECT label FROM wine\", \"db_id\": \"v\"}\n",
          file);
    fclose(file);
  }
  sluice_catalog *catalog = nullptr;
  sluice_catalog *again = nullptr;
  sluice_retriever *retriever = nullptr;
  sluice_suite *folder = nullptr;
  sluice_suite *made = nullptr;
  sluice_suite *opened = nullptr;
  sluice_examples *examples = nullptr;
  sluice_verdict *verdict = nullptr;
  sluice_text *text = nullptr;
  HOST_EXPECT(SLUICE_OK,
              sluice_catalog_load(sample.c_str(), SLUICE_NUL, nullptr, &catalog, &error));
  HOST_EXPECT(SLUICE_OK, sluice_index_build(catalog, index.c_str(), SLUICE_NUL, nullptr, &error));
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(index.c_str(), SLUICE_NUL, nullptr, &again, &error));
  HOST_EXPECT(SLUICE_OK, sluice_retriever_new(again, nullptr, &retriever, &error));
  HOST_EXPECT(SLUICE_OK, sluice_suite_open(sample.c_str(), SLUICE_NUL, &folder, &error));
  HOST_EXPECT(SLUICE_OK, sluice_suite_judge(folder, "vineyard", SLUICE_NUL, sql, SLUICE_NUL, sql,
                                            SLUICE_NUL, nullptr, &verdict, &error));
  const sluice_gold gold{{"vineyard", 8}, {sql, strlen(sql)}};
  HOST_EXPECT(SLUICE_OK,
              sluice_suite_build(&gold, 1, sample.c_str(), SLUICE_NUL, nullptr, &made, &error));
  HOST_EXPECT(SLUICE_OK, sluice_suite_save(made, suite_file.c_str(), SLUICE_NUL, &error));
  HOST_EXPECT(SLUICE_OK, sluice_suite_open(suite_file.c_str(), SLUICE_NUL, &opened, &error));
  HOST_EXPECT(SLUICE_OK, sluice_examples_open(nullptr, nullptr, examples_file.c_str(), SLUICE_NUL,
                                              &examples, &error));
  HOST_EXPECT(SLUICE_OK, sluice_audit((sample + "/vineyard.sqlite").c_str(), SLUICE_NUL, &gold, 1,
                                      nullptr, &text, &error));
  sluice_text_free(text);
  sluice_verdict_free(verdict);
  sluice_examples_release(examples);
  sluice_suite_release(opened);
  sluice_suite_release(made);
  sluice_suite_release(folder);
  sluice_retriever_release(retriever);
  sluice_catalog_release(again);
  sluice_catalog_release(catalog);
  HOST_CHECK(sluice::segment_kind(suite_file).has_value());
  HOST_CHECK(!sluice::segment_kind(examples_file).has_value());
  HOST_CHECK(!sluice::segment_kind(sample).has_value());
}

/// No server listens at that port.
void use_network() {
  if (!sluice::HttpClient::is_built_in()) return;
  try {
    sluice::HttpOptions options;
    options.attempts = 1;
    sluice::HttpClient(options).post({.url = "http://127.0.0.1:9/x", .headers = {}, .body = "x"});
  } catch (const sluice::Error &error) {
    if (error.code() == sluice::ErrorCode::unsupported) return;  // libcurl is not installed
  }
  HOST_CHECK(sockets > 0);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  sample = argv[1];
  work = argv[2];
  is_watching = true;
  use_files();
  HOST_CHECK(files > 0);
  use_network();
  return host_failures == 0 ? 0 : 1;
}

#else

int main() { puts("test skipped: only Linux lets a program take the place of open"); }

#endif
