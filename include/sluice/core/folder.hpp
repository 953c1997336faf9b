#ifndef SLUICE_CORE_FOLDER_HPP
#define SLUICE_CORE_FOLDER_HPP

/// What a folder holds.

#include <cstdint>
#include <string>
#include <vector>

namespace sluice {

enum class EntryKind : std::uint8_t { file, folder, other };

struct FolderEntry {
  std::string name;
  EntryKind kind;  ///< Of what a link points to; `other` where it points nowhere.
};

/// The entries of a folder but "." and "..", by name. Throws Error: not_found, io. Unlike the
/// standard library's iterator, which ends the program, throws std::bad_alloc without memory.
/// O(n log n).
std::vector<FolderEntry> folder_entries(const std::string &path);

}  // namespace sluice

#endif
