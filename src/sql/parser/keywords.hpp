#ifndef SLUICE_SRC_SQL_PARSER_KEYWORDS_HPP
#define SLUICE_SRC_SQL_PARSER_KEYWORDS_HPP

/// SQLite's keywords in a perfect hash table: one multiplication and one comparison per lookup.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "sql/token.hpp"

namespace sluice::inline v0::sql::keywords {

/// In the order of TokenKind.
inline constexpr std::array<std::string_view,
                            token_kinds - static_cast<std::size_t>(TokenKind::kw_abort)>
    spelling = {"ABORT",
                "ACTION",
                "ADD",
                "AFTER",
                "ALL",
                "ALTER",
                "ALWAYS",
                "ANALYZE",
                "AND",
                "AS",
                "ASC",
                "ATTACH",
                "AUTOINCREMENT",
                "BEFORE",
                "BEGIN",
                "BETWEEN",
                "BY",
                "CASCADE",
                "CASE",
                "CAST",
                "CHECK",
                "COLLATE",
                "COLUMN",
                "COMMIT",
                "CONFLICT",
                "CONSTRAINT",
                "CREATE",
                "CROSS",
                "CURRENT",
                "CURRENT_DATE",
                "CURRENT_TIME",
                "CURRENT_TIMESTAMP",
                "DATABASE",
                "DEFAULT",
                "DEFERRABLE",
                "DEFERRED",
                "DELETE",
                "DESC",
                "DETACH",
                "DISTINCT",
                "DO",
                "DROP",
                "EACH",
                "ELSE",
                "END",
                "ESCAPE",
                "EXCEPT",
                "EXCLUDE",
                "EXCLUSIVE",
                "EXISTS",
                "EXPLAIN",
                "FAIL",
                "FILTER",
                "FIRST",
                "FOLLOWING",
                "FOR",
                "FOREIGN",
                "FROM",
                "FULL",
                "GENERATED",
                "GLOB",
                "GROUP",
                "GROUPS",
                "HAVING",
                "IF",
                "IGNORE",
                "IMMEDIATE",
                "IN",
                "INDEX",
                "INDEXED",
                "INITIALLY",
                "INNER",
                "INSERT",
                "INSTEAD",
                "INTERSECT",
                "INTO",
                "IS",
                "ISNULL",
                "JOIN",
                "KEY",
                "LAST",
                "LEFT",
                "LIKE",
                "LIMIT",
                "MATCH",
                "MATERIALIZED",
                "NATURAL",
                "NO",
                "NOT",
                "NOTHING",
                "NOTNULL",
                "NULL",
                "NULLS",
                "OF",
                "OFFSET",
                "ON",
                "OR",
                "ORDER",
                "OTHERS",
                "OUTER",
                "OVER",
                "PARTITION",
                "PLAN",
                "PRAGMA",
                "PRECEDING",
                "PRIMARY",
                "QUERY",
                "RAISE",
                "RANGE",
                "RECURSIVE",
                "REFERENCES",
                "REGEXP",
                "REINDEX",
                "RELEASE",
                "RENAME",
                "REPLACE",
                "RESTRICT",
                "RETURNING",
                "RIGHT",
                "ROLLBACK",
                "ROW",
                "ROWS",
                "SAVEPOINT",
                "SELECT",
                "SET",
                "TABLE",
                "TEMP",
                "TEMPORARY",
                "THEN",
                "TIES",
                "TO",
                "TRANSACTION",
                "TRIGGER",
                "UNBOUNDED",
                "UNION",
                "UNIQUE",
                "UPDATE",
                "USING",
                "VACUUM",
                "VALUES",
                "VIEW",
                "VIRTUAL",
                "WHEN",
                "WHERE",
                "WINDOW",
                "WITH",
                "WITHOUT"};

constexpr std::string_view text_of(TokenKind keyword) noexcept {
  return spelling[static_cast<std::size_t>(keyword) -
                  static_cast<std::size_t>(TokenKind::kw_abort)];
}

inline constexpr std::size_t longest = 17;
/// How many bytes can be read from the start of any word.
inline constexpr std::size_t padding = 8;

/// Identifies a word of up to 16 bytes, ignoring case, by its first 8 and its last 8 bytes. (The
/// one longer keyword has a byte in between that this omits; it is compared separately.)
struct Key {
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  friend constexpr bool operator==(Key, Key) noexcept = default;
};

inline constexpr std::uint64_t lower_bits = 0x2020202020202020u;

constexpr std::uint64_t bytes_of(std::string_view text) noexcept {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    word |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
  }
  return word;
}

inline std::uint64_t load(const char *at) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
  } else {
    return bytes_of({at, 8});
  }
}

constexpr std::uint64_t mask(std::size_t size) noexcept {
  return size >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size)) - 1;
}

/// The constants were found by search: no two keywords share a slot, as the table's construction
/// checks.
constexpr std::size_t slot_of(Key key) noexcept {
  return static_cast<std::size_t>(((key.head ^ std::rotl(key.tail, 1)) * 0x40fa74fca1c537bfu) >>
                                  54);
}

constexpr Key key_of(std::string_view word) noexcept {
  const std::size_t head = word.size() < 8 ? word.size() : 8;
  Key key{(bytes_of(word.substr(0, head)) | lower_bits) & mask(head), 0};
  if (word.size() > 8) key.tail = bytes_of(word.substr(word.size() - 8)) | lower_bits;
  return key;
}

struct Slot {
  Key key;
  TokenKind kind = TokenKind::identifier;
};

inline constexpr std::array<Slot, 1024> slots = [] {
  std::array<Slot, 1024> table{};
  for (std::size_t i = 0; i < spelling.size(); ++i) {
    const Key key = key_of(spelling[i]);
    Slot &slot = table[slot_of(key)];
    if (slot.kind != TokenKind::identifier) throw "two keywords share a slot";
    slot = {key, static_cast<TokenKind>(static_cast<std::size_t>(TokenKind::kw_abort) + i)};
  }
  return table;
}();

/// Returns the keyword that the word is, or `identifier`. At least `padding` bytes must be readable
/// from `word`.
inline TokenKind find(const char *word, std::size_t size) noexcept {
  if (size < 2 || size > longest) return TokenKind::identifier;
  Key key;
  key.head = (load(word) | lower_bits) & mask(size);
  if (size > 8) key.tail = load(word + size - 8) | lower_bits;
  const Slot &slot = slots[slot_of(key)];
  if (!(slot.key == key)) return TokenKind::identifier;
  if (size == longest && (word[8] | 0x20) != 't') return TokenKind::identifier;
  // Because the halves overlap, words of 9 to 16 bytes with equal keys may still differ in length.
  return text_of(slot.kind).size() == size ? slot.kind : TokenKind::identifier;
}

}  // namespace sluice::inline v0::sql::keywords

#endif
