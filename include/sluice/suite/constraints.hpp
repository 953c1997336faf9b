#ifndef SLUICE_SUITE_CONSTRAINTS_HPP
#define SLUICE_SUITE_CONSTRAINTS_HPP

/// The constraints that every legal database of a schema satisfies, and where each one comes from.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/sqlite.hpp"
#include "sluice/schema/database.hpp"
#include "sluice/sql/key_facts.hpp"
#include "sluice/suite/value.hpp"

namespace sluice::inline v0 {

class TestDatabase;

/// Where a constraint comes from.
enum class Origin : std::uint8_t {
  declared,  ///< The schema's own definition.
  mined,     ///< The original data satisfies it.
  inferred,  ///< Gold queries or views join by it, or names suggest it.
};

/// Such as "mined". A static string.
std::string_view name_of(Origin origin) noexcept;

/// No two rows of the table have equal values in these columns, except rows that contain NULL. A
/// primary key contains no NULL (as in standard SQL; SQLite allows NULL in some).
struct KeyConstraint {
  std::uint32_t table = 0;
  std::vector<std::uint32_t> columns;
  bool primary = false;
  Origin origin = Origin::declared;
};

/// If none of the values of `columns` is NULL, some row has them in its `referenced_columns`.
struct ReferenceConstraint {
  std::uint32_t table = 0;
  std::vector<std::uint32_t> columns;
  std::uint32_t referenced_table = 0;
  std::vector<std::uint32_t> referenced_columns;
  Origin origin = Origin::declared;
};

/// An expression that is not false for any row.
struct CheckConstraint {
  std::uint32_t table = 0;
  std::string expression;
  Origin origin = Origin::declared;
};

/// Bounds of all values that are not NULL, inclusive.
struct RangeConstraint {
  Value lower;
  Value upper;
};

/// The constraints on a single column.
struct ColumnConstraint {
  Affinity affinity = Affinity::blob;
  bool not_null = false;
  Origin not_null_origin = Origin::declared;
  bool computed = false;                 ///< A generated column, which is never written.
  bool no_case = false;                  ///< Compared with the collation NOCASE.
  std::optional<RangeConstraint> range;  ///< Mined.
  /// Mined: the shape that all values share (see `shape_of`); empty if there is none.
  std::string shape;
};

/// Replaces each run of digits with 9 and each run of letters with a: "2001-09-11" becomes "9-9-9".
std::string shape_of(std::string_view text);

/// A violation of a constraint by a database.
struct Breach {
  enum class Kind : std::uint8_t { not_null, key, reference, check, type, range, shape };
  Kind kind = Kind::not_null;
  Origin origin = Origin::declared;
  std::uint32_t table = 0;
  std::size_t row = 0;
  std::string message;  ///< Such as "singer.name: NULL (declared NOT NULL)".
};

/// How SQLite stores the rows of a table.
enum class RowLayout : std::uint8_t {
  declared,   ///< As the schema declares it: by INTEGER PRIMARY KEY, with an index per key.
  insertion,  ///< In insertion order: no keys, no CHECKs, no references.
};

/// Immutable once built, then thread-safe. Shares ownership of the schema.
class Constraints {
 public:
  /// Constraints that the schema alone declares: types, primary keys, foreign keys.
  static Constraints declared(std::shared_ptr<const Database> schema);
  /// Adds what the definitions in a SQLite database declare: NOT NULL, UNIQUE, CHECK, unique
  /// indexes, collations, generated columns. `connection` is open on the database that `schema` was
  /// read from. Throws what its queries throw.
  static Constraints declared(std::shared_ptr<const Database> schema, SqliteConnection &connection);
  /// Of a SQLite file: what its definitions say and, if `mined`, what its rows keep. Throws what
  /// reading the file throws.
  static Constraints of_file(const std::string &path, bool mined);

  /// Adds constraints that the existing rows satisfy: columns without NULL, unique columns, ranges
  /// of numbers, shapes of text. Adds nothing for an empty table. O(rows × columns).
  void mine(SqliteConnection &connection);
  /// Adds a reference for each equality of two columns that a gold query joins by, if one side is a
  /// key and no reference connects the two yet. Skips queries that it cannot parse.
  void infer(std::span<const std::string> golds);

  /// The constraints of only these tables and the tables that they reference, in the schema's
  /// order.
  Constraints restricted_to(std::span<const std::uint32_t> tables) const;

  const Database &schema() const noexcept { return *schema_; }
  const std::shared_ptr<const Database> &share_schema() const noexcept { return schema_; }
  const ColumnConstraint &column(std::uint32_t table, std::uint32_t column) const noexcept {
    return columns_[schema_->tables()[table].first_column + column];
  }
  std::span<const KeyConstraint> keys() const noexcept { return keys_; }
  std::span<const ReferenceConstraint> references() const noexcept { return references_; }
  std::span<const CheckConstraint> checks() const noexcept { return checks_; }

  /// Whether the column may contain NULL.
  bool allows_null(std::uint32_t table, std::uint32_t column) const noexcept {
    return !this->column(table, column).not_null;
  }
  /// Tables in an order in which referenced tables come first, unless references form a cycle.
  const std::vector<std::uint32_t> &order() const noexcept { return order_; }

  /// Generated CREATE statements, one per table, with all names quoted. They contain only declared
  /// constraints, and a foreign key only if the columns that it references are a key.
  std::string definitions(RowLayout layout = RowLayout::declared) const;

  /// The facts about keys that rewrite rules use.
  sql::KeyFacts key_facts() const;

  /// The violations of the constraints by a database, at most `max_breaches`. A CHECK that only
  /// SQLite can evaluate is not checked. O(rows × columns × log rows).
  std::vector<Breach>(check)(const TestDatabase &database, std::size_t max_breaches = 100) const;

 private:
  explicit Constraints(std::shared_ptr<const Database> schema);
  void read_definition(std::uint32_t table, std::string_view sql);
  void add_key(KeyConstraint key);
  void set_not_null(std::uint32_t table, std::uint32_t column, Origin origin);
  void settle();

  std::shared_ptr<const Database> schema_;
  std::vector<ColumnConstraint> columns_;
  std::vector<KeyConstraint> keys_;
  std::vector<ReferenceConstraint> references_;
  std::vector<CheckConstraint> checks_;
  std::vector<std::string> column_extras_;  // for definitions(): the text that follows the type
  std::vector<std::uint32_t> order_;
};

}  // namespace sluice::inline v0

#endif
