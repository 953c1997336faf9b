/// A host has a DuckDB file open for writing, locked by DuckDB: the library refuses to read it,
/// like another process, and the lock stays.

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "host_database.hpp"

namespace {

/// The functions of DuckDB's C interface that this program uses.
class Duckdb {
 public:
  Duckdb() : library_(dlopen(name(), RTLD_NOW)) {}
  bool is_there() const { return library_ != nullptr; }

  void *open(const std::string &path) const {
    void *database = nullptr;
    HOST_CHECK(find<int(const char *, void **)>("duckdb_open")(path.c_str(), &database) == 0);
    return database;
  }
  void close(void *database) const { find<void(void **)>("duckdb_close")(&database); }
  void run(void *database, const char *sql) const {
    void *connection = nullptr;
    HOST_CHECK(find<int(void *, void **)>("duckdb_connect")(database, &connection) == 0);
    HOST_CHECK(find<int(void *, const char *, void *)>("duckdb_query")(connection, sql, nullptr) ==
               0);
    find<void(void **)>("duckdb_disconnect")(&connection);
  }

 private:
  static const char *name() {
    const char *given = std::getenv("SLUICE_DUCKDB_LIBRARY");
    return given != nullptr ? given : "libduckdb.so";
  }
  template <class Function>
  Function *find(const char *function) const {
    return reinterpret_cast<Function *>(dlsym(library_, function));
  }

  void *library_;
};

/// Returns 5 if another process has a lock.
int ask_for_lock(const char *path) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  const int file = ::open(path, O_RDWR | O_CLOEXEC);
  return ::fcntl(file, F_SETLK, &lock) == 0 ? 0 : 5;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  if (std::string(argv[1]) == "lock") return ask_for_lock(argv[2]);
  const Duckdb duckdb;
  if (!duckdb.is_there()) {
    std::printf("test skipped: needs DuckDB's library\n");
    return 0;
  }
  const std::string path = std::string(argv[2]) + "/host.duckdb";
  std::filesystem::remove(path);
  void *database = duckdb.open(path);
  duckdb.run(database, "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1); CHECKPOINT");
  HOST_CHECK(host::run_child("lock", path) == 5);
  sluice_catalog *catalog = nullptr;
  HOST_EXPECT(SLUICE_IO, sluice_catalog_load(path.c_str(), SLUICE_NUL, nullptr, &catalog, &error));
  HOST_CHECK(host::run_child("lock", path) == 5);
  duckdb.close(database);
  HOST_CHECK(host::run_child("lock", path) == 0);
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(path.c_str(), SLUICE_NUL, nullptr, &catalog, &error));
  HOST_CHECK(sluice_catalog_count(catalog, SLUICE_TABLE) == 1);
  sluice_catalog_release(catalog);
  return host_failures == 0 ? 0 : 1;
}
