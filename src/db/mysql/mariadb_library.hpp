#ifndef SLUICE_SRC_DB_MYSQL_MARIADB_LIBRARY_HPP
#define SLUICE_SRC_DB_MYSQL_MARIADB_LIBRARY_HPP

/// The part of MariaDB Connector/C that we call, which connects to MariaDB and MySQL. Declared
/// here, so that building needs no header of it, and loaded at run time: the library is LGPL. Its
/// records are only passed on. Functions that may have to wait come in two halves, `start` and
/// `cont`: each returns what to wait for, 0 when it is done. Tested with 3.3 and 3.4; MySQL's own
/// client library has other numbers for options.

namespace sluice::inline v0::db_detail {

struct MariadbHandle;  // MYSQL
struct MariadbResult;  // MYSQL_RES

/// The library's functions, which have the prefix mysql_ there.
struct Mariadb {
  int (*server_init)(int, char **, char **);
  MariadbHandle *(*init)(MariadbHandle *handle);
  /// Returns 0 for success, as the next.
  int (*options)(MariadbHandle *handle, int option, const void *value);
  int (*options4)(MariadbHandle *handle, int option, const void *name, const void *value);
  int (*real_connect_start)(MariadbHandle **connected, MariadbHandle *handle, const char *host,
                            const char *user, const char *password, const char *database,
                            unsigned port, const char *socket, unsigned long flags);
  int (*real_connect_cont)(MariadbHandle **connected, MariadbHandle *handle, int ready);
  int (*real_query_start)(int *failed, MariadbHandle *handle, const char *sql, unsigned long size);
  int (*real_query_cont)(int *failed, MariadbHandle *handle, int ready);
  MariadbResult *(*use_result)(MariadbHandle *handle);
  int (*fetch_row_start)(char ***row, MariadbResult *result);
  int (*fetch_row_cont)(char ***row, MariadbResult *result, int ready);
  unsigned long *(*fetch_lengths)(MariadbResult *result);
  unsigned (*num_fields)(MariadbResult *result);
  void (*free_result)(MariadbResult *result);
  void (*close)(MariadbHandle *handle);
  int (*get_socket)(MariadbHandle *handle);
  unsigned (*get_timeout_value_ms)(const MariadbHandle *handle);
  const char *(*get_ssl_cipher)(MariadbHandle *handle);
  unsigned (*last_errno)(MariadbHandle *handle);     // mysql_errno
  const char *(*last_error)(MariadbHandle *handle);  // mysql_error
};

/// What to wait for, and what happened.
enum MariadbWait : int {
  mariadb_read = 1,
  mariadb_write = 2,
  mariadb_exception = 4,
  mariadb_timeout = 8,
};

/// Options, with the type that their value points to.
enum MariadbOption : int {
  mariadb_connect_timeout = 0,      // unsigned, seconds
  mariadb_charset = 7,              // text
  mariadb_local_files = 8,          // unsigned
  mariadb_protocol = 9,             // unsigned: 1 TCP, 2 a socket
  mariadb_read_timeout = 11,        // unsigned, seconds
  mariadb_write_timeout = 12,       // unsigned, seconds
  mariadb_verify_certificate = 21,  // char
  mariadb_tls_key = 25,             // text
  mariadb_tls_certificate = 26,     // text
  mariadb_tls_authorities = 27,     // text
  mariadb_add_attribute = 33,       // name and value, by options4
  mariadb_use_tls = 38,             // char
  mariadb_max_packet = 39,          // size_t
  mariadb_nonblocking = 6000,       // size_t, bytes of stack
  mariadb_allowed_logins = 7026,    // text: names of plugins
};

/// Loads the library on first use: the file that the environment variable SLUICE_MARIADB_LIBRARY
/// names, else libmariadb.so.3 (macOS: libmariadb.3.dylib) from the system's library path. The
/// process's handler of SIGPIPE is kept, which the library would change. Thread-safe. Throws
/// Error(unsupported) if there is no library or it lacks a function.
const Mariadb &mariadb();

}  // namespace sluice::inline v0::db_detail

#endif
