#ifndef SLUICE_SQL_EDIT_SCRIPT_HPP
#define SLUICE_SQL_EDIT_SCRIPT_HPP

/// Lists the edits that Distiller counts.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/diff_tree.hpp"

namespace sluice::inline v0::sql {

enum class EditKind : std::uint8_t { keep, insert, remove, update, move };

/// The name of the enumerator, such as "keep". A static string.
std::string_view name_of(EditKind kind) noexcept;

/// Nodes are ids of the DiffTrees, DiffNode::none where the edit has no node in that tree.
struct Edit {
  EditKind kind = EditKind::keep;
  std::uint32_t source = DiffNode::none;
  std::uint32_t target = DiffNode::none;

  friend bool operator==(const Edit &, const Edit &) noexcept = default;
};

/// Lists removed nodes, then inserted nodes, then the edits of matched nodes, each in tree order.
/// Cost and errors as for Distiller::count, plus O(children²) for nodes whose children changed
/// places.
std::vector<Edit> edit_script(const DiffTree &source, const DiffTree &target);

EditCounts count_edits(std::span<const Edit> edits) noexcept;

struct EditPrintOptions {
  bool keeps = true;
  std::size_t text = 60;  ///< Maximum bytes of each SQL text; longer texts are cut.
};

/// Prints one line per edit: the kind, the node's type and its SQL; for an update also the new SQL:
/// `update  Literal  3 -> 5`.
std::string print(std::span<const Edit> edits, const DiffTree &source, const DiffTree &target,
                  const EditPrintOptions &options = {});

}  // namespace sluice::inline v0::sql

#endif
