#ifndef SLUICE_SRC_DB_MYSQL_MYSQL_ADDRESS_HPP
#define SLUICE_SRC_DB_MYSQL_MYSQL_ADDRESS_HPP

/// Where a MySQL or MariaDB server is, and how to log in.

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::inline v0::db_detail {

/// Whether `text` is the URI of a server: begins with mysql:// or mariadb://.
constexpr bool is_mysql_uri(std::string_view text) noexcept {
  return text.starts_with("mysql://") || text.starts_with("mariadb://");
}

/// The meanings are those of libpq's sslmode. MariaDB Connector/C 3.4 checks the host in verify_ca,
/// too.
enum class MysqlTls : std::uint8_t {
  disable,
  prefer,      ///< Falls back to a connection without TLS.
  require,     ///< Checks the certificate only if an authority is given.
  verify_ca,   ///< The certificate has to be signed by the given authority.
  verify_full  ///< And be for this host; without an authority, the system's are trusted.
};

struct MysqlAddress {
  std::string host;  ///< "localhost" if the URI names none.
  unsigned port = 3306;
  std::string socket;  ///< The path of a unix socket; if set, host and port are not used.
  std::string user;    ///< Empty: the user of this process.
  std::string password;
  std::string database;  ///< May be empty.
  MysqlTls tls = MysqlTls::prefer;
  std::string authorities;  ///< Files in PEM format.
  std::string certificate;
  std::string key;
  int connect_seconds = 10;
};

/// Parses `mysql://user:password@host:port/database?name=value&…`, all but the host optional.
/// Names: socket, sslmode, sslrootcert, sslcert, sslkey, connect_timeout, password_file. A password
/// that the URI lacks comes from the first line of the password file, which no other user may be
/// able to read, else from the environment variable MYSQL_PWD. Throws Error: invalid_argument,
/// not_found or io (the password file). Messages do not contain parts of a wrong URI, which may be
/// part of a password.
MysqlAddress mysql_address_of(std::string_view uri);

/// Server and database without user and password, such as "localhost/shop".
std::string source_of(const MysqlAddress &address);

}  // namespace sluice::inline v0::db_detail

#endif
