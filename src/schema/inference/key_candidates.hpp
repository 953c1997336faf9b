#ifndef SLUICE_SRC_SCHEMA_INFERENCE_KEY_CANDIDATES_HPP
#define SLUICE_SRC_SCHEMA_INFERENCE_KEY_CANDIDATES_HPP

/// Pairs of a column and a key that its name may refer to.

#include <cstdint>
#include <vector>

#include "name_forms.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::inline v0::schema_detail {

/// Which part of a column's name refers to the key.
enum class NameMatch : std::uint8_t {
  whole,
  end,    ///< "billing_customer_id": what precedes it is a role.
  start,  ///< "customer_id_2", "airport_code_from".
  glued,  ///< An end that begins inside a word: "billedcustomerid".
};

inline constexpr std::size_t name_match_count = static_cast<std::size_t>(NameMatch::glued) + 1;

/// What a referred column is in its table.
enum class TargetKind : std::uint8_t {
  key,       ///< The only column of the primary key.
  presumed,  ///< The first column of a table without a primary key.
  part,      ///< A column of a composite primary key.
  named,     ///< Another column that is called after its table: teams.team_id.
};

inline constexpr std::size_t target_kind_count = static_cast<std::size_t>(TargetKind::named) + 1;

/// What a column is in its own table.
enum class SourceKind : std::uint8_t { other, part, key };

inline constexpr std::size_t source_kind_count = static_cast<std::size_t>(SourceKind::key) + 1;

/// Tables and columns by their positions, the latter in the table.
struct KeyCandidate {
  std::uint32_t table = 0;
  std::uint32_t column = 0;
  std::uint32_t referenced_table = 0;
  std::uint32_t referenced_column = 0;
  NameForm form = NameForm::plain;
  NameMatch match = NameMatch::whole;
  TargetKind target = TargetKind::key;
  SourceKind source = SourceKind::other;
  bool own_name = false;     ///< The column is called after its own table, or only "id".
  std::uint32_t rivals = 0;  ///< Other keys that this part of the name refers to equally well.
};

/// What inference may use of a schema: bits by the columns' positions in the database.
struct KeyScope {
  const Database &database;
  std::vector<bool> visible;   ///< Of other columns not even the existence is used.
  std::vector<bool> referred;  ///< Columns with a foreign key, which refer to nothing else.
};

/// The candidates, ordered by column, then by key; each pair once, with its best form. At most 32
/// per column. Keys whose primary key is partly hidden count as without one.
/// O(columns · (length of names + log columns)).
std::vector<KeyCandidate> key_candidates(const KeyScope &scope);

}  // namespace sluice::inline v0::schema_detail

#endif
