#include "sqlite_functions.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::inline v0::db_detail {
namespace {

std::string_view text_of(sqlite3_value *value) noexcept {
  const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

std::string_view blob_of(sqlite3_value *value) noexcept {
  const auto *blob = static_cast<const char *>(sqlite3_value_blob(value));
  if (blob == nullptr) return {};
  return {blob, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

bool is_null(sqlite3_value *value) noexcept { return sqlite3_value_type(value) == SQLITE_NULL; }
bool is_blob(sqlite3_value *value) noexcept { return sqlite3_value_type(value) == SQLITE_BLOB; }

void give(sqlite3_context *context, std::string_view text) {
  sqlite3_result_text64(context, text.data() != nullptr ? text.data() : "", text.size(),
                        SQLITE_TRANSIENT, SQLITE_UTF8);
}

bool continues_character(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Substring search in linear time for any needle.
class Searcher {
 public:
  explicit Searcher(std::string_view needle) : needle_(needle), border_(needle.size() + 1) {
    // The failure function of Knuth, Morris and Pratt.
    border_[0] = no_border;
    for (std::size_t i = 0, k = no_border; i < needle.size();) {
      while (k != no_border && needle[i] != needle[k]) k = border_[k];
      border_[++i] = ++k;
    }
  }

  std::size_t find(std::string_view text, std::size_t from) const noexcept {
    std::size_t matched = 0;
    for (std::size_t i = from; i < text.size(); ++i) {
      while (matched != no_border && text[i] != needle_[matched]) matched = border_[matched];
      if (++matched == needle_.size()) return i + 1 - matched;
    }
    return text.npos;
  }

 private:
  static constexpr std::size_t no_border = static_cast<std::size_t>(-1);
  std::string_view needle_;
  std::vector<std::size_t> border_;
};

/// Runs `body`, and reports std::bad_alloc to SQLite.
template <class Body>
void guarded(sqlite3_context *context, Body body) noexcept {
  try {
    body();
  } catch (const std::bad_alloc &) {
    sqlite3_result_error_nomem(context);
  }
}

void instr(sqlite3_context *context, int, sqlite3_value **arguments) {
  if (is_null(arguments[0]) || is_null(arguments[1])) return;
  guarded(context, [&] {
    const bool blobs = is_blob(arguments[0]) && is_blob(arguments[1]);
    const std::string_view text = blobs ? blob_of(arguments[0]) : text_of(arguments[0]);
    const std::string_view part = blobs ? blob_of(arguments[1]) : text_of(arguments[1]);
    if (part.empty()) return sqlite3_result_int(context, 1);
    const std::size_t at = Searcher(part).find(text, 0);
    if (at == text.npos) return sqlite3_result_int(context, 0);
    const auto begin = text.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(at);
    const auto inner = blobs ? 0 : std::count_if(begin, end, continues_character);
    sqlite3_result_int64(context, static_cast<std::int64_t>(at) - inner + 1);
  });
}

void replace(sqlite3_context *context, int, sqlite3_value **arguments) {
  if (is_null(arguments[0]) || is_null(arguments[1])) return;
  guarded(context, [&] {
    const std::string_view text = text_of(arguments[0]);
    const std::string_view part = text_of(arguments[1]);
    // As in SQLite, a part that starts with a NUL byte is empty.
    if (part.empty() || part.front() == '\0') {
      const bool always_text = sqlite3_user_data(context) != nullptr;
      return always_text ? give(context, text) : sqlite3_result_value(context, arguments[0]);
    }
    if (is_null(arguments[2])) return;
    const std::string_view other = text_of(arguments[2]);
    const auto most = static_cast<std::size_t>(
        sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
    const Searcher searcher(part);
    std::string result;
    for (std::size_t at = 0;;) {
      const std::size_t found = searcher.find(text, at);
      result += text.substr(at, found - at);
      if (found == text.npos) break;
      result += other;
      if (result.size() > most) return sqlite3_result_error_toobig(context);
      at = found + part.size();
    }
    give(context, result);
  });
}

/// Size of the first or last character of `text`.
std::size_t first_size(std::string_view text) noexcept {
  std::size_t size = 1;
  if (static_cast<unsigned char>(text[0]) < 0xC0) return size;
  while (size < text.size() && continues_character(text[size])) ++size;
  return size;
}

/// A set of characters to trim. As in SQLite, members are matched as byte sequences, regardless of
/// the text's character boundaries.
class CharacterSet {
 public:
  /// Uses the characters before the first NUL byte.
  explicit CharacterSet(std::string_view characters) {
    characters = characters.substr(0, characters.find('\0'));
    for (std::size_t at = 0; at < characters.size();) {
      const std::size_t size = first_size(characters.substr(at));
      members_.push_back(characters.substr(at, size));
      longest_ = std::max(longest_, size);
      at += size;
    }
    std::sort(members_.begin(), members_.end());
  }

  std::size_t at_start(std::string_view text) const {
    return longest_match(
        text, [](std::string_view from, std::size_t size) { return from.substr(0, size); });
  }
  std::size_t at_end(std::string_view text) const {
    return longest_match(text, [](std::string_view from, std::size_t size) {
      return from.substr(from.size() - size);
    });
  }

 private:
  template <class Part>
  std::size_t longest_match(std::string_view text, Part part) const {
    // A run of stray continuation bytes could make a member as long as the text, but no text
    // character is that long.
    for (std::size_t size = std::min({longest_, text.size(), std::size_t{8}}); size > 0; --size) {
      if (std::binary_search(members_.begin(), members_.end(), part(text, size))) return size;
    }
    return 0;
  }

  std::vector<std::string_view> members_;
  std::size_t longest_ = 0;
};

enum Side : unsigned { left = 1, right = 2 };

void trim(sqlite3_context *context, int count, sqlite3_value **arguments) {
  if (is_null(arguments[0]) || (count == 2 && is_null(arguments[1]))) return;
  guarded(context, [&] {
    const auto sides =
        static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(sqlite3_user_data(context)));
    std::string_view text = text_of(arguments[0]);
    const CharacterSet set(count == 2 ? text_of(arguments[1]) : std::string_view(" "));
    while ((sides & left) != 0) {
      const std::size_t size = set.at_start(text);
      if (size == 0) break;
      text.remove_prefix(size);
    }
    while ((sides & right) != 0) {
      const std::size_t size = set.at_end(text);
      if (size == 0) break;
      text.remove_suffix(size);
    }
    give(context, text);
  });
}

/// Whether the replace() of this SQLite gives a number that nothing is replaced in as text, as that
/// of 3.46 does; that of 3.40 gives the number.
bool always_replaces_to_text(sqlite3 *database) {
  bool is_text = false;
  const auto look = [](void *found, int, char **columns, char **) {
    *static_cast<bool *>(found) = columns[0] != nullptr && std::string_view(columns[0]) == "text";
    return 0;
  };
  sqlite3_exec(database, "SELECT typeof(replace(7, '', ''))", look, &is_text, nullptr);
  return is_text;
}

}  // namespace

void replace_slow_functions(sqlite3 *database) {
  constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const auto define = [&](const char *name, int arguments, auto *function, unsigned data) {
    sqlite3_create_function_v2(database, name, arguments, flags,
                               reinterpret_cast<void *>(static_cast<std::uintptr_t>(data)),
                               function, nullptr, nullptr, nullptr);
  };
  define("instr", 2, instr, 0);
  define("replace", 3, replace, always_replaces_to_text(database) ? 1 : 0);
  for (const int arguments : {1, 2}) {
    define("ltrim", arguments, trim, left);
    define("rtrim", arguments, trim, right);
    define("trim", arguments, trim, left | right);
  }
}

}  // namespace sluice::inline v0::db_detail
