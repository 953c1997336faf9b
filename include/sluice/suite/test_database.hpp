#ifndef SLUICE_SUITE_TEST_DATABASE_HPP
#define SLUICE_SUITE_TEST_DATABASE_HPP

/// The rows of a small database, in memory.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/query.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice {

/// Rows by table of one schema; columns that are computed hold NULL here. Grows row by row, then
/// may be read by any threads. 32 bytes a value, and its text.
class TestDatabase {
 public:
  explicit TestDatabase(std::shared_ptr<const Database> schema);
  TestDatabase(TestDatabase &&) noexcept = default;
  TestDatabase &operator=(TestDatabase &&) noexcept = default;

  const Database &schema() const noexcept { return *schema_; }

  /// Copies a row. Its width must be the table's.
  void add(std::uint32_t table, Row row);
  /// Keeps the rows that `kept` says, by position.
  void keep(std::uint32_t table, const std::vector<bool> &kept);

  std::size_t rows(std::uint32_t table) const noexcept {
    return widths_[table] == 0 ? 0 : cells_[table].size() / widths_[table];
  }
  std::size_t rows() const noexcept;
  Row row(std::uint32_t table, std::size_t index) const noexcept {
    return Row(cells_[table]).subspan(index * widths_[table], widths_[table]);
  }
  /// Row after row.
  std::span<const Cell> cells(std::uint32_t table) const noexcept { return cells_[table]; }

  /// Takes rows out until `constraints` hold: those that break something by themselves, of two rows
  /// with one key the later one, and rows that refer to what is not there. Returns how many went.
  std::size_t settle(const Constraints &constraints);

  /// The same for the same rows in the same order, and only then.
  std::string bytes() const;
  /// Reads that again. Throws Error(malformed), also where it is of another width.
  static TestDatabase from_bytes(std::shared_ptr<const Database> schema, std::string_view bytes);

 private:
  std::string_view store(std::string_view bytes);

  std::shared_ptr<const Database> schema_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<Cell>> cells_;
  std::vector<std::unique_ptr<char[]>> chunks_;
  std::size_t room_ = 0;
  char *next_ = nullptr;
};

/// A script that makes the database anew: the definitions, then INSERTs, parents first. The sqlite3
/// shell accepts it.
std::string to_sql(const TestDatabase &database, const Constraints &constraints);

}  // namespace sluice

#endif
