#ifndef SLUICE_SRC_SCHEMA_LOAD_FOLDER_FILES_HPP
#define SLUICE_SRC_SCHEMA_LOAD_FOLDER_FILES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/load.hpp"

namespace sluice::inline v0::schema_detail {

/// The files of a folder and its subfolders, four levels deep, sorted by path; except those in
/// folders called node_modules and those whose names begin with a dot. There may be tens of
/// thousands, which are scanned for each change, so all paths are stored in one text.
class FolderFiles {
 public:
  /// Throws Error: not_found, io.
  explicit FolderFiles(std::string folder);

  const std::string &folder() const noexcept { return folder_; }
  std::size_t size() const noexcept { return paths_.size(); }
  std::string_view operator[](std::size_t number) const noexcept {
    return std::string_view(text_).substr(paths_[number].start, paths_[number].size);
  }
  /// Whether no other file's path starts with this file's path, as the logs and journals of
  /// databases do.
  bool is_alone(std::size_t number) const noexcept {
    return number + 1 == size() || !(*this)[number + 1].starts_with((*this)[number]);
  }
  /// Subfolders that cannot be read.
  const std::vector<SkippedItem> &skipped() const noexcept { return skipped_; }

 private:
  struct Path {
    std::size_t start;
    std::size_t size;
  };

  void collect(const std::string &folder, int depth);

  std::string folder_;
  std::string text_;
  std::vector<Path> paths_;
  std::vector<SkippedItem> skipped_;
};

}  // namespace sluice::inline v0::schema_detail

#endif
