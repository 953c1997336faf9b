#include "sql_tools.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/db/sqlite_session.hpp"
#include "sluice/pipeline/source_databases.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/reads.hpp"
#include "sluice/suite/result_json.hpp"

namespace sluice::inline v0::mcp::detail {
namespace {

/// [{"table":…,"columns":[…]}]
void write_reads(JsonWriter &writer, std::string_view sql, const Database &database) {
  writer.key("reads").begin_array();
  const SqlNames names(database);
  const sql::SyntaxTree tree = sql::parse(sql);
  std::optional<std::uint32_t> table;
  const auto close = [&] {
    if (table) writer.end_array().end_object();
  };
  for (const sql::ColumnRead &read : sql::reads(tree, sql::bind(tree, names))) {
    if (table != read.table) {
      close();
      table = read.table;
      writer.begin_object()
          .member("table", std::string_view(names.table_name(read.table)))
          .key("columns")
          .begin_array();
    }
    if (read.column != sql::no_position)
      writer.value(std::string_view(names.column_name(read.table, read.column)));
  }
  close();
  writer.end_array();
}

void write_short(JsonWriter &writer, const Cell &cell, std::size_t max_bytes) {
  if (cell.kind == CellKind::blob) {
    writer.value(std::string_view(fmt::format("<{} bytes>", cell.bytes.size())));
  } else if (cell.kind == CellKind::text && cell.bytes.size() > max_bytes) {
    writer.value(std::string_view(repair_utf8(clip_utf8(cell.bytes, max_bytes)) + "…"));
  } else {
    write_cell(writer, cell);
  }
}

}  // namespace

SqlTools::SqlTools(ShownCatalog shown, std::shared_ptr<const SourceDatabases> databases,
                   const DatabaseToolsOptions &options)
    : shown_(std::move(shown)), databases_(std::move(databases)), options_(options) {}

SqlTools::Open &SqlTools::open(DatabaseId id) {
  const auto found = std::ranges::find(open_, id, &Open::id);
  if (found != open_.end()) {
    std::rotate(open_.begin(), found, found + 1);
    return open_.front();
  }
  Open made{id, nullptr, nullptr};
  const std::string_view name = shown_.catalog->database(id).name();
  if (databases_ != nullptr && databases_->has(name)) made.image = databases_->image(name);
  if (open_.size() >= std::max<std::size_t>(options_.open_databases, 1)) open_.pop_back();
  open_.insert(open_.begin(), std::move(made));
  return open_.front();
}

std::shared_ptr<const Constraints> SqlTools::constraints(Open &of) const {
  if (of.constraints == nullptr) {
    const std::shared_ptr<const Database> schema = shown_.catalog->share(of.id);
    // Table definitions have more than the catalog, and may name hidden objects.
    if (of.image != nullptr && is_whole(of.id)) {
      SqliteConnection connection = SqliteConnection::from_image(of.image);
      of.constraints =
          std::make_shared<const Constraints>(Constraints::declared(schema, connection));
    } else {
      of.constraints = std::make_shared<const Constraints>(Constraints::declared(schema));
    }
  }
  return of.constraints;
}

DatabaseId SqlTools::whole_id(DatabaseId id) const {
  return *shown_.visible->catalog()->find_database(shown_.catalog->database(id).name());
}

bool SqlTools::is_whole(DatabaseId id) const {
  const Catalog &whole = *shown_.visible->catalog();
  const DatabaseId same = whole_id(id);
  return whole.columns(same).size() == shown_.catalog->columns(id).size() &&
         whole.tables(same).size() == shown_.catalog->tables(id).size();
}

SqlCheck SqlTools::check_names(DatabaseId id, std::string_view sql) const {
  if (is_whole(id)) return SqlChecker(shown_.catalog, id).check(sql);
  return SqlChecker(shown_.visible->catalog(), whole_id(id), shown_.visible.get()).check(sql);
}

std::string SqlTools::held_back(DatabaseId id, std::string_view sql) const {
  const Catalog &whole = *shown_.readable->catalog();
  const DatabaseId same = whole_id(id);
  bool is_readable = true;
  for (const ColumnId column : whole.columns(same))
    is_readable = is_readable && shown_.readable->visible(column);
  if (is_readable) return {};
  const SqlChecker checker(shown_.readable->catalog(), same, shown_.readable.get());
  if (checker.check(sql).passed()) return {};
  return "not run: it may read columns whose values are not shown";
}

SqlTools::Run SqlTools::run(DatabaseId id, std::string_view sql, std::size_t rows,
                            const CancellationToken &token) {
  QueryLimits limits;
  limits.column_names = true;
  AnyExecutor executor = SqliteSession(open(id).image, limits, token);
  Run made;
  JsonWriter writer;
  writer.begin_array();
  const auto keep = [&](Row row) {
    made.is_whole = made.count < rows;
    if (!made.is_whole) return false;
    ++made.count;
    writer.begin_array();
    for (const Cell &cell : row) write_short(writer, cell, options_.cell_bytes);
    writer.end_array();
    return true;
  };
  made.check = run_checked(executor, sql, keep, &made.columns);
  token.check();  // else it would look like an error of the query
  // The engine sees hidden objects, and its messages may name them.
  if (!made.check.passed() && !is_whole(id))
    made.check.message = "the database rejects it, or it exceeds a limit";
  writer.end_array();
  made.rows = writer.take();
  return made;
}

std::string SqlTools::check(DatabaseId database, std::string_view sql, bool is_run,
                            std::size_t rows, const CancellationToken &token) {
  SqlCheck check = check_names(database, sql);
  const bool is_bound = check.passed();
  std::optional<Run> run;
  std::string note;
  if (is_bound && is_run) {
    if (open(database).image == nullptr) {
      note = "not run: only the schema of this database is known";
    } else {
      note = held_back(database, sql);
    }
    if (note.empty()) {
      run = this->run(database, sql, rows, token);
      check = run->check;
    }
  }
  JsonWriter writer;
  writer.begin_object()
      .member("ok", check.passed())
      .member("fault", name_of(check.fault))
      .member("message", std::string_view(check.message))
      .key("offset");
  if (check.offset) {
    writer.value(*check.offset);
  } else {
    writer.null();
  }
  if (is_bound) {
    write_reads(writer, sql, shown_.catalog->database(database));
  } else {
    writer.key("reads").begin_array().end_array();
  }
  const bool is_shown = run && check.passed();
  writer.member("ran", is_shown).key("columns").begin_array();
  if (is_shown) {
    for (const std::string &name : run->columns) writer.value(std::string_view(repair_utf8(name)));
  }
  writer.end_array().key("rows").json(is_shown ? run->rows : "[]");
  writer.member("all_rows", is_shown && run->is_whole).member("note", std::string_view(note));
  return writer.end_object().take();
}

std::string SqlTools::compare(DatabaseId database, std::string_view gold,
                              std::string_view predicted, ComparisonMode mode,
                              const CancellationToken &token) {
  RefuterOptions options;
  options.mode = mode;
  options.databases = options_.compared;
  const Refutation found =
      Refuter(constraints(open(database)), options, token).refute(gold, predicted);
  if (found.verdict == RefutationVerdict::failed) {
    throw Error(ErrorCode::invalid_argument, found.message,
                {found.gold_failed ? "gold" : "predicted"});
  }
  return to_json(found);
}

}  // namespace sluice::inline v0::mcp::detail
