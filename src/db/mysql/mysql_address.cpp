#include "mysql_address.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"

namespace sluice::inline v0::db_detail {
namespace {

constexpr std::size_t max_password_bytes = 4096;

[[noreturn]] void refuse_uri() {
  throw Error(ErrorCode::invalid_argument,
              "is not the URI of a MySQL server, such as mysql://user@host/database "
              "with @, / and : in a password as %40, %2F and %3A");
}

template <class Number>
std::optional<Number> number_in(std::string_view text, Number least, Number most) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (number < least || number > most) return std::nullopt;
  return number;
}

/// Replaces %40 and the like.
std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char byte = text[at];
    if (byte == '%') {
      const std::string_view digits = text.substr(at + 1, 2);
      unsigned value = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
      if (digits.size() != 2 || error != std::errc() || end != digits.data() + 2) refuse_uri();
      byte = static_cast<char>(value);
      at += 2;
    }
    if (static_cast<unsigned char>(byte) < 0x20) refuse_uri();
    plain += byte;
  }
  return plain;
}

/// The library gives some other characters in a host a meaning: lists, settings, plugins.
bool is_host(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '-' || c == '.' || c == '_';
  });
}

bool is_host_number(std::string_view text) {
  return text.find(':') != text.npos &&
         text.find_first_not_of("0123456789abcdefABCDEF:.") == text.npos;
}

class MysqlUri {
 public:
  explicit MysqlUri(std::string_view uri) {
    std::string_view rest = uri.substr(uri.find("://") + 3);
    const std::size_t settings = rest.find('?');
    if (settings != rest.npos) read_settings(rest.substr(settings + 1));
    rest = rest.substr(0, settings);
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    read_server(rest.substr(0, slash));
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    // Part of a password that contains a slash.
    if (rest.find_first_of("/@") != rest.npos) refuse_uri();
    address_.database = decoded(rest);
    check_tls();
  }

  const MysqlAddress &address() const noexcept { return address_; }
  bool has_password() const noexcept { return has_password_; }
  const std::string &password_file() const noexcept { return password_file_; }

 private:
  void read_server(std::string_view text) {
    if (const std::size_t at = text.find('@'); at != text.npos) {
      const std::string_view user = text.substr(0, at);
      text.remove_prefix(at + 1);
      const std::size_t colon = std::min(user.find(':'), user.size());
      address_.user = decoded(user.substr(0, colon));
      if (colon < user.size()) {
        address_.password = decoded(user.substr(colon + 1));
        has_password_ = true;
      }
    }
    if (text.starts_with('[')) {
      const std::size_t end = text.find(']');
      if (end == text.npos || !is_host_number(text.substr(1, end - 1))) refuse_uri();
      address_.host = text.substr(1, end - 1);
      text.remove_prefix(end + 1);
      if (!text.empty() && text[0] != ':') refuse_uri();
    } else {
      const std::size_t colon = std::min(text.find(':'), text.size());
      if (!is_host(text.substr(0, colon))) refuse_uri();
      address_.host = text.substr(0, colon);
      text.remove_prefix(colon);
    }
    if (!text.empty()) {
      const auto port = number_in<unsigned>(text.substr(1), 1, 65535);
      if (!port) refuse_uri();
      address_.port = *port;
    }
    if (address_.host.empty()) address_.host = "localhost";
  }

  void read_settings(std::string_view text) {
    while (!text.empty()) {
      const std::string_view one = text.substr(0, text.find('&'));
      text.remove_prefix(std::min(one.size() + 1, text.size()));
      const std::size_t equals = one.find('=');
      if (equals == one.npos || one.find('@') != one.npos) refuse_uri();
      read_setting(one.substr(0, equals), decoded(one.substr(equals + 1)));
    }
  }

  void read_setting(std::string_view name, std::string value) {
    if (name == "socket") {
      if (!value.starts_with('/')) refuse("socket", "the path of a unix socket");
      address_.socket = std::move(value);
    } else if (name == "sslmode") {
      read_mode(value);
    } else if (name == "sslrootcert") {
      address_.authorities = std::move(value);
    } else if (name == "sslcert") {
      address_.certificate = std::move(value);
    } else if (name == "sslkey") {
      address_.key = std::move(value);
    } else if (name == "password_file") {
      password_file_ = std::move(value);
    } else if (name == "connect_timeout") {
      const auto seconds = number_in<int>(value, 1, 3600);
      if (!seconds) refuse("connect_timeout", "1 to 3600 seconds");
      address_.connect_seconds = *seconds;
    } else {
      throw Error(ErrorCode::invalid_argument,
                  "the URI of a MySQL server has an unknown parameter; known are socket, sslmode, "
                  "sslrootcert, sslcert, sslkey, connect_timeout and password_file");
    }
  }

  void read_mode(std::string_view value) {
    constexpr std::string_view modes[] = {"disable", "prefer", "require", "verify-ca",
                                          "verify-full"};
    const auto found = std::ranges::find(modes, value);
    if (found == std::end(modes))
      refuse("sslmode", "disable, prefer, require, verify-ca or verify-full");
    address_.tls = static_cast<MysqlTls>(found - std::begin(modes));
  }

  void check_tls() {
    if (address_.tls == MysqlTls::require && !address_.authorities.empty())
      address_.tls = MysqlTls::verify_ca;
    if (address_.tls == MysqlTls::verify_ca && address_.authorities.empty()) {
      throw Error(ErrorCode::invalid_argument,
                  "sslmode=verify-ca needs sslrootcert, the file of the authority's certificate");
    }
    // From 3.4 on, MariaDB Connector/C trusts every server at these two.
    if (address_.tls == MysqlTls::verify_full && address_.socket.empty() &&
        (address_.host == "127.0.0.1" || address_.host == "::1")) {
      throw Error(ErrorCode::invalid_argument,
                  "sslmode=verify-full needs the server's name, such as localhost, not its number");
    }
    if (address_.certificate.empty() != address_.key.empty()) {
      throw Error(ErrorCode::invalid_argument, "sslcert and sslkey are needed together");
    }
  }

  [[noreturn]] static void refuse(std::string_view name, std::string_view expected) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("the URI of a MySQL server has a wrong {}, expected {}", name, expected));
  }

  MysqlAddress address_;
  bool has_password_ = false;
  std::string password_file_;
};

/// The first line of a file that only this user can read.
std::string password_in(const std::string &path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
      (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw Error(ErrorCode::io, "other users may read this password file; chmod it to 0600", {path});
  }
  std::string password = read_file(path, max_password_bytes);
  password.resize(std::min(password.find_first_of("\r\n"), password.size()));
  return password;
}

}  // namespace

MysqlAddress mysql_address_of(std::string_view uri) {
  if (!is_mysql_uri(uri)) refuse_uri();
  const MysqlUri parsed(uri);
  MysqlAddress address = parsed.address();
  if (parsed.has_password()) return address;
  if (!parsed.password_file().empty()) {
    address.password = password_in(parsed.password_file());
  } else if (const char *const value = std::getenv("MYSQL_PWD"); value != nullptr) {
    address.password = value;
  }
  return address;
}

std::string source_of(const MysqlAddress &address) {
  std::string source = address.socket.empty() ? address.host : address.socket;
  if (address.socket.empty() && address.port != MysqlAddress().port)
    source += fmt::format(":{}", address.port);
  if (!address.database.empty()) source += '/' + address.database;
  return source;
}

}  // namespace sluice::inline v0::db_detail
