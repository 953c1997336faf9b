#include "types.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "sluice/core/ascii.hpp"
#include "sluice/sql/quote.hpp"

namespace sluice::inline v0::sql {
namespace {

// Fields below are not listed. The deepest type that was seen has 4.
constexpr int max_depth = 32;

bool is_word_kind(TokenKind kind) noexcept {
  return kind == TokenKind::identifier || kind == TokenKind::quoted_identifier ||
         is_keyword(kind) || kind == TokenKind::integer || kind == TokenKind::real;
}

/// The steps of a path: "a" and "b.c" give "a.b.c", "a" and "[].b" give "a[].b".
std::string join_path(std::string_view first, std::string_view rest) {
  std::string path(first);
  if (!path.empty() && !rest.starts_with('[')) path += '.';
  path += rest;
  return path;
}

class TypeReader {
 public:
  explicit TypeReader(Cursor &cursor) : cursor_(cursor) {}

  DdlType read(int depth) {
    DdlType type;
    if (!begins_type()) return type;
    read_name(type);
    const std::string first =
        type.name.empty() ? std::string() : lower_ascii(type.name.back().text);
    read_words(type, first);
    read_arguments(type, first, depth);
    read_words(type, first);
    read_array_marks(type);
    return type;
  }

 private:
  bool begins_type() const {
    if (!cursor_.is_name() || cursor_.is_string()) return false;
    switch (cursor_.kind()) {
      case TokenKind::kw_not:
      case TokenKind::kw_null:
      case TokenKind::kw_default:
      case TokenKind::kw_primary:
      case TokenKind::kw_unique:
      case TokenKind::kw_references:
      case TokenKind::kw_check:
      case TokenKind::kw_constraint:
      case TokenKind::kw_collate:
      case TokenKind::kw_generated:
      case TokenKind::kw_with:
      case TokenKind::kw_as: return false;
      case TokenKind::identifier: break;
      default: return true;
    }
    if (cursor_.is_word("comment")) {
      return cursor_.kind(1) != TokenKind::string && cursor_.kind(1) != TokenKind::equal &&
             !cursor_.is_word("is", 1);
    }
    if (cursor_.is_any({"masking", "projection"})) return !cursor_.is_word("policy", 1);
    if (cursor_.is_any({"options", "codec", "ttl", "tag"}))
      return cursor_.kind(1) != TokenKind::left_paren;
    return !cursor_.is_any(
        {"materialized", "alias", "ephemeral", "autoincrement", "auto_increment"});
  }

  void read_name(DdlType &type) {
    // A computed type, such as SQLite's `[x y]`, is a name like others.
    read_name_part(type);
    while (cursor_.kind() == TokenKind::dot && cursor_.is_name(1)) {
      cursor_.advance();
      type.text += '.';
      read_name_part(type);
    }
  }

  /// PostgreSQL shows the types that users define with quotes where these are needed.
  void read_name_part(DdlType &type) {
    NamePart name = cursor_.name();
    const Dialect dialect = cursor_.dialect();
    const bool shows_quotes = dialect == Dialect::postgresql || dialect == Dialect::redshift;
    if (!name.quoted || !shows_quotes) {
      type.text += name.text;
    } else if (is_syntax_of_type(name.text)) {
      type.text += enclosed_identifier(name.text, dialect);
    } else {
      type.text += quoted_identifier(name.text, dialect);
    }
    type.name.push_back(std::move(name));
  }

  /// Whether PostgreSQL's grammar reads the word as a type of its own: `char` is not `"char"`.
  static bool is_syntax_of_type(std::string_view word) {
    constexpr std::string_view words[] = {
        "bigint",    "bit",  "boolean", "char",     "character", "dec",       "decimal",
        "float",     "int",  "integer", "interval", "national",  "nchar",     "numeric",
        "precision", "real", "setof",   "smallint", "time",      "timestamp", "varchar"};
    return std::ranges::find(words, word) != std::end(words);
  }

  void take_word(DdlType &type) {
    type.text += ' ';
    type.text += cursor_.text();
    cursor_.advance();
  }

  /// The words after the first: `double precision`, `timestamp (3) without time zone`.
  void read_words(DdlType &type, std::string_view first) {
    for (;;) {
      if (cursor_.is_any({"unsigned", "signed", "zerofill", "varying", "precision"})) {
        take_word(type);
      } else if ((first == "national" || first == "long") &&
                 cursor_.is_any({"character", "char", "varchar", "varchar2", "raw", "varbinary",
                                 "text", "blob"})) {
        take_word(type);
      } else if (cursor_.is_words({"large", "object"})) {
        take_word(type);
        take_word(type);
      } else if (cursor_.is_any({"with", "without"}) &&
                 (cursor_.is_any({"time", "local", "timezone"}, 1))) {
        take_word(type);
        while (cursor_.is_any({"local", "time", "zone", "timezone"})) take_word(type);
      } else if (cursor_.is_words({"for", "bit", "data"}) ||
                 cursor_.is_words({"for", "sbcs", "data"})) {
        take_word(type);
        take_word(type);
        take_word(type);
      } else if (first == "interval" &&
                 cursor_.is_any({"year", "month", "day", "hour", "minute", "second", "to"})) {
        take_word(type);
        if (cursor_.kind() == TokenKind::left_paren) take_group(type);
      } else if (cursor_.dialect() == Dialect::sqlite && cursor_.kind() == TokenKind::identifier &&
                 !cursor_.is_any({"comment", "auto_increment", "identity"})) {
        take_word(type);  // any words: UNSIGNED BIG INT
      } else {
        return;
      }
    }
  }

  void take_group(DdlType &type) {
    const std::size_t end = cursor_.end_of_group();
    bool after_word = false;
    while (cursor_.position() < end) {
      const bool word = is_word_kind(cursor_.kind());
      if (word && after_word) type.text += ' ';
      type.text += cursor_.text();
      after_word = word;
      cursor_.advance();
    }
  }

  void read_arguments(DdlType &type, std::string_view first, int depth) {
    const bool angles = cursor_.kind() == TokenKind::less;
    if (!angles && cursor_.kind() != TokenKind::left_paren) return;
    const bool fields = first == "struct" || first == "row" || first == "tuple" ||
                        first == "nested" || first == "object" || first == "record";
    const bool element =
        first == "array" || first == "list" || first == "nullable" || first == "lowcardinality";
    if (depth < max_depth && (angles || fields || element)) {
      read_types(type, first, fields, depth);
    } else if (angles) {
      cursor_.fail("a type with less nesting");
    } else {
      if (first.starts_with("enum") || first == "set") read_values(type);
      take_group(type);
    }
  }

  void read_values(DdlType &type) const {
    Cursor values = cursor_;
    const std::size_t end = values.end_of_group();
    for (values.advance(); values.position() < end; values.advance()) {
      if (values.is_string()) type.values.push_back(values.value_of(values.token()));
    }
  }

  /// `<…>` or `(…)` with types in it.
  void read_types(DdlType &type, std::string_view first, bool fields, int depth) {
    const bool angles = cursor_.kind() == TokenKind::less;
    const bool repeats = first == "array" || first == "list" || first == "nested";
    type.text += cursor_.text();
    cursor_.advance();
    while (!cursor_.at_end() && !closes(angles)) {
      const std::size_t before = cursor_.position();
      if (fields) {
        read_field(type, repeats, depth);
      } else {
        read_element(type, repeats, first == "map", depth);
      }
      if (cursor_.accept(TokenKind::comma)) {
        type.text += ',';
      } else if (!closes(angles) && cursor_.position() == before) {
        // Something else, such as the 3 of FixedString(3).
        type.text += cursor_.text();
        cursor_.advance();
      }
    }
    close(type, angles);
  }

  bool closes(bool angles) const {
    if (pending_close_) return true;
    const TokenKind kind = cursor_.kind();
    return angles ? kind == TokenKind::greater || kind == TokenKind::shift_right
                  : kind == TokenKind::right_paren;
  }

  /// `>>` closes two.
  void close(DdlType &type, bool angles) {
    if (!angles) {
      if (!cursor_.accept(TokenKind::right_paren)) cursor_.fail("\")\"");
      type.text += ')';
      return;
    }
    type.text += '>';
    if (pending_close_) {
      pending_close_ = false;
      cursor_.advance();
    } else if (cursor_.kind() == TokenKind::shift_right) {
      pending_close_ = true;
    } else if (!cursor_.accept(TokenKind::greater)) {
      cursor_.fail("\">\"");
    }
  }

  void read_field(DdlType &type, bool repeats, int depth) {
    // ClickHouse's tuples may have types alone: Tuple(String, UInt8)
    const bool named = cursor_.is_name() && cursor_.kind(1) != TokenKind::comma &&
                       cursor_.kind(1) != TokenKind::left_paren &&
                       cursor_.kind(1) != TokenKind::less &&
                       cursor_.kind(1) != TokenKind::right_paren;
    if (!named) return read_element(type, repeats, true, depth);
    NestedField field;
    const std::string_view written = cursor_.text();
    field.path = cursor_.name().text;
    type.text += written;
    if (cursor_.accept(TokenKind::colon)) {
      type.text += ':';
    } else {
      type.text += ' ';
    }
    DdlType inner = read(depth + 1);
    type.text += inner.text;
    field.type = inner.text;
    read_field_options(type, field);
    const std::string path = repeats ? join_path("[]", field.path) : field.path;
    field.path = path;
    type.fields.push_back(std::move(field));
    for (NestedField &below : inner.fields) {
      below.path = join_path(path, below.path);
      type.fields.push_back(std::move(below));
    }
  }

  void read_field_options(DdlType &type, NestedField &field) {
    for (;;) {
      if (cursor_.is_word("comment") && cursor_.is_string(1)) {
        type.text += " COMMENT ";
        cursor_.advance();
        type.text += cursor_.text();
        field.comment = cursor_.string();
      } else if (cursor_.is_word("options") && cursor_.kind(1) == TokenKind::left_paren) {
        cursor_.advance();
        field.comment = description_in_options(cursor_);
      } else if (cursor_.is_words({"not", "null"})) {
        type.text += " NOT NULL";
        cursor_.advance(2);
      } else {
        return;
      }
    }
  }

  void read_element(DdlType &type, bool repeats, bool is_map, int depth) {
    DdlType inner = read(depth + 1);
    type.text += inner.text;
    if (type.values.empty()) type.values = std::move(inner.values);
    if (is_map) return;  // which key a field belongs to is unknown
    for (NestedField &below : inner.fields) {
      if (repeats) below.path = join_path("[]", below.path);
      type.fields.push_back(std::move(below));
    }
  }

  /// `[]`, `[3]`, ARRAY and ARRAY[4] after a type.
  void read_array_marks(DdlType &type) {
    for (;;) {
      if (cursor_.kind() == TokenKind::left_bracket) {
        take_group(type);
      } else if (cursor_.kind() == TokenKind::quoted_identifier && is_array_mark(cursor_.text())) {
        type.text += cursor_.text();
        cursor_.advance();
      } else if (cursor_.is_word("array")) {
        take_word(type);
        continue;
      } else {
        return;
      }
      for (NestedField &field : type.fields) field.path = join_path("[]", field.path);
    }
  }

  /// `[]` and `[3]` where brackets quote names.
  static bool is_array_mark(std::string_view text) {
    return text.starts_with('[') && text.find_first_not_of("0123456789", 1) == text.size() - 1;
  }

  Cursor &cursor_;
  bool pending_close_ = false;  // the current token is `>>`, and the first half is used
};

}  // namespace

DdlType read_type(Cursor &cursor) { return TypeReader(cursor).read(0); }

bool is_serial(const DdlType &type) noexcept {
  for (const std::string_view known :
       {"serial", "bigserial", "smallserial", "serial2", "serial4", "serial8"}) {
    if (same_name(type.text, known)) return true;
  }
  return false;
}

std::string description_in_options(Cursor &cursor) {
  const std::size_t end = cursor.end_of_group();
  std::string description;
  for (; cursor.position() < end; cursor.advance()) {
    if (cursor.is_any({"description", "comment"}) && cursor.kind(1) == TokenKind::equal &&
        cursor.is_string(2)) {
      cursor.advance(2);
      description = cursor.string();
      break;
    }
  }
  cursor.move_to(end);
  return description;
}

}  // namespace sluice::inline v0::sql
