#include "folder_files.hpp"

#include <algorithm>
#include <utility>

#include "core/folder.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr int levels = 2;

}  // namespace

FolderFiles::FolderFiles(std::string folder) : folder_(std::move(folder)) {
  collect(folder_, 1);
  std::ranges::sort(paths_, {}, [this](const Path &path) {
    return std::string_view(text_).substr(path.start, path.size);
  });
}

void FolderFiles::collect(const std::string &folder, int depth) {
  const std::string start = folder.ends_with('/') ? folder : folder + '/';
  visit_folder(folder, [&](std::string_view name, EntryKind kind) {
    if (kind == EntryKind::file) {
      paths_.push_back({text_.size(), start.size() + name.size()});
      text_.append(start).append(name);
    } else if (kind == EntryKind::folder && depth < levels) {
      collect(start + std::string(name), depth + 1);
    }
  });
}

}  // namespace sluice::inline v0::schema_detail
