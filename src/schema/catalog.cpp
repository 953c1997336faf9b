#include "sluice/schema/catalog.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "names.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/schema/catalog_delta.hpp"

namespace sluice::inline v0 {
namespace {

using schema_detail::quote_name;

/// The first item for which `fits` is true.
template <class Items, class Fits>
std::optional<std::size_t> position_if(const Items &items, Fits fits) {
  const auto found = std::ranges::find_if(items, fits);
  if (found == items.end()) return std::nullopt;
  return static_cast<std::size_t>(found - items.begin());
}

/// By its exact name, or else ignoring ASCII case.
template <class Items>
std::optional<std::size_t> position_of(const Items &items, std::string_view name) {
  const auto exact = position_if(items, [&](const auto &item) { return item.name == name; });
  if (exact) return exact;
  return position_if(items, [&](const auto &item) { return same_name(item.name, name); });
}

std::uint64_t fingerprint_of(const std::vector<std::shared_ptr<const Database>> &databases) {
  Fingerprint print;
  for (const auto &database : databases) print.add(database->fingerprint());
  return print.value();
}

}  // namespace

std::shared_ptr<const Catalog> Catalog::make(
    std::vector<std::shared_ptr<const Database>> databases) {
  return std::shared_ptr<const Catalog>(new Catalog(std::move(databases)));
}

struct Catalog::Numbers {
  std::vector<std::size_t> first_table, first_column;
  std::vector<DatabaseId> table_database;
  std::vector<TableId> column_table;
  std::vector<std::pair<std::string, DatabaseId>> by_name;  // sorted, in lower case
};

Catalog::Catalog(std::vector<std::shared_ptr<const Database>> databases)
    : databases_(std::move(databases)),
      numbers_(number(databases_)),
      first_table_(numbers_->first_table),
      first_column_(numbers_->first_column),
      table_database_(numbers_->table_database),
      column_table_(numbers_->column_table),
      fingerprint_(fingerprint_of(databases_)) {}

std::shared_ptr<const Catalog::Numbers> Catalog::number(
    const std::vector<std::shared_ptr<const Database>> &databases) {
  std::size_t tables = 0;
  std::size_t columns = 0;
  for (const auto &database : databases) {
    if (!database) throw Error(ErrorCode::invalid_argument, "a database of the catalog is null");
    tables += database->tables().size();
    columns += database->columns().size();
  }
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  if (columns > most || tables > most) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("a catalog of {} tables and {} columns is too large, expected at most "
                            "{} of each",
                            tables, columns, most));
  }

  auto made = std::make_shared<Numbers>();
  made->first_table.reserve(databases.size() + 1);
  made->first_column.reserve(tables + 1);
  made->table_database.reserve(tables);
  made->column_table.reserve(columns);
  made->by_name.reserve(databases.size());
  for (const DatabaseId id : IdRange<DatabaseId>(0, databases.size())) {
    const Database &database = *databases[id.index()];
    made->first_table.push_back(made->table_database.size());
    for (const Table &table : database.tables()) {
      made->first_column.push_back(made->column_table.size());
      made->column_table.insert(made->column_table.end(), table.columns.size(),
                                TableId(made->table_database.size()));
      made->table_database.push_back(id);
    }
    made->by_name.emplace_back(lower_ascii(database.name()), id);
  }
  made->first_table.push_back(made->table_database.size());
  made->first_column.push_back(made->column_table.size());

  std::ranges::sort(made->by_name);
  const auto repeated = std::ranges::adjacent_find(
      made->by_name, [](const auto &a, const auto &b) { return a.first == b.first; });
  if (repeated == made->by_name.end()) return made;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("databases {} and {} of a catalog are both named {}",
                          repeated->second.value + 1, std::next(repeated)->second.value + 1,
                          quote_name(databases[repeated->second.index()]->name())));
}

std::shared_ptr<const Catalog> Catalog::with(std::shared_ptr<const Database> database) const {
  if (!database) throw Error(ErrorCode::invalid_argument, "a database of the catalog is null");
  const auto existing = find_database(database->name());
  if (existing && same_shape(*database, this->database(*existing))) {
    const std::shared_ptr<Catalog> copy(new Catalog(*this));  // no id changes
    copy->databases_[existing->index()] = std::move(database);
    copy->fingerprint_ = fingerprint_of(copy->databases_);
    return copy;
  }
  auto databases = databases_;
  if (existing) {
    databases[existing->index()] = std::move(database);
  } else {
    databases.push_back(std::move(database));
  }
  return make(std::move(databases));
}

std::shared_ptr<const Catalog> Catalog::without(std::string_view name) const {
  const auto existing = find_database(name);
  if (!existing) {
    throw Error(ErrorCode::not_found,
                fmt::format("the catalog has no database {}", quote_name(name)));
  }
  auto databases = databases_;
  databases.erase(databases.begin() + static_cast<std::ptrdiff_t>(existing->index()));
  return make(std::move(databases));
}

std::optional<DatabaseId> Catalog::find_database(std::string_view name) const {
  const std::string folded = lower_ascii(name);
  const auto &by_name = numbers_->by_name;
  const auto found = std::ranges::lower_bound(
      by_name, folded, {}, [](const auto &entry) -> const std::string & { return entry.first; });
  if (found == by_name.end() || found->first != folded) return std::nullopt;
  return found->second;
}

std::optional<TableId> Catalog::find_table(DatabaseId database, std::string_view name) const {
  const auto all = this->database(database).tables();
  auto position = position_of(all, name);
  if (!position) {
    position = position_if(all, [&](const Table &table) {
      return table.qualifier_size > 0 && same_name(table.bare_name(), name);
    });
  }
  return position ? std::optional(tables(database)[*position]) : std::nullopt;
}

std::optional<ColumnId> Catalog::find_column(TableId table, std::string_view name) const {
  const auto position = position_of(this->table(table).columns, name);
  return position ? std::optional(columns(table)[*position]) : std::nullopt;
}

std::string Catalog::path(ColumnId id) const {
  const TableId owner = table_of(id);
  return fmt::format("{}.{}.{}", database(database_of(owner)).name(), table(owner).name,
                     column(id).name);
}

}  // namespace sluice::inline v0
