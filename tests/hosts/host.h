/* Shared by the programs of this folder: checks that report where they failed, and paths. C99 and
 * C++. */
#ifndef SLUICE_TESTS_HOSTS_HOST_H
#define SLUICE_TESTS_HOSTS_HOST_H

#include <sluice.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int host_failures = 0;

/* Reports a failure and continues. */
#define HOST_CHECK(condition) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      ++host_failures; \
    } \
  } while (0)

/* Reports a failure with the message of `error`, which it frees, unless `status` is `expected`. */
static inline void host_expect(const char *file, int line, const char *call, sluice_status expected,
                               sluice_status status, sluice_error *error) {
  if (status != expected) {
    fprintf(stderr, "%s:%d: %s gave %s (%s), expected %s\n", file, line, call,
            sluice_status_name(status), error != NULL ? sluice_error_message(error).data : "",
            sluice_status_name(expected));
    ++host_failures;
  }
  sluice_error_free(error);
}

/* `call` must use the variable `error`: HOST_EXPECT(SLUICE_OK, sluice_catalog_load(..., &error)).
 */
#define HOST_EXPECT(expected, call) \
  do { \
    sluice_error *error = NULL; \
    const sluice_status host_status = call; \
    host_expect(__FILE__, __LINE__, #call, expected, host_status, error); \
  } while (0)

/* Writes "folder/name" into `path`, which holds 4,096 bytes. */
static inline void host_path(char *path, const char *folder, const char *name) {
  snprintf(path, 4096, "%s/%s", folder, name);
}

#endif
