#include "support.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

namespace sluice::test {

std::filesystem::path data_directory() {
  const char *chosen = std::getenv("SLUICE_DATA");
  return chosen != nullptr ? chosen : SLUICE_DATA;
}

std::filesystem::path encoder_directory() {
  const char *chosen = std::getenv("SLUICE_ENCODER");
  return chosen != nullptr ? std::filesystem::path(chosen) : source_directory() / "build/encoder";
}

std::filesystem::path source_directory() { return SLUICE_SOURCE_DIR; }

void skip(std::string_view why) {
  std::printf("\ntest skipped: %.*s\n", static_cast<int>(why.size()), why.data());
}

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "sluice-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), name);
  }
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto *plain = reinterpret_cast<sockaddr *>(&address);
  if (::bind(socket, plain, size) != 0 || ::getsockname(socket, plain, &size) != 0)
    throw std::runtime_error("no port for a server");
  ::close(socket);
  return ntohs(address.sin_port);
}

}  // namespace sluice::test
