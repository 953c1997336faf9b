#ifndef SLUICE_SRC_SUITE_PROGRAM_KEY_HPP
#define SLUICE_SRC_SUITE_PROGRAM_KEY_HPP

#include <optional>
#include <string_view>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/db/query.hpp"

namespace sluice::inline v0::suite {

using RunQuery = function_ref<QueryOutcome(std::string_view sql, RowVisitor visit)>;

/// Hash of the program that SQLite compiles the query to, under the same authorizer as the query
/// itself: for one schema, equal keys mean equal programs. Empty if EXPLAIN does not show the whole
/// program.
std::optional<Hash128> program_key(RunQuery run, std::string_view sql);

}  // namespace sluice::inline v0::suite

#endif
