/// The script's parser, rule by rule: which queries it accepts, and how it represents them, matters
/// as much for exact-set match as the comparison.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "core/large_stack.hpp"
#include "judge/python_text.hpp"
#include "official_aliases.hpp"
#include "official_words.hpp"
#include "sluice/spider/official_query.hpp"

namespace sluice::inline v0 {
namespace {

using official::Token;
using official::Word;
using official::Words;

constexpr std::size_t max_bytes = std::size_t{1} << 20;
constexpr std::size_t max_entries = 4096;
/// Python's limit on nested calls, minus those around the script's parser.
constexpr std::size_t max_calls = 997;
/// Each level of nesting takes about 1.5 KB of stack.
constexpr std::ptrdiff_t max_queries_here = 20;

/// Thrown where the script would raise an exception.
struct Unreadable {};

[[noreturn]] void stop() { throw Unreadable{}; }
void require(bool holds) {
  if (!holds) stop();
}

OfficialAggregate aggregate_of(Word word) noexcept {
  if (word == Word::kw_none) return OfficialAggregate::none;
  return static_cast<OfficialAggregate>(static_cast<int>(word) - static_cast<int>(Word::kw_max) +
                                        1);
}
OfficialArithmetic arithmetic_of(Word word) noexcept {
  return static_cast<OfficialArithmetic>(static_cast<int>(word) - static_cast<int>(Word::kw_none));
}
OfficialOperator operator_of(Word word) noexcept {
  return static_cast<OfficialOperator>(static_cast<int>(word) - static_cast<int>(Word::kw_not));
}
OfficialSetOperator set_operator_of(Word word) noexcept {
  switch (word) {
    case Word::kw_intersect: return OfficialSetOperator::intersect;
    case Word::kw_union: return OfficialSetOperator::unite;
    case Word::kw_except: return OfficialSetOperator::except;
    default: return OfficialSetOperator::none;
  }
}

class Parser {
 public:
  Parser(const std::vector<Token> &tokens, const OfficialSchema &schema)
      : tokens_(tokens), schema_(schema) {
    require(aliases_.read(tokens, schema));
  }

  OfficialQuery query() {
    OfficialQuery query;
    read_query(query);
    return query;
  }

 private:
  /// Counts calls on Python's stack while it is in scope.
  class Call {
   public:
    explicit Call(Parser &parser, std::size_t calls = 1) : parser_(parser), calls_(calls) {
      parser_.calls_ += calls_;
      if (parser_.calls_ > max_calls) {
        parser_.calls_ -= calls_;
        stop();
      }
    }
    ~Call() { parser_.calls_ -= calls_; }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;

    /// Counts one more call that ends together with this one.
    void deepen() {
      if (parser_.calls_ == max_calls) stop();
      ++parser_.calls_;
      ++calls_;
    }

   private:
    Parser &parser_;
    std::size_t calls_;
  };

  bool more() const noexcept { return at_ < end_; }
  const Token &token() const {
    require(more());
    return tokens_[at_];
  }
  Word word() const { return token().word; }
  bool is(Word word) const noexcept { return more() && tokens_[at_].word == word; }
  void skip(Word word) {
    require(is(word));
    ++at_;
  }
  bool take(Word word) noexcept {
    const bool found = is(word);
    if (found) ++at_;
    return found;
  }
  template <class Entry>
  static void add(std::vector<Entry> &entries, Entry entry) {
    require(entries.size() < max_entries);
    entries.push_back(std::move(entry));
  }

  /// The table that a name refers to: itself, or the target of an alias.
  std::string_view aliased(std::string_view name) const {
    if (schema_.find_table(name)) return name;
    const auto table = aliases_.find(name);
    require(table.has_value());
    return *table;
  }
  OfficialName table_named(std::string_view name) const {
    const auto found = schema_.find_table(name);
    require(found.has_value());
    return *found;
  }

  OfficialName read_column_name() {
    const Token &name = token();
    ++at_;
    if (name.word == Word::star) return OfficialSchema::all;
    if (const std::size_t dot = name.text.find('.'); dot != std::string_view::npos) {
      require(name.text.find('.', dot + 1) == std::string_view::npos);
      const OfficialName table = table_named(aliased(name.text.substr(0, dot)));
      const auto found = schema_.find_column(table, name.text.substr(dot + 1));
      require(found.has_value());
      return *found;
    }
    require(default_tables_ != nullptr);
    for (const OfficialName table : *default_tables_) {
      require(schema_.is_table(table));
      if (const auto found = schema_.find_column(table, name.text)) return *found;
    }
    stop();
  }

  OfficialColumn read_column() {
    const Call call(*this, 2);
    const bool block = take(Word::left_paren);
    OfficialColumn column;
    if (is_aggregate(word())) {
      column.aggregate = aggregate_of(word());
      ++at_;
      skip(Word::left_paren);
      column.distinct = word() == Word::kw_distinct;
      if (column.distinct) ++at_;
      column.name = read_column_name();
      skip(Word::right_paren);
      return column;  // without looking for the block's end
    }
    column.distinct = take(Word::kw_distinct);
    column.name = read_column_name();
    if (block) skip(Word::right_paren);
    return column;
  }

  OfficialTerm read_term() {
    const Call call(*this);
    const bool block = take(Word::left_paren);
    OfficialTerm term;
    term.left = read_column();
    if (more() && is_arithmetic(word())) {
      term.arithmetic = arithmetic_of(word());
      ++at_;
      term.right = read_column();
    }
    if (block) skip(Word::right_paren);
    return term;
  }

  OfficialName read_table() {
    const Call call(*this);
    const std::string_view name = aliased(token().text);
    ++at_;
    if (is(Word::kw_as)) at_ += 2;
    const auto found = schema_.find_table(name);
    if (found) return *found;
    // An alias of a column or of `*` is also a source, but has no columns.
    if (name == "*") return OfficialSchema::all;
    const std::size_t dot = name.find('.');
    require(dot != std::string_view::npos);
    const auto column = schema_.find_column(table_named(name.substr(0, dot)), name.substr(dot + 1));
    require(column.has_value());
    return *column;
  }

  OfficialSubquery read_subquery() {
    auto query = std::make_unique<OfficialQuery>();
    read_query(*query);
    return {std::move(query)};
  }

  /// Reads up to the end of the operand, which `or` does not end; skips the tokens in between.
  OfficialValue read_column_value(std::size_t begin) {
    std::size_t end = at_;
    while (end < end_) {
      const Word word = tokens_[end].word;
      if (word == Word::comma || word == Word::right_paren || word == Word::kw_and ||
          is_clause(word) || is_join(word)) {
        break;
      }
      ++end;
    }
    const std::size_t whole = std::exchange(end_, end);
    at_ = begin;
    const OfficialColumn column = read_column();
    end_ = whole;
    at_ = end;
    return column;
  }

  OfficialValue read_value() {
    const Call call(*this);
    const std::size_t begin = at_;
    const bool block = take(Word::left_paren);
    OfficialValue value;
    if (word() == Word::kw_select) {
      value = read_subquery();
    } else if (token().is_string) {
      value = std::string(token().text);
      ++at_;
    } else if (const auto number = detail::python_float(token().text)) {
      value = *number;
      ++at_;
    } else {
      value = read_column_value(begin);
    }
    if (block) skip(Word::right_paren);
    return value;
  }

  OfficialConditions read_conditions() {
    const Call call(*this);
    OfficialConditions conditions;
    while (more()) {
      OfficialCondition condition;
      condition.term = read_term();
      condition.negated = word() == Word::kw_not;
      if (condition.negated) ++at_;
      require(word() >= Word::kw_not && word() <= Word::kw_exists);
      condition.op = operator_of(word());
      ++at_;
      condition.first = read_value();
      if (condition.op == OfficialOperator::between) {
        skip(Word::kw_and);
        condition.second = read_value();
      }
      add(conditions, std::move(condition));
      if (more() && (is_end(word()) || is_join(word()))) break;
      if (is(Word::kw_and) || is(Word::kw_or)) {
        OfficialCondition between;
        between.kind = word() == Word::kw_and ? OfficialCondition::Kind::conjunction
                                              : OfficialCondition::Kind::disjunction;
        add(conditions, std::move(between));
        ++at_;
      }
    }
    return conditions;
  }

  void read_from(OfficialQuery &query, std::vector<OfficialName> &tables) {
    const Call call(*this);
    while (at_ < end_ && tokens_[at_].word != Word::kw_from) ++at_;
    skip(Word::kw_from);
    while (more()) {
      const bool block = take(Word::left_paren);
      if (word() == Word::kw_select) {
        add(query.from, OfficialSource(read_subquery()));
      } else {
        take(Word::kw_join);
        const OfficialName table = read_table();
        add(query.from, OfficialSource(table));
        tables.push_back(table);
      }
      if (take(Word::kw_on)) {
        default_tables_ = &tables;
        OfficialConditions conditions = read_conditions();
        if (!query.on.empty()) {
          OfficialCondition between;
          between.kind = OfficialCondition::Kind::conjunction;
          add(query.on, std::move(between));
        }
        for (OfficialCondition &condition : conditions) add(query.on, std::move(condition));
      }
      if (block) skip(Word::right_paren);
      if (more() && is_end(word())) break;
    }
  }

  void read_select(OfficialQuery &query) {
    const Call call(*this);
    skip(Word::kw_select);
    query.distinct = take(Word::kw_distinct);
    while (more() && !is_clause(word())) {
      OfficialResult result;
      if (is_aggregate(word())) {
        result.aggregate = aggregate_of(word());
        ++at_;
      }
      result.term = read_term();
      add(query.select, std::move(result));
      take(Word::comma);
    }
  }

  void read_group_by(OfficialQuery &query) {
    const Call call(*this);
    if (!take(Word::kw_group)) return;
    skip(Word::kw_by);
    while (more() && !is_end(word())) {
      add(query.group_by, read_column());
      if (!take(Word::comma)) break;
    }
  }

  void read_order_by(OfficialQuery &query) {
    const Call call(*this);
    if (!take(Word::kw_order)) return;
    skip(Word::kw_by);
    query.order = OfficialOrder::ascending;
    while (more() && !is_end(word())) {
      add(query.order_by, read_term());
      if (is(Word::kw_desc) || is(Word::kw_asc)) {
        query.order =
            word() == Word::kw_desc ? OfficialOrder::descending : OfficialOrder::ascending;
        ++at_;
      }
      if (!take(Word::comma)) break;
    }
  }

  /// Reads a query and all arms that follow it; in the script, each arm is a nested call.
  void read_query(OfficialQuery &first) {
    Call call(*this);
    const auto *const outer = default_tables_;
    OfficialQuery *query = &first;
    while (read_arm(*query)) {
      call.deepen();
      query->arm.query = std::make_unique<OfficialQuery>();
      query = query->arm.query.get();
    }
    default_tables_ = outer;
  }

  /// Returns whether another arm follows.
  bool read_arm(OfficialQuery &query) {
    const bool block = take(Word::left_paren);
    require(more());
    const std::size_t select = at_;
    std::vector<OfficialName> tables;
    default_tables_ = nullptr;
    read_from(query, tables);
    default_tables_ = tables.empty() ? nullptr : &tables;
    const std::size_t after_from = std::exchange(at_, select);
    read_select(query);
    at_ = after_from;
    {
      const Call clause(*this);
      if (take(Word::kw_where)) query.where = read_conditions();
    }
    read_group_by(query);
    {
      const Call clause(*this);
      if (take(Word::kw_having)) query.having = read_conditions();
    }
    read_order_by(query);
    if (take(Word::kw_limit)) {
      query.limited = true;
      require(more());
      ++at_;
    }
    while (take(Word::semicolon)) {
    }
    if (block) skip(Word::right_paren);
    while (take(Word::semicolon)) {
    }
    if (more()) query.set_operator = set_operator_of(word());
    if (query.set_operator == OfficialSetOperator::none) return false;
    ++at_;
    return true;
  }

  std::span<const Token> tokens_;
  const OfficialSchema &schema_;
  official::Aliases aliases_;
  /// Tables in which columns without a qualifier are looked up.
  const std::vector<OfficialName> *default_tables_ = nullptr;
  std::size_t at_ = 0;
  std::size_t end_ = tokens_.size();
  std::size_t calls_ = 0;
};

/// Whether every connective is at a position where the script expects one. If not, the script fails
/// when it drops values, although not when it parses.
bool is_aligned(const OfficialConditions &conditions) noexcept {
  for (std::size_t i = 0; i < conditions.size(); i += 2) {
    if (conditions[i].kind != OfficialCondition::Kind::condition) return false;
  }
  return true;
}

bool is_aligned(const OfficialQuery &query) noexcept {
  if (!is_aligned(query.on) || !is_aligned(query.where) || !is_aligned(query.having)) return false;
  for (const auto *conditions : {&query.on, &query.where, &query.having}) {
    for (const OfficialCondition &condition : *conditions) {
      for (const auto *value : {&condition.first, &condition.second}) {
        const auto *subquery = std::get_if<OfficialSubquery>(value);
        if (subquery != nullptr && !is_aligned(*subquery->query)) return false;
      }
    }
  }
  return query.arm.query == nullptr || is_aligned(*query.arm.query);
}

}  // namespace

bool operator==(const OfficialSubquery &a, const OfficialSubquery &b) noexcept {
  if (a.query == nullptr || b.query == nullptr) return a.query == b.query;
  return *a.query == *b.query;
}

std::optional<OfficialQuery> parse_official(std::string_view sql, const OfficialSchema &schema) {
  if (sql.size() > max_bytes) return std::nullopt;
  Words words;
  if (!words.read(sql)) return std::nullopt;
  std::optional<OfficialQuery> read;
  const auto parse = [&] {
    try {
      OfficialQuery query = Parser(words.tokens(), schema).query();
      if (is_aligned(query)) read = std::move(query);
    } catch (const Unreadable &) {  // corresponds to any exception in Python
    }
  };
  const auto queries = std::ranges::count(words.tokens(), Word::kw_select, &Token::word);
  if (queries > max_queries_here) {
    detail::run_on_large_stack(parse);
  } else {
    parse();
  }
  return read;
}

}  // namespace sluice::inline v0
