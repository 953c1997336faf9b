#include "official_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::official {
namespace {

/// Replaces a quoted string. If the text itself contains this byte, `stray_mark`, which occurs in
/// no name, replaces it.
constexpr char string_mark = '\x01';
constexpr char stray_mark = '\x02';

constexpr std::array<std::pair<std::string_view, Word>, 45> known = {{
    {"!=", Word::not_equal},
    {"(", Word::left_paren},
    {")", Word::right_paren},
    {"*", Word::star},
    {"+", Word::plus},
    {",", Word::comma},
    {"-", Word::minus},
    {"/", Word::slash},
    {";", Word::semicolon},
    {"<", Word::less},
    {"<=", Word::less_equal},
    {"=", Word::equal},
    {">", Word::greater},
    {">=", Word::greater_equal},
    {"and", Word::kw_and},
    {"as", Word::kw_as},
    {"asc", Word::kw_asc},
    {"avg", Word::kw_avg},
    {"between", Word::kw_between},
    {"by", Word::kw_by},
    {"count", Word::kw_count},
    {"desc", Word::kw_desc},
    {"distinct", Word::kw_distinct},
    {"except", Word::kw_except},
    {"exists", Word::kw_exists},
    {"from", Word::kw_from},
    {"group", Word::kw_group},
    {"having", Word::kw_having},
    {"in", Word::kw_in},
    {"intersect", Word::kw_intersect},
    {"is", Word::kw_is},
    {"join", Word::kw_join},
    {"like", Word::kw_like},
    {"limit", Word::kw_limit},
    {"max", Word::kw_max},
    {"min", Word::kw_min},
    {"none", Word::kw_none},
    {"not", Word::kw_not},
    {"on", Word::kw_on},
    {"or", Word::kw_or},
    {"order", Word::kw_order},
    {"select", Word::kw_select},
    {"sum", Word::kw_sum},
    {"union", Word::kw_union},
    {"where", Word::kw_where},
}};

/// For each first byte, the position in `known` where its words begin; the next entry is their end.
constexpr auto first_known = [] {
  std::array<std::uint8_t, 129> first = {};
  for (std::size_t byte = 0, at = 0; byte < first.size(); ++byte) {
    while (at < known.size() && static_cast<std::size_t>(known[at].first.front()) < byte) ++at;
    first[byte] = static_cast<std::uint8_t>(at);
  }
  return first;
}();

Word word_of(std::string_view text) noexcept {
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte + std::size_t{1} >= first_known.size()) return Word::other;
  for (std::size_t at = first_known[byte]; at < first_known[byte + 1U]; ++at) {
    if (known[at].first == text) return known[at].second;
  }
  return Word::other;
}

/// Whether \w of the regular expressions matches. Bytes beyond ASCII are treated as letters.
constexpr bool is_word(char c) noexcept {
  return is_ascii_digit(c) || is_ascii_letter(c) || c == '_' || c == string_mark ||
         static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_alone(char c) noexcept {
  switch (c) {
    case ';':
    case '@':
    case '#':
    case '$':
    case '%':
    case '&':
    case '?':
    case '!':
    case '*':
    case '[':
    case ']':
    case '(':
    case ')':
    case '{':
    case '}':
    case '<':
    case '>': return true;
    default: return false;
  }
}

/// Classes of single bytes: part of a word in any context, one-byte white space, and others. Nearly
/// all bytes are in the first two.
enum class Byte : std::uint8_t { other, inner, blank };

constexpr auto bytes = [] {
  std::array<Byte, 256> kinds = {};
  for (std::size_t i = 0; i < 0x80; ++i) {
    const char c = static_cast<char>(i);
    if (c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= '\x1f')) {
      kinds[i] = Byte::blank;
    } else if (!is_alone(c) && std::string_view(",:.-`").find(c) == std::string_view::npos) {
      kinds[i] = Byte::inner;
    }
  }
  return kinds;
}();
constexpr Byte byte_of(char c) noexcept { return bytes[static_cast<unsigned char>(c)]; }

/// Size in bytes of the white space at a position (as defined by Python's str.split); 0 if there is
/// none.
std::size_t blank_at(std::string_view text, std::size_t at) noexcept {
  if (byte_of(text[at]) == Byte::blank) return 1;
  if (static_cast<unsigned char>(text[at]) < 0x80) return 0;
  for (const std::string_view blank :
       {"\xC2\x85", "\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF",
        "\xE2\x81\x9F", "\xE3\x80\x80"}) {
    if (text.substr(at).starts_with(blank)) return blank.size();
  }
  if (text.substr(at).starts_with("\xE2\x80") && at + 2 < text.size()) {
    const auto last = static_cast<unsigned char>(text[at + 2]);
    if (last >= 0x80 && last <= 0x8A) return 3;
  }
  return 0;
}

/// Size in bytes of a quotation mark that is a token of its own; 0 if there is none.
std::size_t quote_at(std::string_view text, std::size_t at) noexcept {
  if (static_cast<unsigned char>(text[at]) < 0x80) return 0;
  for (const std::string_view quote : {"\xC2\xAB", "\xC2\xBB", "\xE2\x80\x9C", "\xE2\x80\x9D",
                                       "\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9E"}) {
    if (text.substr(at).starts_with(quote)) return quote.size();
  }
  return 0;
}

// Word boundaries of the sentence splitter.

constexpr bool ends_word(char c) noexcept {
  return std::string_view(")\";}]*:@'({[!?").find(c) != std::string_view::npos;
}
constexpr bool begins_no_word(char c) noexcept {
  return std::string_view("(\"`{[:;&#*@)}]-,").find(c) != std::string_view::npos;
}
constexpr bool is_initial(std::string_view word) noexcept {
  if (word.empty() || word.front() == string_mark || !is_word(word.front()) ||
      is_ascii_digit(word.front()) || word.front() == '_') {
    return false;
  }
  return std::all_of(word.begin() + 1, word.end(),
                     [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; });
}
constexpr bool is_number(std::string_view word) noexcept {
  if (word.starts_with('.') || word.starts_with(',')) word.remove_prefix(1);
  return !word.empty() && is_ascii_digit(word.front()) &&
         std::all_of(word.begin(), word.end(),
                     [](char c) { return is_ascii_digit(c) || c == ',' || c == '.' || c == '-'; });
}

/// English contractions that Treebank splits into two words.
constexpr std::array<std::pair<std::string_view, std::size_t>, 6> contractions = {
    {{"cannot", 3}, {"gimme", 3}, {"gonna", 3}, {"gotta", 3}, {"lemme", 3}, {"wanna", 3}}};

}  // namespace

bool Words::read(std::string_view sql) {
  tokens_.clear();
  strings_.clear();
  tokens_.reserve(sql.size() / 4);
  next_string_ = 0;
  if (std::count_if(sql.begin(), sql.end(), [](char c) { return c == '"' || c == '\''; }) % 2 != 0)
    return false;
  mask(sql);
  cut();
  return true;
}

void Words::mask(std::string_view sql) {
  text_.assign(sql);
  masked_.clear();
  masked_.reserve(sql.size());
  const bool has_marks = sql.find(string_mark) != sql.npos;
  const auto next_quote = [this](std::size_t at) {
    while (at < text_.size() && text_[at] != '"' && text_[at] != '\'') ++at;
    return at;
  };
  for (std::size_t begin = 0; begin < text_.size();) {
    const std::size_t open = next_quote(begin);
    masked_.append(text_, begin, open - begin);
    if (has_marks) {
      std::replace(masked_.end() - static_cast<std::ptrdiff_t>(open - begin), masked_.end(),
                   string_mark, stray_mark);
    }
    if (open == text_.size()) return;
    const std::size_t close = next_quote(open + 1);  // exists, since the number of quotes is even
    text_[open] = text_[close] = '"';
    masked_ += string_mark;
    strings_.push_back(std::string_view(text_).substr(open, close + 1 - open));
    begin = close + 1;
  }
}

/// Whether only closing brackets and blanks follow the dot.
bool Words::is_last_dot(std::size_t dot) const noexcept {
  bool blanks_only = false;
  for (std::size_t i = dot + 1; i < masked_.size();) {
    const char c = masked_[i];
    std::size_t size = blank_at(masked_, i);
    if (size > 0) {
      blanks_only = blanks_only || c != ' ';
    } else if (!blanks_only) {
      size = c == ']' || c == ')' || c == '}' || c == '>' ? 1 : quote_at(masked_, i);
    }
    if (size == 0) return false;
    i += size;
  }
  return true;
}

/// Whether the untrained sentence splitter ends a sentence at a dot that is not the last one:
/// before blanks or brackets, unless a number or a single letter precedes it and a lowercase letter
/// or one of `;:,.!?` follows.
bool Words::ends_sentence(std::size_t dot) const noexcept {
  const std::string_view text = masked_;
  std::size_t next = dot + 1;
  while (next < text.size()) {
    const std::size_t blank = blank_at(text, next);
    if (blank == 0) break;
    next += blank;
  }
  if (next == text.size() || (next == dot + 1 && !ends_word(text[next]))) return false;
  // Of several sentence ends without a blank in between, only the last one counts.
  for (std::size_t i = dot + 1; i < text.size() && blank_at(text, i) == 0; ++i) {
    if ((text[i] == '.' || text[i] == '?' || text[i] == '!') && i + 1 < text.size() &&
        (ends_word(text[i + 1]) || blank_at(text, i + 1) > 0)) {
      return false;
    }
  }
  std::size_t begin = dot;
  // Non-ASCII white space ends in bytes that letters also use, so it is not searched for here.
  while (begin > 0 && blank_at(text, begin - 1) == 0 && !ends_word(text[begin - 1])) --begin;
  while (begin < dot && begins_no_word(text[begin])) ++begin;
  const std::string_view word = text.substr(begin, dot - begin);
  if (!is_initial(word) && !is_number(word)) return true;
  const char follows = text[next];
  return !(is_ascii_lower(follows) || follows == ';' || follows == ':' || follows == ',' ||
           follows == '.' || follows == '!' || follows == '?');
}

void Words::cut() {
  std::size_t begin = 0;
  bool taken = false;  // by the preceding comma or colon
  const std::string_view text = masked_;
  const auto alone = [&](std::size_t i, std::size_t size) {
    add_parts(begin, i);
    add(i, i + size);
    begin = i + size;
  };
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (byte_of(c) == Byte::inner) {
      taken = false;
      ++i;
      continue;
    }
    const bool was_taken = std::exchange(taken, false);
    if (const std::size_t blank = blank_at(text, i); blank > 0) {
      add_parts(begin, i);
      begin = i += blank;
      continue;
    }
    std::size_t size = is_alone(c) ? 1 : quote_at(text, i);
    if (c == ',' || c == ':') {
      const bool last = i + 1 == text.size();
      if (last || (!was_taken && !is_ascii_digit(text[i + 1]))) {
        size = 1;
        taken = true;
      }
    } else if (c == '.') {
      std::size_t end = i;
      while (end < text.size() && text[end] == '.') ++end;
      if (end - i > 1) {
        size = end - i;
      } else if (i > 0 && (is_last_dot(i) || ends_sentence(i))) {
        size = 1;
      }
    } else if ((c == '-' || c == '`') && i + 1 < text.size() && text[i + 1] == c) {
      size = 2;
    } else if (c == '`') {
      size = 1;
    }
    if (size > 0) {
      alone(i, size);
      i += size;
    } else {
      ++i;
    }
  }
  add_parts(begin, text.size());

  // `> =` is a single operator.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].word == Word::equal && i > 0) {
      Token &before = tokens_[kept - 1];
      const std::string_view sign = tokens_[i - 1].text;
      if (sign == "!" || sign == ">" || sign == "<") {
        before.text = sign == "!" ? "!=" : sign == ">" ? ">=" : "<=";
        before.word = word_of(before.text);
        continue;
      }
    }
    tokens_[kept++] = tokens_[i];
  }
  tokens_.resize(kept);
}

/// Adds a word, split by English contractions.
void Words::add_parts(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) masked_[i] = lower_ascii(masked_[i]);
  const std::string_view text = masked_;
  for (std::size_t i = begin; i + 5 <= end; ++i) {
    const char c = text[i];
    if ((c != 'c' && c != 'g' && c != 'l' && c != 'w') || (i > begin && is_word(text[i - 1])))
      continue;
    for (const auto &[word, first] : contractions) {
      const std::size_t after = i + word.size();
      if (after > end || text.substr(i, word.size()) != word ||
          (after < end && (is_word(text[after]) || c == 'w'))) {
        continue;
      }
      if (i > begin) add(begin, i);
      add(i, i + first);
      add(i + first, after);
      begin = after;
      i = after - 1;
      break;
    }
  }
  if (begin < end) add(begin, end);
}

void Words::add(std::size_t begin, std::size_t end) {
  if (begin == end) return;
  const std::string_view text = std::string_view(masked_).substr(begin, end - begin);
  Token &token = tokens_.emplace_back();
  std::size_t marks = 0;
  for (const char c : text) marks += c == string_mark ? 1 : 0;
  if (marks == 1 && text.size() == 1) {
    token.text = strings_[next_string_];
    token.is_string = true;
  } else {
    token.text = text;
    token.word = word_of(text);
  }
  next_string_ += marks;
}

}  // namespace sluice::inline v0::official
