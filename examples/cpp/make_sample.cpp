/// Creates SQLite databases from SQL scripts: `sluice_sample SCRIPTS OUT` writes OUT/<name>.sqlite
/// for each SCRIPTS/<name>.sql. The other examples and the README use these databases.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <sqlite3.h>

namespace {

namespace fs = std::filesystem;

struct Close {
  void operator()(sqlite3 *database) const { sqlite3_close(database); }
};

using Database = std::unique_ptr<sqlite3, Close>;

std::string read(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

Database create(const fs::path &path) {
  sqlite3 *opened = nullptr;
  const int status = sqlite3_open(path.c_str(), &opened);
  Database database(opened);  // SQLite returns a handle even if it fails
  if (status != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(opened));
  return database;
}

void execute(const Database &database, const std::string &sql) {
  if (sqlite3_exec(database.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw std::runtime_error(sqlite3_errmsg(database.get()));
  }
}

/// Fails at the first row whose foreign key refers to no row.
void check_references(const Database &database) {
  sqlite3_stmt *broken = nullptr;
  sqlite3_prepare_v2(database.get(), "PRAGMA foreign_key_check", -1, &broken, nullptr);
  std::string found;
  if (sqlite3_step(broken) == SQLITE_ROW) {
    const auto text = [broken](int column) {
      return reinterpret_cast<const char *>(sqlite3_column_text(broken, column));
    };
    found = std::string("a row of ") + text(0) + " refers to no row of " + text(2);
  }
  sqlite3_finalize(broken);
  if (!found.empty()) throw std::runtime_error(found);
}

/// Builds under a temporary name first, so that a file with the real name is always complete.
void make(const fs::path &script, const fs::path &target) {
  fs::path unfinished = target;
  unfinished += ".tmp";
  fs::remove(unfinished);
  {
    const Database database = create(unfinished);
    execute(database, "PRAGMA synchronous = OFF;" + read(script));
    check_references(database);
  }
  fs::rename(unfinished, target);
}

std::vector<fs::path> scripts_in(const fs::path &folder) {
  std::vector<fs::path> scripts;
  for (const auto &entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".sql") scripts.push_back(entry.path());
  }
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fputs("usage: sluice_sample SCRIPTS OUT\n", stderr);
    return 2;
  }
  fs::path at = argv[1];
  try {
    const fs::path out = argv[2];
    fs::create_directories(out);
    const std::vector<fs::path> scripts = scripts_in(argv[1]);
    for (const fs::path &script : scripts) {
      at = script;
      make(script, out / script.stem().concat(".sqlite"));
    }
    std::printf("%zu databases in %s\n", scripts.size(), argv[2]);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "sluice_sample: %s: %s\n", at.c_str(), error.what());
    return 2;
  }
}
