#ifndef SLUICE_SRC_CORE_FOLDER_HPP
#define SLUICE_SRC_CORE_FOLDER_HPP

/// Lists the entries of a folder.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/core/function_ref.hpp"

namespace sluice::inline v0 {

enum class EntryKind : std::uint8_t { file, folder, other };

struct FolderEntry {
  std::string name;
  EntryKind kind;  ///< Kind of the link's target for a link; `other` if the link is broken.
};

/// Visits the entries of a folder, except "." and "..", in no particular order. Throws Error:
/// not_found, io. When memory runs out it throws std::bad_alloc, whereas the standard library's
/// iterator terminates the program.
void visit_folder(const std::string &path,
                  function_ref<void(std::string_view name, EntryKind kind)> visit);

/// The same entries, sorted by name. O(n log n).
std::vector<FolderEntry> folder_entries(const std::string &path);

}  // namespace sluice::inline v0

#endif
