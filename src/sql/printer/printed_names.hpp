#ifndef SLUICE_SRC_SQL_PRINTER_PRINTED_NAMES_HPP
#define SLUICE_SRC_SQL_PRINTER_PRINTED_NAMES_HPP

#include <string>
#include <string_view>

namespace sluice::sql {

/// Whether a name starts or ends a phrase of its own outside SQLite.
bool is_phrase_word(std::string_view name);
/// Whether a name can stand without quotes; a keyword only where it stood so in the source.
bool is_bare(std::string_view name, bool stood_bare);
/// The text between two quotes, with those inside doubled.
void append_quoted(std::string &out, std::string_view text, char quote);

}  // namespace sluice::sql

#endif
