#include "spider2_tables.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "json_glance.hpp"
#include "published_table.hpp"
#include "schema/load/merge_definitions.hpp"
#include "schema/load/source_name.hpp"
#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"
#include "spider2_ddl.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

// Sample rows may come first and be long; the names are then at the end.
constexpr std::size_t last_part_bytes = std::size_t{256} << 10;

/// The databases of the files, by the folder that names each.
class PublishedFolders {
 public:
  explicit PublishedFolders(const LoadOptions &options) : options_(options) {}

  void add_table(const SourceText &file) {
    PublishedTable table = read_published_table(file, options_);
    const std::string_view folder = parent_path_of(file.path);
    Folder &in = folders_[std::string(folder)];
    if (in.database.empty()) {
      in.database = database_path_of(folder, table);
      in.qualifier = table.definition.qualifier;
    }
    DatabaseDefinition &database = databases_[in.database];
    if (database.name.empty()) {
      database.name = name_of(in.database, table, file);
      database.place.source = in.database.empty() ? file.path : in.database;
      database.dialect = table.dialect;
    }
    if (!names_
             .insert(in.database + '\0' + table.definition.qualifier + '\0' + table.definition.name)
             .second) {
      return skip(options_, file.path,
                  fmt::format("table {} is defined twice; the first is used",
                              quote_name(table.definition.name)));
    }
    database.tables.push_back(std::move(table.definition));
  }

  /// To be called after the tables were added.
  void add_ddl(const SourceText &file) {
    const std::string folder(parent_path_of(file.path));
    const auto known = folders_.find(folder);
    LoadOptions options = options_;
    if (known != folders_.end()) options.dialect = databases_[known->second.database].dialect;
    DatabaseDefinition definition = read_spider2_ddl(file, options);
    if (known == folders_.end()) {
      definition.name = folder.empty() ? file_stem_of(file.path) : last_part_of(folder);
      definition.place.source = file.path;
      std::erase_if(definition.tables,
                    [](const TableDefinition &table) { return table.columns.empty(); });
      if (definition.tables.empty())
        throw Error(ErrorCode::malformed, "defines no table", {file.path});
      // The folder has no other tables.
      databases_.emplace(folder, std::move(definition));
      return;
    }
    for (TableDefinition &table : definition.tables) table.qualifier = known->second.qualifier;
    merge_definition(databases_[known->second.database], std::move(definition), true);
  }

  std::vector<DatabaseDefinition> take() {
    std::vector<DatabaseDefinition> databases;
    for (auto &[path, database] : databases_) {
      if (!database.tables.empty()) databases.push_back(std::move(database));
    }
    return databases;
  }

 private:
  struct Folder {
    std::string database;   ///< The path of the folder that names the database.
    std::string qualifier;  ///< Of the tables.
  };

  /// A folder named like a dataset or a schema is a part of a database.
  static std::string database_path_of(std::string_view folder, const PublishedTable &table) {
    const std::string_view name = last_part_of(folder);
    const bool is_part = !table.qualifiers.empty() && (same_name(name, table.qualifiers.back()) ||
                                                       same_name(name, table.definition.qualifier));
    const std::string_view parent = parent_path_of(folder);
    return std::string(is_part && !parent.empty() ? parent : folder);
  }

  static std::string name_of(std::string_view path, const PublishedTable &table,
                             const SourceText &file) {
    const std::string_view folder = last_part_of(path);
    if (!folder.empty() && folder != "." && folder != "..") return std::string(folder);
    if (table.qualifiers.empty()) return file_stem_of(file.path);
    return table.dialect == sql::Dialect::bigquery ? table.qualifiers.back()
                                                   : table.qualifiers.front();
  }

  const LoadOptions &options_;
  std::map<std::string, DatabaseDefinition> databases_;  // by the folder's path
  std::unordered_map<std::string, Folder> folders_;
  std::unordered_set<std::string> names_;
};

}  // namespace

bool is_spider2_table(const SourceText &file) {
  const std::size_t start = file.text.find_first_not_of(ascii_blanks);
  if (start == file.text.npos) return false;
  if (file.text[start] != '{') return is_spider2_ddl(file);
  const JsonGlance glance(file.text);
  if (glance.has({"table_name"}) && glance.has({"column_names"})) return true;
  if (!glance.has({"sample_rows", "[]"}) && !glance.has({"table_name"})) return false;
  const std::size_t size = file.text.size();
  const std::string_view end = file.text.substr(size - std::min(size, last_part_bytes));
  return end.find("\"column_names\"") != end.npos;
}

std::vector<DatabaseDefinition> read_spider2_tables(std::span<const SourceText> files,
                                                    const LoadOptions &options) {
  PublishedFolders folders(options);
  std::exception_ptr first;
  for (const bool is_ddl : {false, true}) {
    for (const SourceText &file : files) {
      if (is_spider2_ddl(file) != is_ddl) continue;
      try {
        is_ddl ? folders.add_ddl(file) : folders.add_table(file);
      } catch (const Error &error) {
        skip(options, to_string(error.where()), error.message());
        if (!first) first = std::current_exception();
      }
    }
  }
  std::vector<DatabaseDefinition> databases = folders.take();
  if (!databases.empty()) return databases;
  if (first) std::rethrow_exception(first);
  throw Error(ErrorCode::malformed, "defines no table", {files.empty() ? "" : files.front().path});
}

}  // namespace sluice::inline v0::schema_detail
