#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "schema/names.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {
namespace {

struct Element {
  std::string_view database;
  std::string_view table;
  std::string_view column;
};

/// Databases and their tables, in order of first appearance.
class Collection {
 public:
  explicit Collection(const std::string &source) : source_(source) {}

  void add(std::string_view line, std::uint64_t number) {
    const Element element = split(line, number);
    DatabaseDefinition &database = database_named(element.database);
    table_named(database, element.database, element.table).columns.emplace_back().name =
        element.column;
  }

  Databases take() {
    Databases databases;
    for (DatabaseDefinition &definition : definitions_) {
      databases.push_back(Database::make(std::move(definition)));
    }
    return databases;
  }

 private:
  Element split(std::string_view line, std::uint64_t number) const {
    const std::size_t first = line.find('.');
    const std::size_t second = first == line.npos ? first : line.find('.', first + 1);
    const bool split =
        second != line.npos && first > 0 && second > first + 1 && second + 1 < line.size();
    if (!split || !is_utf8(line)) {
      throw Error(ErrorCode::malformed,
                  fmt::format("the line is {}, expected \"database.table.column\" in UTF-8",
                              schema_detail::quote_name(line)),
                  {source_, number});
    }
    return {line.substr(0, first), line.substr(first + 1, second - first - 1),
            line.substr(second + 1)};
  }

  DatabaseDefinition &database_named(std::string_view name) {
    const auto [known, fresh] = database_positions_.emplace(lower_ascii(name), definitions_.size());
    if (fresh) {
      definitions_.emplace_back().name = name;
      definitions_.back().place.source = source_;
    }
    return definitions_[known->second];
  }

  TableDefinition &table_named(DatabaseDefinition &database, std::string_view database_name,
                               std::string_view name) {
    // Names before the second dot contain no dots, so this key is unique.
    std::string key = fmt::format("{}.{}", database_name, name);
    const auto [known, fresh] = table_positions_.emplace(lower_ascii(key), database.tables.size());
    if (fresh) database.tables.emplace_back().name = name;
    return database.tables[known->second];
  }

  const std::string &source_;
  std::vector<DatabaseDefinition> definitions_;
  std::unordered_map<std::string, std::size_t> database_positions_;
  std::unordered_map<std::string, std::size_t> table_positions_;
};

}  // namespace

Databases load_elements(std::string_view text, const std::string &source) {
  Collection collection(source);
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) collection.add(line, number);
  }
  return collection.take();
}

}  // namespace sluice::inline v0
