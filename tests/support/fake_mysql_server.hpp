#ifndef SLUICE_TESTS_SUPPORT_FAKE_MYSQL_SERVER_HPP
#define SLUICE_TESTS_SUPPORT_FAKE_MYSQL_SERVER_HPP

/// A server that speaks just enough of MySQL's protocol to misbehave.

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace sluice::test {

/// Serves one connection after the other on 127.0.0.1, each by a script. Runs during the lifetime
/// of the object.
class FakeMysqlServer {
 public:
  /// One connection, seen by a script. Functions return false when the client is gone.
  class Client {
   public:
    Client(int socket, const std::atomic<bool> &stopped) : socket_(socket), stopped_(stopped) {}

    bool send(std::string_view bytes);
    /// Sends a packet of the protocol.
    bool packet(std::string_view payload);
    /// Receives a packet; what was received is kept in `received`.
    bool receive(std::string &payload);

    /// Greets, and reads the client's login.
    bool greet();
    bool ok();
    /// Accepts the login, and answers to what a session sends first.
    bool accept();
    /// A result of one column; rows may follow, then `end`.
    bool begin_result();
    bool row(std::string_view value);
    bool end();

    bool stopped() const { return stopped_; }
    std::string received;

   private:
    int socket_;
    const std::atomic<bool> &stopped_;
    unsigned char number_ = 0;  // of the next packet
  };
  using Script = std::function<void(Client &client)>;

  explicit FakeMysqlServer(Script script);
  ~FakeMysqlServer();
  FakeMysqlServer(const FakeMysqlServer &) = delete;
  FakeMysqlServer &operator=(const FakeMysqlServer &) = delete;

  int port() const noexcept { return port_; }
  /// Stops, and returns all bytes that clients have sent.
  std::string stop();

 private:
  void serve();

  Script script_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopped_ = false;
  std::string received_;
  std::thread thread_;
};

}  // namespace sluice::test

#endif
