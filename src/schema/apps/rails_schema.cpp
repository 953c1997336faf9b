#include "rails_schema.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "rails_tables.hpp"
#include "ruby_call.hpp"
#include "schema/ddl/view_columns.hpp"
#include "schema/load/source_name.hpp"
#include "schema/load/source_problems.hpp"
#include "schema/names.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::schema_detail {
namespace {

constexpr std::size_t rails_start_bytes = std::size_t{64} << 10;
constexpr std::size_t max_call_lines = 64;
// Of all views; a short query may select all columns of many tables.
constexpr std::size_t max_view_columns = std::size_t{1} << 18;

/// A view that a gem defines by its SQL.
struct RailsView {
  std::string name;
  bool is_materialized;
  std::string_view query;
  std::size_t line;
};

class RailsSchemaReader {
 public:
  explicit RailsSchemaReader(std::string_view text) : rest_(text) {}

  /// Passes the calls on to `tables`.
  void read(RailsTables &tables) {
    while (!rest_.empty()) {
      const std::string line = next_call();
      if (line.empty()) continue;
      const auto call = read_ruby_call(line);
      if (!call) continue;
      const std::string_view text =
          call->heredoc.empty() ? std::string_view() : take_heredoc(call->heredoc);
      if (call->method == "create_view" && !text.empty()) {
        views_.push_back({std::string(call->argument(0)), call->text("materialized") == "true",
                          text, call_line_});
      } else {
        tables.apply(*call, call_line_);
      }
    }
  }

  const std::vector<RailsView> &views() const noexcept { return views_; }

 private:
  std::string_view next_line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    return trimmed(line);
  }

  /// A line, with those after it if it ends within a list. Empty for comments.
  std::string next_call() {
    std::string_view line = next_line();
    call_line_ = line_;
    if (line.empty() || line.front() == '#') return {};
    std::string call(line);
    for (std::size_t count = 1; count < max_call_lines && !rest_.empty(); ++count) {
      constexpr std::string_view open_ends = ",([{";
      if (line.empty() || open_ends.find(line.back()) == open_ends.npos) break;
      line = next_line();
      call += ' ';
      call += line;
    }
    return call;
  }

  /// The lines up to one that has nothing but the word.
  std::string_view take_heredoc(std::string_view word) {
    const std::string_view start = rest_;
    while (!rest_.empty()) {
      const std::size_t size = start.size() - rest_.size();
      if (next_line() == word) return start.substr(0, size);
    }
    return start;
  }

  std::string_view rest_;
  std::size_t line_ = 0;
  std::size_t call_line_ = 0;
  std::vector<RailsView> views_;
};

void add_rails_views(DatabaseDefinition &database, const std::vector<RailsView> &views,
                     SourceProblems &problems) {
  std::unordered_set<std::string> known;
  for (const TableDefinition &table : database.tables) known.insert(table.name);
  DefinitionNames names(database);
  std::size_t count = 0;
  for (const RailsView &view : views) {
    if (count > max_view_columns) return problems.add(view.line, "the views have too many columns");
    TableDefinition table;
    set_rails_name(table, view.name);
    if (table.name.empty() || !known.insert(table.name).second) {
      problems.add(view.line, fmt::format("view {} is defined twice, or has the name of a table; "
                                          "it is left out",
                                          quote_name(view.name)));
      continue;
    }
    table.kind = view.is_materialized ? TableKind::materialized_view : TableKind::view;
    ViewContent content = read_view(view.query, database.dialect, database, names);
    count += content.columns.size();
    std::unordered_set<std::string> columns;
    for (ViewColumn &shown : content.columns) {
      if (!columns.insert(shown.name).second) continue;
      if (shown.origin)
        table.origins.push_back({table.columns.size(), shown.origin->first, shown.origin->second});
      ColumnDefinition &column = table.columns.emplace_back();
      column.name = std::move(shown.name);
      column.type = std::move(shown.type);
    }
    if (table.columns.empty()) {
      problems.add(view.line,
                   fmt::format("the columns of view {} are unknown", quote_name(view.name)));
    }
    database.tables.push_back(std::move(table));
    names.update();
  }
}

DatabaseDefinition read_rails_schema(const SourceText &file, const LoadOptions &options) {
  SourceProblems problems(options, file.path);
  RailsTables tables(problems);
  RailsSchemaReader reader(file.text);
  reader.read(tables);
  DatabaseDefinition database = tables.take();
  if (options.dialect) database.dialect = *options.dialect;
  add_rails_views(database, reader.views(), problems);
  if (database.tables.empty()) throw Error(ErrorCode::malformed, "defines no table", {file.path});
  database.name = application_name_of(file.path);
  database.place.source = file.path;
  return database;
}

}  // namespace

bool is_rails_schema(const SourceText &file) {
  const std::string_view start = file.text.substr(0, rails_start_bytes);
  const std::size_t schema = start.find("ActiveRecord::Schema");
  if (schema == start.npos) return false;
  // Not in a comment or a string.
  const std::size_t line = start.rfind('\n', schema) + 1;
  return trimmed(start.substr(line, schema - line)).empty();
}

std::vector<DatabaseDefinition> read_rails_schemas(std::span<const SourceText> files,
                                                   const LoadOptions &options) {
  std::vector<DatabaseDefinition> databases;
  std::exception_ptr first;
  for (const SourceText &file : files) {
    try {
      databases.push_back(read_rails_schema(file, options));
    } catch (const Error &error) {
      skip(options, to_string(error.where()), error.message());
      if (!first) first = std::current_exception();
    }
  }
  if (databases.empty() && first) std::rethrow_exception(first);
  return databases;
}

}  // namespace sluice::inline v0::schema_detail
