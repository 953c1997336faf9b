#include "script.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::sql {
namespace {

constexpr std::size_t max_kept_tokens = std::size_t{1} << 22;
constexpr std::size_t max_kept_data_tokens = std::size_t{1} << 14;
// Words between CREATE and what is created: OR REPLACE, DEFINER = `a`@`b`, and the like.
constexpr std::size_t max_words_before_kind = 24;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view known) { return same_name(word, known); });
}

bool is_separator(std::string_view line) {
  line = trimmed(line);
  if (line.size() < 2 || !same_name(line.substr(0, 2), "go")) return false;
  line = trimmed(line.substr(2), " \t;0123456789");
  return line.empty();
}

bool contains_separator(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if ((text[at] | 0x20) == 'g' && is_separator(text.substr(at, end - at))) return true;
    at = end + 1;
  }
  return false;
}

std::string with_padding(std::string_view text) {
  if (text.size() >= std::numeric_limits<std::uint32_t>::max() - keywords::padding)
    throw Error(ErrorCode::limit_exceeded, "a script may have at most 4 GiB");
  std::string padded;
  padded.reserve(text.size() + keywords::padding);
  padded.append(text);
  padded.append(keywords::padding, '\0');
  return padded;
}

}  // namespace

Script::Script(std::string_view text, Dialect dialect)
    : padded_(with_padding(text)),
      text_(text),
      dialect_(dialect),
      lexer_(padded_.data(), text.size(), ChosenRules{&script_rules(dialect)}) {
  const bool may_separate = dialect == Dialect::sqlserver || dialect == Dialect::permissive;
  has_separators_ = may_separate && contains_separator(text);
}

bool Script::next() {
  while (read()) {
    if (tokens_.empty()) continue;
    const std::uint32_t end = tokens_.back().end;
    tokens_.push_back({end, end, TokenKind::end});
    return true;
  }
  return false;
}

/// Reads up to a terminator; false at the end of the script. A statement may be empty.
bool Script::read() {
  tokens_.clear();
  data_ = {};
  kind_ = Kind::unknown;
  count_ = 0;
  is_cut_ = false;
  parentheses_ = 0;
  blocks_ = 0;
  has_block_ = after_end_ = after_begin_ = false;
  for (;;) {
    const Token token = lexer_.next();
    if (token.kind == TokenKind::end) return !tokens_.empty();
    if (tokens_.empty()) {
      if (is_client_line(token)) continue;
    } else if (begins_another(token)) {
      lexer_.move_to(token.begin);
      return true;
    }
    track_blocks(token);
    if (ends_at(token)) return true;
    keep(token);
  }
}

void Script::keep(const Token &token) {
  if (tokens_.empty()) {
    counted_line_ += static_cast<std::size_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_to_),
                   text_.begin() + static_cast<std::ptrdiff_t>(token.begin), '\n'));
    counted_to_ = token.begin;
    line_ = counted_line_;
  }
  ++count_;
  if (token.kind == TokenKind::left_paren) ++parentheses_;
  if (token.kind == TokenKind::right_paren) --parentheses_;
  if (kind_ == Kind::unknown) {
    tokens_.push_back(token);
    kind_ = classify();
    return;
  }
  const std::size_t max = kind_ == Kind::data ? max_kept_data_tokens : max_kept_tokens;
  if (tokens_.size() < max) {
    tokens_.push_back(token);
  } else {
    is_cut_ = true;
  }
}

/// `unknown` while the words so far do not say it.
Script::Kind Script::classify() const {
  const std::string_view first = text(tokens_[0]);
  if (is_one_of(first,
                {"insert", "copy", "replace", "update", "delete", "merge", "select", "values"}))
    return Kind::data;
  if (is_one_of(first, {"use"})) return Kind::use;
  // In T-SQL, BEGIN and DECLARE are statements among others.
  const bool server =
      dialect_ == Dialect::sqlserver || (dialect_ == Dialect::permissive && has_separators_);
  if (server && is_one_of(first, {"declare", "begin"})) return Kind::other;
  if (is_one_of(first, {"declare"})) {
    if (tokens_.size() == 1) return Kind::unknown;
    return declares_block() ? Kind::block : Kind::other;
  }
  if (is_one_of(first, {"begin"})) {
    if (tokens_.size() == 1) return Kind::unknown;
    const bool transaction = is_one_of(
        text(tokens_[1]), {"transaction", "tran", "work", "deferred", "immediate", "exclusive"});
    return transaction ? Kind::other : Kind::block;
  }
  if (!is_one_of(first, {"create", "alter", "recreate"})) return Kind::other;
  const std::string_view last = text(tokens_.back());
  if (is_one_of(last,
                {"function", "procedure", "proc", "trigger", "package", "event", "body", "task"}))
    return Kind::routine;
  if (is_one_of(last,
                {"table", "view", "schema", "database", "domain", "index", "sequence", "rule"}))
    return Kind::other;
  return tokens_.size() < max_words_before_kind ? Kind::unknown : Kind::other;
}

/// Whether DECLARE begins a block. In other dialects it is a statement of its own.
bool Script::declares_block() const {
  switch (dialect_) {
    case Dialect::permissive:
    case Dialect::oracle:
    case Dialect::db2:
    case Dialect::snowflake: return !text(tokens_[1]).starts_with('@');
    default: return false;
  }
}

bool Script::is_first_in_line(const Token &token) const noexcept {
  std::size_t at = token.begin;
  while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t')) --at;
  return at == 0 || text_[at - 1] == '\n' || text_[at - 1] == '\r';
}

std::string_view Script::rest_of_line(std::size_t offset) const noexcept {
  return text_.substr(offset, std::min(text_.find('\n', offset), text_.size()) - offset);
}

std::string Script::word_after(std::size_t offset) const {
  while (offset < text_.size() && byte_class::is(text_[offset], byte_class::space)) ++offset;
  std::size_t end = offset;
  while (end < text_.size() && byte_class::is(text_[end], byte_class::word)) ++end;
  return lower_ascii(text_.substr(offset, end - offset));
}

void Script::skip_line(std::size_t offset) { lexer_.move_to(offset + rest_of_line(offset).size()); }

/// Whether a line is for the client; skips it if so. The token begins a statement.
bool Script::is_client_line(const Token &token) {
  if (!is_first_in_line(token)) return false;
  const std::string_view line = rest_of_line(token.begin);
  const std::string_view word = text(token);
  const bool unsure = dialect_ == Dialect::permissive;
  bool client = line.starts_with('\\');
  if (dialect_ == Dialect::sqlite || dialect_ == Dialect::duckdb || unsure) {
    client |= line.size() > 1 && line[0] == '.' && is_ascii_letter(line[1]);
  }
  if (dialect_ == Dialect::oracle || unsure) {
    client |= is_one_of(word, {"rem", "remark", "prompt", "spool", "whenever"});
    client |= line.starts_with('@') && line.size() > 1;
  }
  if (dialect_ == Dialect::oracle) {
    client |= is_one_of(word, {"accept",  "btitle", "clear",      "column",   "conn",
                               "connect", "define", "disconnect", "exit",     "host",
                               "pause",   "print",  "quit",       "set",      "show",
                               "start",   "timing", "ttitle",     "undefine", "variable"});
  }
  if (dialect_ == Dialect::sqlserver || unsure)
    client |= line.size() > 1 && line[0] == ':' && is_ascii_letter(line[1]);
  if (dialect_ == Dialect::mysql || dialect_ == Dialect::mariadb || unsure) {
    if (same_name(word, "delimiter")) {
      delimiter_ = trimmed(line.substr(word.size()));
      if (delimiter_ == ";") delimiter_.clear();
      client = true;
    }
  }
  if (unsure && same_name(word, "set") && word_after(token.end) == "term") {  // Firebird
    const std::string_view rest = trimmed(line.substr(line.find_first_of("mM") + 1));
    delimiter_ = rest.substr(0, rest.find_first_of(" \t;"));
    client = true;
  }
  if (client) skip_line(token.begin);
  return client;
}

/// Lines that end a statement: GO, and `/` or `@` alone.
bool Script::is_separator_line(const Token &token) const {
  if (!is_first_in_line(token)) return false;
  if (has_separators_ && (text_[token.begin] | 0x20) == 'g')
    return is_separator(rest_of_line(token.begin));
  const bool slash =
      token.kind == TokenKind::slash &&
      (dialect_ == Dialect::oracle || dialect_ == Dialect::db2 || dialect_ == Dialect::permissive);
  return slash && trimmed(rest_of_line(token.begin)).size() == 1;
}

/// Whether the token ends the statement; consumes the terminator.
bool Script::ends_at(const Token &token) {
  if (is_separator_line(token)) {
    skip_line(token.begin);
    return true;
  }
  if (!delimiter_.empty()) {
    // A word may end with it: END$$
    const bool is_word = token.kind == TokenKind::identifier;
    const std::size_t at = is_word ? text(token).find(delimiter_) : 0;
    if (at == std::string::npos || !text_.substr(token.begin + at).starts_with(delimiter_))
      return false;
    lexer_.move_to(token.begin + at + delimiter_.size());
    return true;
  }
  if (token.kind == TokenKind::unknown && text_[token.begin] == '@' &&
      (dialect_ == Dialect::db2 || dialect_ == Dialect::permissive)) {
    return trimmed(rest_of_line(token.begin)).size() == 1;
  }
  if (token.kind != TokenKind::semicolon || is_open_routine()) return false;
  if (kind_ == Kind::data && same_name(text(tokens_[0]), "copy")) take_copied_data();
  return true;
}

/// Whether the statement is a routine whose text goes on after `;`.
bool Script::is_open_routine() const noexcept {
  if (kind_ != Kind::routine && kind_ != Kind::block) return false;
  if (has_separators_) return true;  // a routine is alone between two lines GO
  if (has_block_) return blocks_ > 0;
  // Declarations come before BEGIN.
  return kind_ == Kind::block || dialect_ == Dialect::oracle;
}

/// Counts BEGIN and CASE, and END. A token tells what the one before it was.
void Script::track_blocks(const Token &token) {
  if (kind_ == Kind::other || kind_ == Kind::data) return;
  const std::string_view word = text(token);
  if (after_end_ && !is_one_of(word, {"if", "loop", "while", "repeat", "for"})) {
    has_block_ = true;
    --blocks_;
  }
  if (after_begin_ && !is_one_of(word, {"transaction", "tran", "work"})) {
    has_block_ = true;
    ++blocks_;
  }
  // END CASE closes what CASE opened.
  if (token.kind == TokenKind::kw_case && !after_end_) ++blocks_;
  after_end_ = token.kind == TokenKind::kw_end;
  after_begin_ = token.kind == TokenKind::kw_begin;
}

/// Whether a statement begins here although nothing ended the one before: a line that begins with
/// CREATE TABLE, for example.
bool Script::begins_another(const Token &token) const {
  if (kind_ == Kind::routine || kind_ == Kind::block || !delimiter_.empty()) return false;
  if (kind_ == Kind::use) return is_first_in_line(token) && count_ > 1;
  const bool server = dialect_ == Dialect::sqlserver || dialect_ == Dialect::permissive;
  const std::string_view first = text(tokens_[0]);
  // In T-SQL, a condition comes before a statement, in the same line or not.
  const bool after_condition =
      server && parentheses_ == 0 && is_one_of(first, {"if", "else", "begin"});
  if (!after_condition && !is_first_in_line(token)) return false;
  if (token.kind == TokenKind::kw_create) {
    // CREATE SCHEMA s CREATE TABLE t … is one statement, and so is GRANT CREATE.
    if (is_one_of(first, {"grant", "revoke"})) return false;
    if (tokens_.size() > 1 && same_name(text(tokens_[1]), "schema")) return false;
    return is_one_of(word_after(token.end),
                     {"table",        "view",      "or",        "index",        "unique",
                      "temp",         "temporary", "global",    "external",     "foreign",
                      "materialized", "type",      "domain",    "schema",       "database",
                      "function",     "procedure", "proc",      "trigger",      "sequence",
                      "unlogged",     "transient", "clustered", "nonclustered", "virtual",
                      "column",       "force",     "user",      "role",         "dictionary",
                      "dynamic",      "multiset",  "volatile",  "secure"});
  }
  if (parentheses_ > 0) return false;
  if (token.kind == TokenKind::kw_alter) {
    return is_one_of(word_after(token.end), {"table", "view", "database", "schema", "type", "index",
                                             "sequence", "procedure", "function", "trigger"});
  }
  if (!server) return false;
  if (is_one_of(text(token), {"exec", "execute"})) return !same_name(first, "insert");
  if (token.kind == TokenKind::kw_drop) {
    return is_one_of(word_after(token.end), {"table", "view", "type", "schema", "database", "index",
                                             "procedure", "function", "trigger"});
  }
  if (token.kind == TokenKind::kw_insert) return word_after(token.end) != "on";
  return is_one_of(text(token), {"print", "raiserror", "declare", "use"});
}

/// Takes the lines after COPY … FROM stdin, up to a line `\.`, or as many as MonetDB's
/// COPY 3 RECORDS says.
void Script::take_copied_data() {
  const bool from_stdin = std::ranges::any_of(
      tokens_, [&](const Token &token) { return same_name(text(token), "stdin"); });
  if (!from_stdin) return;
  const std::size_t after = tokens_.back().end;
  const std::size_t begin = after + rest_of_line(after).size() + 1;
  if (begin >= text_.size()) return;
  if (tokens_.size() > 2 && tokens_[1].kind == TokenKind::integer &&
      same_name(text(tokens_[2]), "records")) {
    return skip_lines(begin, text(tokens_[1]));
  }
  std::size_t end = text_.substr(begin).starts_with("\\.") ? begin : text_.find("\n\\.", begin);
  if (end == text_.npos) {
    end = text_.size();
  } else if (end != begin) {
    ++end;
  }
  data_ = text_.substr(begin, end - begin);
  skip_line(end);
}

/// Skips as many lines as `count` says, beginning at `offset`.
void Script::skip_lines(std::size_t offset, std::string_view count) {
  std::size_t lines = 0;
  std::from_chars(count.data(), count.data() + count.size(), lines);
  for (; lines > 0 && offset < text_.size(); --lines)
    offset = std::min(offset + rest_of_line(offset).size() + 1, text_.size());
  lexer_.move_to(offset);
}

}  // namespace sluice::inline v0::sql
