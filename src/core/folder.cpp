#include "core/folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

struct Close {
  void operator()(DIR *folder) const noexcept { ::closedir(folder); }
};

[[noreturn]] void fail_to_list(const std::string &path) {
  const int error = errno;
  const bool is_missing = error == ENOENT || error == ENOTDIR;
  throw Error(is_missing ? ErrorCode::not_found : ErrorCode::io,
              fmt::format("cannot read: {}", std::generic_category().message(error)), {path});
}

EntryKind kind_of(DIR *folder, const dirent &entry) noexcept {
  if (entry.d_type == DT_REG) return EntryKind::file;
  if (entry.d_type == DT_DIR) return EntryKind::folder;
  struct stat status {};  // follows links; not every file system reports the type
  if (::fstatat(::dirfd(folder), entry.d_name, &status, 0) != 0) return EntryKind::other;
  if (S_ISREG(status.st_mode)) return EntryKind::file;
  return S_ISDIR(status.st_mode) ? EntryKind::folder : EntryKind::other;
}

}  // namespace

void visit_folder(const std::string &path,
                  function_ref<void(std::string_view name, EntryKind kind)> visit) {
  const std::unique_ptr<DIR, Close> folder(::opendir(path.c_str()));
  if (!folder) fail_to_list(path);
  while (true) {
    errno = 0;  // tells an error from the end of the folder
    const dirent *entry = ::readdir(folder.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") visit(name, kind_of(folder.get(), *entry));
  }
  if (errno != 0) fail_to_list(path);
}

std::vector<FolderEntry> folder_entries(const std::string &path) {
  std::vector<FolderEntry> entries;
  visit_folder(path, [&](std::string_view name, EntryKind kind) {
    entries.push_back({std::string(name), kind});
  });
  std::ranges::sort(entries, {}, &FolderEntry::name);
  return entries;
}

}  // namespace sluice::inline v0
