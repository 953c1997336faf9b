#ifndef SLUICE_SRC_SCHEMA_INFERENCE_NAME_FORMS_HPP
#define SLUICE_SRC_SCHEMA_INFERENCE_NAME_FORMS_HPP

/// The names by which other tables' columns refer to a key.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::inline v0::schema_detail {

/// Why a name may refer to a key, most reliable first.
enum class NameForm : std::uint8_t {
  owner,       ///< Table and identifier: "customer_id" for customers.id.
  own_key,     ///< The key, which contains its table: "customer_id" for customers.customer_id.
  tail_key,    ///< The key, which contains the last words of its table: "item_id" for
               ///< order_items.item_id.
  short_key,   ///< Like these two, but shortened: "cust_id" for customers.cust_id and customers.id.
  owner_id,    ///< Table and "id", if the key is called otherwise: "student_id" for students.nr.
  key,         ///< The key, if it is an identifier: "employee_id" for staff.employee_id.
  table,       ///< The table: "campus" for campuses.id.
  table_tail,  ///< The last words of the table, and "id": "item_id" for order_items.id.
  own_plain,   ///< The key, which contains its table: "country_name" for countries.country_name.
  plain,       ///< The key, otherwise: "iata" for airports.iata.
  parent,      ///< "parent_id", of the same table.
};

inline constexpr std::size_t name_form_count = static_cast<std::size_t>(NameForm::parent) + 1;

/// A name's words: in the singular, abbreviations spelled out, identifiers unified ("nr", "num" and
/// "number" are "no"). At most 16 words, of at most 64 bytes. O(size).
std::vector<std::string> name_words(std::string_view name);

/// A table's words without prefixes that say only what kind of table it is: "dim", "fact", "tbl".
std::vector<std::string> table_words(std::string_view name);

/// The words from `begin` to `end`, joined.
std::string joined_words(const std::vector<std::string> &words, std::size_t begin, std::size_t end);

/// Whether the word says only that a column identifies something: "id", "code", "key", "no".
bool is_identifier_word(std::string_view word);
/// Whether words so common name no other table: "name", "date", "type".
bool is_common_word(std::string_view word);

struct FormedName {
  std::string text;
  NameForm form = NameForm::plain;
};

/// The names that refer to a key of a table, each once, with its best form.
std::vector<FormedName> names_for_key(const std::vector<std::string> &table,
                                      const std::vector<std::string> &key);

/// Whether a column is called after its table, as in own_key and short_key, or has no name but
/// "id".
bool names_own_table(const std::vector<std::string> &table, const std::vector<std::string> &key);

}  // namespace sluice::inline v0::schema_detail

#endif
