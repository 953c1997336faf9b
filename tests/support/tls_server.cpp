#include "tls_server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

extern char **environ;

namespace sluice::test {
namespace {

/// Starts openssl with its standard output to `out`, or to nowhere. Returns 0 if there is no such
/// program.
pid_t spawn_openssl(std::vector<std::string> arguments, int out) {
  arguments.insert(arguments.begin(), "openssl");
  std::vector<char *> argv;
  for (std::string &argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (out >= 0) {
    ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  } else {
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  pid_t child = 0;
  if (::posix_spawnp(&child, "openssl", &actions, nullptr, argv.data(), environ) != 0) child = 0;
  ::posix_spawn_file_actions_destroy(&actions);
  return child;
}

/// Returns the number after the last colon of the line "ACCEPT …", which the program prints when it
/// listens; 0 if it does not within ten seconds.
int port_printed(int in) {
  constexpr int patience = 10'000;  // milliseconds
  std::string text;
  for (;;) {
    const std::size_t accept = text.find("ACCEPT ");
    const std::size_t end = accept == text.npos ? text.npos : text.find('\n', accept);
    if (end != text.npos) {
      const std::size_t colon = text.rfind(':', end);
      return colon == text.npos ? 0 : std::atoi(text.c_str() + colon + 1);
    }
    pollfd waiting{in, POLLIN, 0};
    char some[256];
    if (::poll(&waiting, 1, patience) != 1) return 0;
    const ssize_t count = ::read(in, some, sizeof some);
    if (count <= 0) return 0;
    text.append(some, static_cast<std::size_t>(count));
  }
}

}  // namespace

std::optional<TlsCertificate> TlsCertificate::make() {
  TlsCertificate made;
  const pid_t child = spawn_openssl(
      {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
       "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
       made.key().string(), "-out", made.certificate().string()},
      -1);
  int status = 0;
  if (child == 0 || ::waitpid(child, &status, 0) != child || status != 0) return std::nullopt;
  return made;
}

TlsServer::TlsServer(const TlsCertificate &certificate) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  child_ = spawn_openssl({"s_server", "-accept", "127.0.0.1:0", "-cert",
                          certificate.certificate().string(), "-key", certificate.key().string(),
                          "-www"},
                         ends[1]);
  ::close(ends[1]);
  port_ = child_ == 0 ? 0 : port_printed(ends[0]);
  ::close(ends[0]);
  if (port_ == 0) throw std::runtime_error("openssl s_server does not start");
}

TlsServer::~TlsServer() {
  if (child_ == 0) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

}  // namespace sluice::test
