#ifndef SLUICE_SRC_SUITE_PROGRAM_KEY_HPP
#define SLUICE_SRC_SUITE_PROGRAM_KEY_HPP

#include <optional>
#include <string_view>

#include "sluice/core/function_ref.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/db/query.hpp"

namespace sluice::suite {

using RunQuery = function_ref<QueryOutcome(std::string_view sql, RowVisitor visit)>;

/// What SQLite would run for the query, under the same authorizer as the query itself: of one
/// schema, equal keys are one program. Nothing where EXPLAIN does not list all of it.
std::optional<Hash128> program_key(RunQuery run, std::string_view sql);

}  // namespace sluice::suite

#endif
