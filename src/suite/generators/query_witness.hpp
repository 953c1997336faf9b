#ifndef SLUICE_SRC_SUITE_GENERATORS_QUERY_WITNESS_HPP
#define SLUICE_SRC_SUITE_GENERATORS_QUERY_WITNESS_HPP

/// Builds a scenario of the rows that a query needs for a non-empty result, and lists where that
/// scenario can be varied.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "scenario.hpp"
#include "sluice/sql/bind.hpp"

namespace sluice::inline v0::suite {

/// One deviation from what a query needs.
struct Deviation {
  enum class Kind : std::uint8_t {
    pin,        ///< The only column of an atom is set to `value`, whatever the atom requires.
    negate,     ///< An atom is false.
    make_null,  ///< A column that the query names is NULL.
    skip,       ///< A source in FROM has no row.
    copies,     ///< A select has `count` rows; they are in one group if it groups.
    duplicate,  ///< A select has two rows with equal results.
    tie,        ///< A select has two rows with equal order keys.
    branch,     ///< Operand `count` of an OR is satisfied.
    populate,   ///< A subquery that need not have rows has some: the wrong ones, or other ones if
                ///< `count` is 1.
    share,      ///< A select has two rows that share the row of this source.
    idle_null,  ///< Columns without requirements are NULL.
  };
  Kind kind = Kind::pin;
  sql::NodeId node;
  Value value;
  std::size_t count = 0;
};

/// A place where a query can be varied.
struct Choice {
  enum class Kind : std::uint8_t {
    atom,
    column,
    source,
    left_source,
    select,
    threshold,
    either,
    negated
  };
  Kind kind = Kind::atom;
  sql::NodeId node;
  std::vector<Value> literals;  ///< Of an atom of one column.
  std::size_t count = 0;        ///< Number of rows at a threshold, or of operands.
  bool duplicates = false;      ///< Of a select: equal rows affect the result.
  bool grouped = false;
  bool ordered = false;
};

/// A parsed and bound query.
struct BoundQuery {
  explicit BoundQuery(const std::string &sql, const Database &schema);
  sql::SyntaxTree tree;
  sql::Bindings bindings;
};

/// Adds what a query needs to a scenario. Single use.
class QueryWitness {
 public:
  QueryWitness(const BoundQuery &query, Scenario &scenario,
               const std::vector<Deviation> &deviation_list, std::size_t max_copies);

  void build();

  /// In the order of the text, without duplicates.
  const std::vector<Choice> &choices() const noexcept { return choices_; }
  /// The parts of the query that are not supported, such as "case_when at byte 40".
  const std::vector<std::string> &unsolved() const noexcept { return unsolved_; }

 private:
  /// Maximum number of nodes visited for one witness; it limits copies of a large query.
  static constexpr std::size_t max_work = 200'000;

  struct Source {
    sql::NodeId node;
    std::uint32_t row = Scenario::no_row;
    bool empty = false;         // it has no row
    bool padded = false;        // it has no row, and an outer join fills in NULL
    std::vector<Term> results;  // of a subquery
  };
  struct Frame {
    const Frame *outer = nullptr;
    const Frame *first = nullptr;  // of the copies of one select; null if this is it
    std::size_t copies = 1;
    std::vector<Source> sources;
  };
  using Results = std::vector<Term>;

  const Deviation *deviation(Deviation::Kind kind, sql::NodeId node) const;
  void note(Choice choice);
  void note_unsolved(sql::NodeId node);

  Results require_query(sql::NodeId query, const Frame *outer);
  Results require_compound(sql::NodeId query, const Frame *outer);
  Results require_select(sql::NodeId select, const Frame *outer);
  void add_sources(sql::NodeId from, Frame &frame);
  void add_source(sql::NodeId source, bool left, bool many, Frame &frame);
  void require_joins(sql::NodeId from, Frame &frame);
  void equate_implied(sql::NodeId node, const Frame &frame);
  std::size_t copies_of(sql::NodeId select);
  std::size_t needed_by(sql::NodeId having);
  void require_having(sql::NodeId having, const Frame &frame);
  bool shares_a_source(sql::NodeId from) const;
  void equate_columns(sql::NodeId clause, const std::vector<Frame *> &frames);
  Results results_of(sql::NodeId select, const Frame &frame);

  void require(sql::NodeId node, bool wanted, const Frame &frame);
  sql::NodeId require_here(sql::NodeId node, bool &wanted, const Frame &frame);
  void require_each(sql::NodeId node, bool wanted, const Frame &frame);
  sql::NodeId require_either(sql::NodeId node, bool wanted, const Frame &frame);
  void require_in(sql::NodeId node, bool wanted, const Frame &frame);
  void require_atom(sql::NodeId node, bool wanted, const Frame &frame);
  void require_equal(const Term &left, const Term &right);
  Term read(sql::NodeId node, const Frame &frame);
  Term resolve(sql::NodeId node, const Frame &frame);
  Term resolve_column(sql::NodeId node, const Frame &frame);
  const Source *find_source(sql::NodeId source, const Frame &frame) const;

  const BoundQuery &query_;
  const sql::SyntaxTree &tree_;
  Scenario &scenario_;
  const std::vector<Deviation> &deviations_;
  std::size_t max_copies_;
  std::deque<Frame> frames_;
  std::vector<Choice> choices_;
  std::vector<std::string> unsolved_;
  Recursion recursion_;
  std::size_t work_ = 0;
};

}  // namespace sluice::inline v0::suite

#endif
