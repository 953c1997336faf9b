#ifndef SLUICE_SQL_EDIT_SCRIPT_HPP
#define SLUICE_SQL_EDIT_SCRIPT_HPP

/// The edits that Distiller counts, one by one.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/diff_tree.hpp"

namespace sluice::sql {

enum class EditKind : std::uint8_t { keep, insert, remove, update, move };

/// "keep" and so on. A static string.
std::string_view name_of(EditKind kind) noexcept;

/// Nodes are those of the DiffTrees; DiffNode::none where the tree has no part in it.
struct Edit {
  EditKind kind = EditKind::keep;
  std::uint32_t source = DiffNode::none;
  std::uint32_t target = DiffNode::none;

  friend bool operator==(const Edit &, const Edit &) noexcept = default;
};

/// What is removed, what is inserted, then what becomes of the matched nodes, in the order of the
/// trees. Costs and errors as Distiller::count; O(children²) where children of one node changed
/// places.
std::vector<Edit> edit_script(const DiffTree &source, const DiffTree &target);

EditCounts count_edits(std::span<const Edit> edits) noexcept;

struct EditPrintOptions {
  bool keeps = true;
  std::size_t text = 60;  ///< Bytes of each SQL text; longer ones are cut.
};

/// One line an edit: what happens, to what, and its SQL; for an update also the new SQL:
/// `update  Literal  3 -> 5`.
std::string print(std::span<const Edit> edits, const DiffTree &source, const DiffTree &target,
                  const EditPrintOptions &options = {});

}  // namespace sluice::sql

#endif
