#ifndef SLUICE_SRC_SPIDER_OFFICIAL_PARSER_HPP
#define SLUICE_SRC_SPIDER_OFFICIAL_PARSER_HPP

/// The script's parser, rule by rule: which queries it accepts, and how it represents them, matters
/// as much for exact-set match as the comparison.

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "official_aliases.hpp"
#include "official_words.hpp"
#include "sluice/spider/official_query.hpp"

namespace sluice::inline v0::official {

constexpr std::size_t max_entries = 4096;
/// Python's limit on nested calls, minus those around the script's parser.
constexpr std::size_t max_calls = 997;

/// Thrown where the script would raise an exception.
struct Unreadable {};

[[noreturn]] inline void stop() { throw Unreadable{}; }
inline void require(bool holds) {
  if (!holds) stop();
}

inline OfficialAggregate aggregate_of(Word word) noexcept {
  if (word == Word::kw_none) return OfficialAggregate::none;
  return static_cast<OfficialAggregate>(static_cast<int>(word) - static_cast<int>(Word::kw_max) +
                                        1);
}

/// Throws Unreadable where the script would fail. Not thread-safe.
class Parser {
 public:
  Parser(const std::vector<Token> &tokens, const OfficialSchema &schema)
      : tokens_(tokens), schema_(schema) {
    require(aliases_.read(tokens, schema));
  }

  OfficialQuery query();

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

  // official_operands.cpp
  OfficialName read_column_name();
  OfficialColumn read_column();
  OfficialTerm read_term();
  OfficialName read_table();
  OfficialSubquery read_subquery();
  /// Reads up to the end of the operand, which `or` does not end; skips the tokens in between.
  OfficialValue read_column_value(std::size_t begin);
  OfficialValue read_value();
  OfficialConditions read_conditions();

  // official_clauses.cpp
  void read_from(OfficialQuery &query, std::vector<OfficialName> &tables);
  void read_select(OfficialQuery &query);
  void read_group_by(OfficialQuery &query);
  void read_order_by(OfficialQuery &query);
  /// Reads a query and all arms that follow it; in the script, each arm is a nested call.
  void read_query(OfficialQuery &first);
  /// Returns whether another arm follows.
  bool read_arm(OfficialQuery &query);

  std::span<const Token> tokens_;
  const OfficialSchema &schema_;
  Aliases aliases_;
  /// Tables in which columns without a qualifier are looked up.
  const std::vector<OfficialName> *default_tables_ = nullptr;
  std::size_t at_ = 0;
  std::size_t end_ = tokens_.size();
  std::size_t calls_ = 0;
};

}  // namespace sluice::inline v0::official

#endif
