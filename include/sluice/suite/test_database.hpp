#ifndef SLUICE_SUITE_TEST_DATABASE_HPP
#define SLUICE_SUITE_TEST_DATABASE_HPP

/// A small database in memory.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/db/query.hpp"
#include "sluice/suite/constraints.hpp"

namespace sluice::inline v0 {

/// Rows by table of one schema; generated columns hold NULL here. Rows are added one at a time;
/// after that, const members are thread-safe. Takes 32 bytes per value, plus its text.
class TestDatabase {
 public:
  explicit TestDatabase(std::shared_ptr<const Database> schema);
  TestDatabase(TestDatabase &&) noexcept = default;
  TestDatabase &operator=(TestDatabase &&) noexcept = default;

  const Database &schema() const noexcept { return *schema_; }

  /// Copies a row. Its width must be that of the table.
  void add(std::uint32_t table, Row row);
  /// Keeps only the rows that `kept` marks, by position.
  void keep(std::uint32_t table, const std::vector<bool> &kept);

  std::size_t rows(std::uint32_t table) const noexcept {
    return widths_[table] == 0 ? 0 : cells_[table].size() / widths_[table];
  }
  std::size_t rows() const noexcept;
  Row row(std::uint32_t table, std::size_t index) const noexcept {
    return Row(cells_[table]).subspan(index * widths_[table], widths_[table]);
  }
  /// All rows of the table, row-major.
  std::span<const Cell> cells(std::uint32_t table) const noexcept { return cells_[table]; }

  /// Removes rows until `constraints` hold: rows that violate one by themselves, the later of two
  /// rows with the same key, and rows whose references are dangling. Returns the number of removed
  /// rows.
  std::size_t settle(const Constraints &constraints);

  /// Serialized rows: equal if and only if the rows and their order are equal.
  std::string bytes() const;
  /// Reads the result of `bytes`. Throws Error(malformed), also if the width of a table differs.
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

/// A script for the sqlite3 shell that rebuilds the database: the definitions, then INSERTs,
/// referenced tables first.
std::string to_sql(const TestDatabase &database, const Constraints &constraints);

}  // namespace sluice::inline v0

#endif
