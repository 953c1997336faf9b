#include "sluice/core/ids.hpp"

#include <doctest/doctest.h>

#include <string>
#include <type_traits>
#include <vector>

#include "sluice/core/version.hpp"
#include "sluice/core/visibility.hpp"

using namespace sluice;

TEST_CASE("an id of one kind does not convert to another") {
  static_assert(!std::is_convertible_v<TableId, ColumnId>);
  static_assert(!std::is_constructible_v<TableId, ColumnId>);
  static_assert(!std::is_convertible_v<int, TableId>);
  static_assert(std::is_trivially_copyable_v<TableId>);
  CHECK(TableId(3) == TableId(3));
  CHECK(TableId(3) < TableId(4));
  CHECK(TableId().index() == 0);
}

TEST_CASE("a range goes through its ids in order and ends before the last") {
  std::vector<std::size_t> seen;
  for (const ColumnId id : IdRange<ColumnId>(2, 5)) seen.push_back(id.index());
  CHECK(seen == std::vector<std::size_t>{2, 3, 4});
  const IdRange<ColumnId> range(2, 5);
  CHECK(range.size() == 3);
  CHECK(range[1] == ColumnId(3));
  for (const ColumnId id : IdRange<ColumnId>(4, 4)) FAIL("an empty range holds ", id.index());
}

TEST_CASE("visibility distinguishes kinds of ids") {
  const std::vector<std::uint8_t> databases{1};
  const std::vector<std::uint8_t> tables{0, 1};
  const std::vector<std::uint8_t> columns{0, 0, 1};
  const Visibility visibility{databases, tables, columns};
  CHECK(visibility.visible(DatabaseId(0)));
  CHECK(!visibility.visible(TableId(0)));
  CHECK(visibility.visible(TableId(1)));
  CHECK(!visibility.visible(ColumnId(1)));
  CHECK(visibility.visible(ColumnId(2)));
}

TEST_CASE("the version's text consists of its numbers") {
  CHECK(std::string(version) == std::to_string(SLUICE_VERSION_MAJOR) + '.' +
                                    std::to_string(SLUICE_VERSION_MINOR) + '.' +
                                    std::to_string(SLUICE_VERSION_PATCH));
}
