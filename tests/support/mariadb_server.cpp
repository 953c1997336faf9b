#include "mariadb_server.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace sluice::test {
namespace {

namespace fs = std::filesystem;

constexpr uid_t nobody = 65534;

/// Returns the path of a program, or an empty one.
fs::path find_program(const std::string &name) {
  std::vector<fs::path> folders;
  if (const char *named = std::getenv("SLUICE_MARIADB_BIN")) folders.emplace_back(named);
  if (const char *path = std::getenv("PATH")) {
    std::istringstream parts(path);
    for (std::string part; std::getline(parts, part, ':');) folders.emplace_back(part);
  }
  folders.insert(folders.end(), {"/usr/sbin", "/usr/local/sbin"});
  for (const fs::path &folder : folders) {
    std::error_code error;
    if (fs::exists(folder / name, error)) return folder / name;
  }
  return {};
}

bool has_library() {
  const char *const named = std::getenv("SLUICE_MARIADB_LIBRARY");
  return ::dlopen(named != nullptr && *named != '\0' ? named : "libmariadb.so.3", RTLD_NOW) !=
         nullptr;
}

enum class RunAs { caller, server_user };

/// The server refuses to run as root, so its process gives up root's rights.
pid_t spawn(std::vector<std::string> arguments, const fs::path &input, const fs::path &output,
            const fs::path &errors, RunAs user) {
  std::vector<char *> argv;
  for (std::string &argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process for a server");
  if (child > 0) return child;
  const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
  bool ready = ::dup2(::open(input.c_str(), O_RDONLY), STDIN_FILENO) >= 0 &&
               ::dup2(::open(output.c_str(), flags, 0644), STDOUT_FILENO) >= 0 &&
               ::dup2(::open(errors.c_str(), flags, 0644), STDERR_FILENO) >= 0;
  if (user == RunAs::server_user && ::geteuid() == 0)
    ready = ready && ::setgroups(0, nullptr) == 0 && ::setgid(nobody) == 0 && ::setuid(nobody) == 0;
  // The server ends with the test, even if it crashes.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (ready && ::getppid() == parent) ::execv(argv.front(), argv.data());
  ::_exit(126);
}

std::string text_of(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string encoded(const std::string &path) {
  std::string text;
  for (const char c : path) text += c == '/' ? std::string("%2F") : std::string(1, c);
  return text;
}

}  // namespace

bool MariadbServer::find(Programs &programs) {
  programs = {find_program("mariadbd"), find_program("mariadb-install-db"), find_program("mariadb"),
              find_program("mariadb-dump")};
  return !programs.server.empty() && !programs.install.empty() && !programs.client.empty() &&
         !programs.dump.empty() && has_library();
}

std::unique_ptr<MariadbServer> MariadbServer::start(const TlsCertificate *certificate) {
  Programs programs;
  if (!find(programs)) return nullptr;
  std::unique_ptr<MariadbServer> server(new MariadbServer(programs));
  const fs::path folder = server->folder_.path();
  const fs::path log = folder / "log";
  if (::geteuid() == 0 && ::chown(folder.c_str(), nobody, nobody) != 0)
    throw std::runtime_error("cannot give a folder away");
  int status = 0;
  const pid_t install =
      spawn({programs.install.string(), "--no-defaults", "--datadir=" + (folder / "data").string(),
             "--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve",
             "--innodb-log-file-size=4M", "--innodb-buffer-pool-size=8M"},
            "/dev/null", log, log, RunAs::server_user);
  if (::waitpid(install, &status, 0) != install || status != 0)
    throw std::runtime_error("mariadb-install-db: " + text_of(log));
  server->launch(certificate);
  return server;
}

void MariadbServer::launch(const TlsCertificate *certificate) {
  const fs::path folder = folder_.path();
  const fs::path log = folder / "log";
  port_ = free_port();
  std::vector<std::string> arguments{programs_.server.string(),
                                     "--no-defaults",
                                     "--datadir=" + (folder / "data").string(),
                                     "--socket=" + (folder / "socket").string(),
                                     "--pid-file=" + (folder / "pid").string(),
                                     "--port=" + std::to_string(port_),
                                     "--bind-address=127.0.0.1",
                                     "--skip-name-resolve",
                                     "--skip-log-bin",
                                     "--innodb-log-file-size=4M",
                                     "--innodb-buffer-pool-size=8M",
                                     "--innodb-flush-log-at-trx-commit=0",
                                     "--key-buffer-size=1M",
                                     "--performance-schema=OFF",
                                     "--max-connections=30"};
  if (certificate != nullptr) {
    fs::copy_file(certificate->certificate(), folder / "certificate.pem");
    fs::copy_file(certificate->key(), folder / "key.pem");
    for (const char *file : {"certificate.pem", "key.pem"}) {
      if (::geteuid() == 0 && ::chown((folder / file).c_str(), nobody, nobody) != 0)
        throw std::runtime_error("cannot give a file away");
    }
    arguments.push_back("--ssl-cert=" + (folder / "certificate.pem").string());
    arguments.push_back("--ssl-key=" + (folder / "key.pem").string());
  }
  child_ = spawn(std::move(arguments), "/dev/null", log, log, RunAs::server_user);
  for (int i = 0; i < 600; ++i) {
    int status = 0;
    if (::waitpid(child_, &status, WNOHANG) != 0) {
      child_ = 0;
      break;
    }
    try {
      administer("SELECT 1");
      return;
    } catch (const std::runtime_error &) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  throw std::runtime_error("mariadbd: " + text_of(log));
}

MariadbServer::~MariadbServer() { crash(); }

void MariadbServer::crash() {
  if (child_ == 0) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
  child_ = 0;
}

std::string MariadbServer::uri(std::string_view login, std::string_view database) const {
  return "mariadb://" + std::string(login) + "@localhost/" + std::string(database) +
         "?socket=" + encoded((folder_.path() / "socket").string());
}

std::string MariadbServer::run(const fs::path &program, std::vector<std::string> arguments,
                               const std::string &input) const {
  const TemporaryDirectory folder;
  const fs::path in = folder.path() / "in", out = folder.path() / "out",
                 errors = folder.path() / "errors";
  std::ofstream(in, std::ios::binary) << input;
  std::vector<std::string> command{program.string(), "--no-defaults", "--user=root",
                                   "--socket=" + (folder_.path() / "socket").string(),
                                   "--default-character-set=utf8mb4"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  int status = 0;
  const pid_t child = spawn(std::move(command), in, out, errors, RunAs::caller);
  if (::waitpid(child, &status, 0) != child || status != 0)
    throw std::runtime_error(program.filename().string() + ": " + text_of(errors));
  return text_of(out);
}

void MariadbServer::administer(const std::string &script) const {
  run(programs_.client, {"--batch"}, script);
}

std::string MariadbServer::ask(const std::string &query) const {
  return run(programs_.client, {"--batch"}, query);
}

std::string MariadbServer::dump(const std::vector<std::string> &databases) const {
  std::vector<std::string> arguments{"--no-data", "--databases"};
  arguments.insert(arguments.end(), databases.begin(), databases.end());
  return run(programs_.dump, std::move(arguments), "");
}

}  // namespace sluice::test
