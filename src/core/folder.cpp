#include "sluice/core/folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice {
namespace {

struct Close {
  void operator()(DIR *folder) const noexcept { ::closedir(folder); }
};

[[noreturn]] void fail(const std::string &path) {
  const int error = errno;
  const bool is_missing = error == ENOENT || error == ENOTDIR;
  throw Error(is_missing ? ErrorCode::not_found : ErrorCode::io,
              fmt::format("cannot read: {}", std::generic_category().message(error)), {path});
}

EntryKind kind_of(DIR *folder, const dirent &entry) noexcept {
  if (entry.d_type == DT_REG) return EntryKind::file;
  if (entry.d_type == DT_DIR) return EntryKind::folder;
  struct stat status {};  // of a link, what it leads to; not every file system tells the type
  if (::fstatat(::dirfd(folder), entry.d_name, &status, 0) != 0) return EntryKind::other;
  if (S_ISREG(status.st_mode)) return EntryKind::file;
  return S_ISDIR(status.st_mode) ? EntryKind::folder : EntryKind::other;
}

}  // namespace

std::vector<FolderEntry> folder_entries(const std::string &path) {
  const std::unique_ptr<DIR, Close> folder(::opendir(path.c_str()));
  if (!folder) fail(path);
  std::vector<FolderEntry> entries;
  while (true) {
    errno = 0;  // the only difference between the end and an error
    const dirent *entry = ::readdir(folder.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    entries.push_back({std::string(name), kind_of(folder.get(), *entry)});
  }
  if (errno != 0) fail(path);
  std::ranges::sort(entries, {}, &FolderEntry::name);
  return entries;
}

}  // namespace sluice
