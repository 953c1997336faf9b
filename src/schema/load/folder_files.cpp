#include "folder_files.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/folder.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr int levels = 4;
/// Below these, links to folders may lead around in circles.
constexpr int linked_levels = 2;

/// Folders of tools, which hold no schemas of their own.
bool is_left_out(std::string_view name) { return name.starts_with('.') || name == "node_modules"; }

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
    } else if (kind == EntryKind::folder && depth < levels && !is_left_out(name)) {
      const std::string path = start + std::string(name);
      std::error_code error;
      if (depth >= linked_levels && std::filesystem::is_symlink(path, error)) return;
      try {
        collect(path, depth + 1);
      } catch (const Error &problem) {
        skipped_.push_back({path, problem.message()});
      }
    }
  });
}

}  // namespace sluice::inline v0::schema_detail
