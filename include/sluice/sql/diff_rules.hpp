#ifndef SLUICE_SQL_DIFF_RULES_HPP
#define SLUICE_SQL_DIFF_RULES_HPP

/// Which sqlglot a diff agrees with.

#include <cstdint>

#include "sluice/core/language.hpp"

namespace sluice::inline v0::sql {

/// Which version's rules a diff follows. The paper "Improving Retrieval-augmented Text-to-SQL with
/// AST-based Ranking and Schema Pruning" (Shen et al. 2024) used sqlglot of mid-2024, which is
/// 25.1.
enum class DiffRules : std::uint8_t { sqlglot_25_1, sqlglot_30_17 };

}  // namespace sluice::inline v0::sql

#endif
