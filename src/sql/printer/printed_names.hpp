#ifndef SLUICE_SRC_SQL_PRINTER_PRINTED_NAMES_HPP
#define SLUICE_SRC_SQL_PRINTER_PRINTED_NAMES_HPP

#include <string>
#include <string_view>

namespace sluice::inline v0::sql {

/// Whether a name starts or ends a phrase with special meaning outside SQLite.
bool is_phrase_word(std::string_view name);
/// Whether a name can be written without quotes; a keyword only if it was bare in the source.
bool is_bare(std::string_view name, bool was_bare);
/// Appends the text in quotes, with quotes inside it doubled.
void append_quoted(std::string &out, std::string_view text, char quote);

}  // namespace sluice::inline v0::sql

#endif
