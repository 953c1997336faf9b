#ifndef SLUICE_CORE_FOLDER_HPP
#define SLUICE_CORE_FOLDER_HPP

/// What a folder holds.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice {

enum class EntryKind : std::uint8_t { file, folder, other };

struct FolderEntry {
  std::string name;
  EntryKind kind;  ///< Of what a link points to; `other` where it points nowhere.
};

/// Visits the entries of a folder but "." and "..", in no order. Throws Error: not_found, io.
/// Unlike the standard library's iterator, which ends the program, throws std::bad_alloc without
/// memory.
void visit_folder(const std::string &path,
                  function_ref<void(std::string_view name, EntryKind kind)> visit);

/// The same, by name. O(n log n).
std::vector<FolderEntry> folder_entries(const std::string &path);

}  // namespace sluice

#endif
