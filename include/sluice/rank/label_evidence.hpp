#ifndef SLUICE_RANK_LABEL_EVIDENCE_HPP
#define SLUICE_RANK_LABEL_EVIDENCE_HPP

/// The input of the label model: a question and one database.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/schema/schema_graph.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0 {

/// Words of the question that match a value of a column.
struct LabelValue {
  std::uint32_t column = 0;  ///< By position in the database.
  std::string value;         ///< As the database spells it.
  std::string words;         ///< As the question spells it.
  bool is_whole = true;      ///< The words are the whole value, not a part of it.
};

/// The evidence for one question. The spans must outlive it.
struct LabelEvidence {
  Question question;
  std::span<const float> tables;       ///< P(the query reads it), by position in the database.
  std::span<const float> columns;      ///< The same for columns.
  std::span<const LabelValue> values;  ///< Empty if the content is unknown.
};

/// A word of the question. Its stem is masked if it says nothing about the query's form.
struct LabelWord {
  std::uint64_t stem = 0;    ///< Hash of the stem.
  std::uint64_t masked = 0;  ///< Hash of the stem, or of the mark for a name, number or value.
  std::uint32_t begin = 0;   ///< Bytes [begin, end) of the question.
  std::uint32_t end = 0;
};

/// A literal of the question that a query may compare with.
struct LabelLiteral {
  std::string text;
  bool is_number = false;
  std::uint32_t begin = 0;  ///< First byte in the question.
};

struct LabelQuestion {
  std::vector<LabelWord> words;
  std::vector<LabelLiteral> literals;  ///< In the question's order.
};

enum class ColumnType : std::uint8_t { number, text, other };

/// A database's names, prepared for questions. Immutable. Thread-safe.
class LabelSchema {
 public:
  struct Element {
    std::vector<std::uint64_t> stems;  ///< Hashes of its name's words.
    std::uint32_t table = 0;           ///< For a column: its table's position.
    ColumnType type = ColumnType::other;
    bool is_primary = false;
    bool is_foreign = false;
    bool is_repeated = false;  ///< Another table has a column with this name.
  };

  /// O(names).
  explicit LabelSchema(std::shared_ptr<const Database> database);

  /// Words and literals by the rules that the label model was trained with: only ' after a space
  /// and " open a quote, quoted text is one word, and capitalized words are values. O(question).
  LabelQuestion read(const Question &question) const;

  const Database &database() const noexcept { return *database_; }
  std::span<const Element> tables() const noexcept { return tables_; }
  std::span<const Element> columns() const noexcept { return columns_; }
  /// Ids are positions in the database.
  const SchemaGraph &graph() const noexcept { return *graph_; }

 private:
  std::shared_ptr<const Database> database_;
  std::shared_ptr<const SchemaGraph> graph_;
  std::vector<Element> tables_, columns_;
  std::vector<std::uint64_t> stems_;  // of all names, ascending
};

}  // namespace sluice::inline v0

#endif
