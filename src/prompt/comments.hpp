#ifndef SLUICE_SRC_PROMPT_COMMENTS_HPP
#define SLUICE_SRC_PROMPT_COMMENTS_HPP

/// What a prompt says about tables and columns besides names, types and keys. The text comes from
/// files and databases and may be anything, so it is bounded and on one line. Callers put it into
/// quotes or into a line comment.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/prompt/schema_text.hpp"
#include "sluice/schema/database.hpp"

namespace sluice::inline v0::prompt_detail {

/// The text as one_line returns it, without what is after the first `max_bytes`, which an ellipsis
/// then replaces. O(max_bytes).
std::string bounded_line(std::string_view text, std::size_t max_bytes);

/// Whether a description begins with the readable name, if that says more than the name.
enum class Titles : bool { left_out, shown };

/// What the name of a table or column does not say.
std::string description_of(const Table &table, const SchemaTextOptions &options,
                           Titles titles = Titles::shown);
std::string description_of(const Column &column, const SchemaTextOptions &options,
                           Titles titles = Titles::shown);

/// The members of a family; nullptr if they are not known. `table` is a position. O(log families).
const TableMembers *find_members(const Database &database, std::uint32_t table);

/// "view", "materialized view", "92 tables as one: events_1 to events_92"; empty for other tables.
std::string kind_of(const Database &database, std::uint32_t table);

/// The first of the values that the column allows. O(values shown).
std::vector<std::string> shown_values(const Column &column, const SchemaTextOptions &options);

/// "one of: a, b", or "one of 200: a, b, …"; empty if the column allows any value.
std::string values_of(const Column &column, const SchemaTextOptions &options);

/// The description with samples, "price in euros (e.g. 10, 12)", unless the column's values are
/// shown.
std::string with_samples(std::string description, const Column &column,
                         const SchemaTextOptions &options);

/// The parts that are not empty, with "; " between them.
std::string joined_parts(std::initializer_list<std::string_view> parts);

}  // namespace sluice::inline v0::prompt_detail

#endif
