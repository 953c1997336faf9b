#include "sluice/schema/catalog_builder.hpp"

#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "database_draft.hpp"
#include "names.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace schema_detail {

class CatalogDraft {
 public:
  /// A table's database, and its position there.
  struct Location {
    std::size_t database = 0;
    std::size_t position = 0;
  };

  std::size_t add_database(DatabaseDefinition definition) {
    DatabaseDraft draft(std::move(definition));
    const std::string &name = draft.name();
    std::string folded = lower_ascii(name);
    if (names_.contains(folded)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("there is already a database {}", quote_name(name)));
    }
    const std::size_t number = databases_.size();
    std::vector<Location> tables;
    for (std::size_t i = 0; i < draft.table_count(); ++i) tables.push_back({number, i});
    append_then(databases_, std::move(draft), [&] {
      const auto known = names_.insert(std::move(folded)).first;
      try {
        tables_.insert(tables_.end(), tables.begin(), tables.end());
      } catch (...) {
        names_.erase(known);
        throw;
      }
    });
    return number;
  }

  std::size_t add_table(std::size_t database, TableDefinition table) {
    DatabaseDraft &draft = databases_[database];
    append_then(tables_, Location{database, draft.table_count()},
                [&] { draft.add_table(std::move(table)); });
    return tables_.size() - 1;
  }

  DatabaseDraft &database_of(std::size_t table) { return databases_[tables_[table].database]; }
  std::size_t position_of(std::size_t table) const { return tables_[table].position; }
  std::size_t database_count() const noexcept { return databases_.size(); }
  std::size_t table_count() const noexcept { return tables_.size(); }

  std::shared_ptr<const Catalog> build() const {
    std::vector<std::shared_ptr<const Database>> databases;
    databases.reserve(databases_.size());
    for (const DatabaseDraft &draft : databases_) databases.push_back(database(draft));
    return Catalog::make(std::move(databases));
  }

 private:
  static std::shared_ptr<const Database> database(const DatabaseDraft &draft) {
    DatabaseDefinition definition = draft.definition();
    try {
      return Database::make(std::move(definition));
    } catch (const Error &error) {
      if (error.code() != ErrorCode::malformed) throw;
      throw Error(ErrorCode::invalid_argument, error.message(), error.where());
    }
  }

  std::vector<DatabaseDraft> databases_;
  std::vector<Location> tables_;           // by number
  std::unordered_set<std::string> names_;  // of databases, in lower case
};

}  // namespace schema_detail

TableBuilder TableBuilder::add_column(ColumnDefinition column) const {
  draft_->database_of(number_).add_column(draft_->position_of(number_), std::move(column));
  return *this;
}

TableBuilder TableBuilder::add_primary_key(std::vector<std::string> columns) const {
  draft_->database_of(number_).add_primary_key(draft_->position_of(number_), std::move(columns));
  return *this;
}

TableBuilder TableBuilder::add_foreign_key(std::vector<std::string> columns,
                                           std::string referenced_table,
                                           std::vector<std::string> referenced_columns,
                                           KeyEvidence evidence) const {
  draft_->database_of(number_).add_foreign_key({draft_->position_of(number_), std::move(columns),
                                                std::move(referenced_table),
                                                std::move(referenced_columns), evidence});
  return *this;
}

TableBuilder TableBuilder::add_origin(std::string column, std::string source_table,
                                      std::string source_column) const {
  draft_->database_of(number_).add_origin({draft_->position_of(number_), std::move(column),
                                           std::move(source_table), std::move(source_column)});
  return *this;
}

TableBuilder DatabaseBuilder::add_table(TableDefinition table) const {
  return {*draft_, draft_->add_table(number_, std::move(table))};
}

CatalogBuilder::CatalogBuilder() : draft_(std::make_unique<schema_detail::CatalogDraft>()) {}
CatalogBuilder::~CatalogBuilder() = default;
CatalogBuilder::CatalogBuilder(CatalogBuilder &&) noexcept = default;
CatalogBuilder &CatalogBuilder::operator=(CatalogBuilder &&) noexcept = default;

DatabaseBuilder CatalogBuilder::add_database(DatabaseDefinition database) {
  return {*draft_, draft_->add_database(std::move(database))};
}

DatabaseBuilder CatalogBuilder::database(std::size_t number) const {
  if (number < draft_->database_count()) return {*draft_, number};
  throw Error(ErrorCode::invalid_argument,
              fmt::format("database is {}, and the builder has {} databases", number,
                          draft_->database_count()));
}

TableBuilder CatalogBuilder::table(std::size_t number) const {
  if (number < draft_->table_count()) return {*draft_, number};
  throw Error(ErrorCode::invalid_argument, fmt::format("table is {}, and the builder has {} tables",
                                                       number, draft_->table_count()));
}

std::shared_ptr<const Catalog> CatalogBuilder::build() const { return draft_->build(); }

}  // namespace sluice::inline v0
