#include "sluice/judge/database_image.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/folder.hpp"
#include "core/kept_path.hpp"
#include "judge/readable_databases.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

namespace fs = std::filesystem;

bool is_database_name(std::string_view name) noexcept {
  if (name.find(".sqlite") == name.npos) return false;
  constexpr std::string_view beside[] = {"-journal", "-wal", "-shm"};
  return std::none_of(std::begin(beside), std::end(beside),
                      [name](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

AnyExecutor DatabaseImage::open(const QueryLimits &limits, CancellationToken token) const {
  return SqliteSession(image_, limits, std::move(token));
}

SqliteFolder::SqliteFolder(std::string folder)
    : folder_(std::move(folder)), start_(detail::current_folder()) {}

std::vector<std::string> SqliteFolder::files(std::string_view database_id) const {
  const std::string id(database_id);
  if (id.empty() || id == "." || id == ".." || id.find('/') != id.npos ||
      id.find('\0') != id.npos) {
    throw Error(ErrorCode::invalid_argument, "\"" + id + "\" is not valid as a database id",
                {folder_});
  }
  const fs::path all = detail::kept_path(folder_, start_);
  std::vector<std::string> found;
  std::error_code error;
  if (const fs::path folder = all / id; fs::is_directory(folder, error)) {
    for (const FolderEntry &entry : folder_entries(folder.string())) {
      if (entry.kind == EntryKind::file && is_database_name(entry.name))
        found.push_back((folder / entry.name).string());
    }
  }
  for (const char *ending : {".sqlite", ".sqlite.gz"}) {
    const fs::path path = all / (id + ending);
    if (found.empty() && fs::is_regular_file(path, error)) found.push_back(path.string());
  }
  if (found.empty()) {
    throw Error(ErrorCode::not_found, "no database " + id + ", neither as a folder nor as a file",
                {folder_});
  }
  return found;
}

FoundDatabases SqliteFolder::find(std::string_view database_id) const {
  FoundDatabases found;
  judge_detail::UnreadableDatabases unreadable;
  for (const std::string &path : files(database_id)) {
    unreadable.try_read(path, [&] {
      found.databases.push_back(
          std::make_shared<DatabaseImage>(judge_detail::readable_image(path)));
    });
  }
  if (found.databases.empty()) unreadable.throw_first();
  found.skipped = unreadable.take();
  return found;
}

std::vector<SkippedItem> SqliteFolder::read_first(
    std::string_view database_id, function_ref<void(const std::string &path)> read) const {
  judge_detail::UnreadableDatabases unreadable;
  for (const std::string &path : files(database_id)) {
    if (unreadable.try_read(path, [&] { read(path); })) return unreadable.take();
  }
  unreadable.throw_first();
}

}  // namespace sluice::inline v0
