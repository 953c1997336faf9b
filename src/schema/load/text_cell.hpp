#ifndef SLUICE_SRC_SCHEMA_LOAD_TEXT_CELL_HPP
#define SLUICE_SRC_SCHEMA_LOAD_TEXT_CELL_HPP

#include <string>

#include "sluice/db/query.hpp"

namespace sluice::inline v0::schema_detail {

/// The text of a cell; empty for other kinds.
inline std::string text_of(const Cell &cell) {
  return cell.kind == CellKind::text ? std::string(cell.bytes) : std::string();
}

}  // namespace sluice::inline v0::schema_detail

#endif
