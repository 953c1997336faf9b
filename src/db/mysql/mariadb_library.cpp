#include "mariadb_library.hpp"

#include <signal.h>

#include <cstdlib>

#include <fmt/format.h>

#include "core/lazy_library.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::db_detail {
namespace {

constexpr const char *mariadb_variable = "SLUICE_MARIADB_LIBRARY";
#ifdef __APPLE__
constexpr const char *mariadb_file = "libmariadb.3.dylib";
#else
constexpr const char *mariadb_file = "libmariadb.so.3";
#endif

detail::LazyLibrary open_mariadb(const char *named) {
  try {
    return detail::LazyLibrary(named != nullptr ? named : mariadb_file);
  } catch (const Error &error) {
    if (named == nullptr) {
      throw Error(error.code(),
                  fmt::format("{}, which connects to MySQL and MariaDB: install MariaDB "
                              "Connector/C (Debian: libmariadb3), or set {} to where it is",
                              error.message(), mariadb_variable));
    }
    throw Error(error.code(), fmt::format("{} names a library that cannot be loaded: {}",
                                          mariadb_variable, named));
  }
}

/// The library ignores SIGPIPE in the whole process when it is initialized.
void initialize(const Mariadb &functions) {
  struct sigaction before {};
  ::sigaction(SIGPIPE, nullptr, &before);
  const int failed = functions.server_init(0, nullptr, nullptr);
  ::sigaction(SIGPIPE, &before, nullptr);
  if (failed != 0) throw Error(ErrorCode::unsupported, "MariaDB Connector/C does not start");
}

Mariadb load_mariadb() {
  const char *const value = std::getenv(mariadb_variable);
  const detail::LazyLibrary library =
      open_mariadb(value != nullptr && *value != '\0' ? value : nullptr);
  Mariadb functions;
  const auto find = [&library]<class Function>(Function *&function, const char *name) {
    function = library.find<Function>(name);
  };
  find(functions.server_init, "mysql_server_init");
  find(functions.init, "mysql_init");
  find(functions.options, "mysql_options");
  find(functions.options4, "mysql_options4");
  find(functions.real_connect_start, "mysql_real_connect_start");
  find(functions.real_connect_cont, "mysql_real_connect_cont");
  find(functions.real_query_start, "mysql_real_query_start");
  find(functions.real_query_cont, "mysql_real_query_cont");
  find(functions.use_result, "mysql_use_result");
  find(functions.fetch_row_start, "mysql_fetch_row_start");
  find(functions.fetch_row_cont, "mysql_fetch_row_cont");
  find(functions.fetch_lengths, "mysql_fetch_lengths");
  find(functions.num_fields, "mysql_num_fields");
  find(functions.free_result, "mysql_free_result");
  find(functions.close, "mysql_close");
  find(functions.get_socket, "mysql_get_socket");
  find(functions.get_timeout_value_ms, "mysql_get_timeout_value_ms");
  find(functions.get_ssl_cipher, "mysql_get_ssl_cipher");
  find(functions.last_errno, "mysql_errno");
  find(functions.last_error, "mysql_error");
  initialize(functions);
  return functions;
}

}  // namespace

const Mariadb &mariadb() {
  static const Mariadb functions = load_mariadb();
  return functions;
}

}  // namespace sluice::inline v0::db_detail
