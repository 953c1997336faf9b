#include "information_schema.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "export_definition.hpp"
#include "export_keys.hpp"
#include "export_parts.hpp"
#include "export_problems.hpp"
#include "export_relations.hpp"
#include "export_tables.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

/// Reads parts in an order in which each finds what it refers to.
class ExportReader {
 public:
  ExportReader(std::span<const SourceText> files, const LoadOptions &options)
      : files_(files), options_(options), problems_(options), tables_(problems_) {}

  std::vector<DatabaseDefinition> read() {
    for (const SourceText &file : files_) find_parts(file);
    bool lists_columns = define([](const ExportHeader &header) { return header.has_columns(); });
    // Where no export has types, those with comments at least name the columns.
    if (!lists_columns) {
      lists_columns =
          define([](const ExportHeader &header) { return header.has_column_comments(); });
    } else {
      describe_columns();
    }
    if (!lists_columns) fail();
    describe_tables();
    ExportKeys keys;
    for (const ExportPart &part : parts_) {
      if (part.header.has_keys() || part.header.is_key_usage() || part.header.is_key_pairs())
        part.read([&](const ExportRow &row) { keys.add(row, part.header); }, problems_);
    }
    keys.finish();
    const ExportRelations relations = resolve_keys(keys, tables_, problems_);
    std::vector<DatabaseDefinition> databases =
        export_definitions(tables_, relations, options_, problems_);
    problems_.report();
    if (databases.empty()) {
      throw Error(ErrorCode::malformed,
                  "lists no columns but those of the engine's own tables; export those of the "
                  "database",
                  {files_.front().path});
    }
    return databases;
  }

 private:
  void find_parts(const SourceText &file) {
    try {
      std::vector<ExportPart> found = export_parts(file);
      std::ranges::move(found, std::back_inserter(parts_));
    } catch (const Error &error) {
      if (error.code() != ErrorCode::malformed) throw;
      if (!first_error_) first_error_ = error;
      skip(options_, to_string(error.where()), error.message());
    }
  }

  /// Reads the columns of the parts that `defines` is true of; those with catalogs first, because
  /// those without belong to one of them. False if there are none.
  bool define(bool (*defines)(const ExportHeader &)) {
    for (const bool has_catalog : {true, false}) {
      for (const ExportPart &part : parts_) {
        if (!defines(part.header) || part.header.has(ExportField::catalog) != has_catalog) continue;
        part.read([&](const ExportRow &row) { tables_.define(row, part.header); }, problems_);
      }
    }
    return !tables_.tables().empty();
  }

  void describe_columns() {
    for (const ExportPart &part : parts_) {
      if (part.header.has_column_comments() && !part.header.has_columns())
        part.read([&](const ExportRow &row) { tables_.describe(row); }, problems_);
    }
  }

  void describe_tables() {
    for (const ExportPart &part : parts_) {
      if (part.header.has_tables() && !part.header.has(ExportField::column))
        part.read([&](const ExportRow &row) { tables_.describe(row); }, problems_);
    }
  }

  [[noreturn]] void fail() {
    problems_.report();
    if (first_error_) throw *first_error_;
    throw Error(ErrorCode::malformed,
                "lists no columns; export INFORMATION_SCHEMA.COLUMNS into a file next to it",
                {files_.empty() ? std::string() : files_.front().path});
  }

  std::span<const SourceText> files_;
  const LoadOptions &options_;
  ExportProblems problems_;
  ExportTables tables_;
  std::vector<ExportPart> parts_;
  std::optional<Error> first_error_;
};

}  // namespace

bool is_information_schema(const SourceText &file) { return begins_export(file.text); }

std::vector<DatabaseDefinition> read_information_schema(std::span<const SourceText> files,
                                                        const LoadOptions &options) {
  return ExportReader(files, options).read();
}

}  // namespace sluice::inline v0::schema_detail
