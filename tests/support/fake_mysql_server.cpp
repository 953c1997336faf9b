#include "fake_mysql_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace sluice::test {
namespace {

constexpr std::string_view end_of_rows("\xfe\0\0\2\0", 5);

std::string sized(std::string_view text) {
  return std::string(1, static_cast<char>(text.size())) + std::string(text);
}

}  // namespace

bool FakeMysqlServer::Client::send(std::string_view bytes) {
  while (!bytes.empty() && !stopped_) {
    pollfd ready{socket_, POLLOUT, 0};
    if (::poll(&ready, 1, 50) <= 0) continue;
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return !stopped_;
}

bool FakeMysqlServer::Client::packet(std::string_view payload) {
  std::string bytes;
  for (int shift = 0; shift < 24; shift += 8)
    bytes += static_cast<char>(payload.size() >> shift & 0xff);
  bytes += static_cast<char>(number_++);
  return send(bytes += payload);
}

bool FakeMysqlServer::Client::receive(std::string &payload) {
  std::string bytes;
  std::size_t wanted = 4;
  while (bytes.size() < wanted && !stopped_) {
    pollfd ready{socket_, POLLIN, 0};
    if (::poll(&ready, 1, 50) <= 0) continue;
    char buffer[4096];
    const ssize_t size =
        ::recv(socket_, buffer, std::min(sizeof buffer, wanted - bytes.size()), MSG_DONTWAIT);
    if (size <= 0) return false;
    bytes.append(buffer, static_cast<std::size_t>(size));
    received.append(buffer, static_cast<std::size_t>(size));
    if (bytes.size() == 4 && wanted == 4) {
      for (std::size_t i = 0; i < 3; ++i)
        wanted += std::size_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
      number_ = static_cast<unsigned char>(static_cast<unsigned char>(bytes[3]) + 1);
    }
  }
  if (stopped_) return false;
  payload = bytes.substr(4);
  return true;
}

bool FakeMysqlServer::Client::greet() {
  using namespace std::string_literals;
  const std::string greeting = "\x0a"s
                               "5.7.0-fake\0"s
                               "\1\0\0\0"s
                               "abcdefgh\0"s
                               "\x89\xa2\x2d\2\0\x08\0\x15"s +
                               std::string(10, '\0') + "ijklmnopqrst\0mysql_native_password\0"s;
  std::string login;
  return packet(greeting) && receive(login);
}

bool FakeMysqlServer::Client::ok() { return packet(std::string_view("\0\0\0\2\0\0\0", 7)); }

bool FakeMysqlServer::Client::accept() {
  if (!greet() || !ok()) return false;
  std::string query;
  for (int i = 0; i < 4; ++i) {
    if (!receive(query)) return false;
    const bool is_done =
        query.find("VERSION") != query.npos ? begin_result() && row("5.7.0-fake") && end() : ok();
    if (!is_done) return false;
  }
  return true;
}

bool FakeMysqlServer::Client::begin_result() {
  using namespace std::string_literals;
  const std::string column = sized("def") + sized("") + sized("") + sized("") + sized("c") +
                             sized("") + "\x0c\x2d\0\xff\0\0\0\xfd\0\0\0\0\0"s;
  return packet("\1") && packet(column) && packet(end_of_rows);
}

bool FakeMysqlServer::Client::row(std::string_view value) { return packet(sized(value)); }

bool FakeMysqlServer::Client::end() { return packet(end_of_rows); }

FakeMysqlServer::FakeMysqlServer(Script script) : script_(std::move(script)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (listener_ < 0 || ::bind(listener_, reinterpret_cast<sockaddr *>(&address), size) != 0 ||
      ::listen(listener_, 4) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr *>(&address), &size) != 0) {
    throw std::runtime_error("no port for a server");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

FakeMysqlServer::~FakeMysqlServer() { stop(); }

std::string FakeMysqlServer::stop() {
  stopped_ = true;
  if (thread_.joinable()) {
    thread_.join();
    ::close(listener_);
  }
  return received_;
}

void FakeMysqlServer::serve() {
  while (!stopped_) {
    pollfd ready{listener_, POLLIN, 0};
    if (::poll(&ready, 1, 50) <= 0) continue;
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;
    Client client(socket, stopped_);
    script_(client);
    received_ += client.received;
    ::close(socket);
  }
}

}  // namespace sluice::test
