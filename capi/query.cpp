/// Queries: parsing, checking, rendering, comparing.

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "internal.hpp"
#include "sluice/core/json_writer.hpp"
#include "sluice/judge/sql_check.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/change_distilling.hpp"
#include "sluice/sql/diff_tree.hpp"
#include "sluice/sql/normalize.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/sql/reads.hpp"

using namespace sluice::capi;

struct sluice_query {
  std::shared_ptr<const NamedCatalog> named;  // nullptr if parsed without a catalog
  sluice::DatabaseId database;
  sluice::sql::Dialect dialect;
  sluice::sql::SyntaxTree tree;

  // Built by the first comparison, since it costs more than parsing the statement.
  mutable std::once_flag is_diff_made;
  mutable std::optional<sluice::sql::DiffTree> diff;  // nullopt if too large to compare

  const sluice::Database &schema() const {
    if (named == nullptr) refuse("the query was parsed without a catalog");
    return named->catalog()->database(database);
  }
};

namespace {

using sluice::sql::Dialect;

Dialect dialect_of(sluice_dialect dialect) {
  switch (dialect) {
    case SLUICE_SQLITE: return Dialect::sqlite;
    case SLUICE_POSTGRESQL: return Dialect::postgresql;
    case SLUICE_PERMISSIVE: return Dialect::permissive;
    default:
      refuse("dialect is " + std::to_string(dialect) +
             ", expected SLUICE_SQLITE, _POSTGRESQL or _PERMISSIVE");
  }
}

std::optional<sluice::sql::DiffTree> diff_of(const sluice::sql::SyntaxTree &tree) {
  try {
    return sluice::sql::DiffTree(tree);
  } catch (const sluice::Error &) {
    return std::nullopt;
  }
}

std::string normalized(const sluice_query &query, bool is_masked) {
  sluice::sql::NormalizeOptions options;
  if (is_masked) options.rules = sluice::sql::paper_rules(sluice::sql::Domain::cross_domain);
  options.context.dialect = query.dialect;
  std::optional<sluice::SqlNames> names;
  if (query.named != nullptr) options.context.names = names.emplace(query.schema());
  sluice::sql::SyntaxTree tree = query.tree;
  sluice::sql::normalize(tree, options);
  return sluice::sql::print(tree, {sluice::sql::PrintStyle::canonical, query.dialect});
}

std::string written(const sluice_query &query, sluice_query_form form) {
  switch (form) {
    case SLUICE_QUERY_PRINTED:
      return sluice::sql::print(query.tree, {sluice::sql::PrintStyle::canonical, query.dialect});
    case SLUICE_QUERY_NORMALIZED: return normalized(query, false);
    case SLUICE_QUERY_MASKED: return normalized(query, true);
    default: refuse("form is " + std::to_string(form) + ", expected one of SLUICE_QUERY_…");
  }
}

std::string reads_json(const sluice_query &query) {
  const sluice::SqlNames names(query.schema());
  const sluice::sql::Bindings bindings = sluice::sql::bind(query.tree, names);
  const auto reads = sluice::sql::reads(query.tree, bindings);
  sluice::JsonWriter writer;
  writer.begin_object().key("tables").begin_array();
  for (std::size_t i = 0; i < reads.size(); ++i) {
    if (i == 0 || reads[i].table != reads[i - 1].table)
      writer.value(names.table_name(reads[i].table));
  }
  writer.end_array().key("columns").begin_array();
  for (const sluice::sql::ColumnRead &read : reads) {
    if (read.column == sluice::sql::no_position) continue;
    writer.value(std::string(names.table_name(read.table)) + '.' +
                 std::string(names.column_name(read.table, read.column)));
  }
  writer.end_array().key("problems").begin_array();
  for (const sluice::sql::BindProblem &problem : bindings.problems()) writer.value(problem.message);
  return writer.end_array().end_object().take();
}

const sluice::sql::DiffTree &comparable(const sluice_query &query) {
  std::call_once(query.is_diff_made, [&query] { query.diff = diff_of(query.tree); });
  if (query.diff) return *query.diff;
  throw sluice::Error(sluice::ErrorCode::limit_exceeded, "the query is too large to compare");
}

}  // namespace

sluice_status sluice_query_parse(const sluice_catalog *catalog, uint32_t database,
                                 sluice_dialect dialect, const char *sql, size_t sql_size,
                                 sluice_query **out, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(out, "out");
    const std::string_view text = text_in(sql, sql_size, "sql");
    const Dialect read = dialect_of(dialect);
    auto query = std::make_unique<sluice_query>();
    query->dialect = read;
    if (catalog != nullptr) {
      query->named = catalog->named;
      query->database = sluice::DatabaseId(database);
      if (database >= catalog->named->catalog()->database_count())
        refuse("the catalog has no database with id " + std::to_string(database));
    }
    query->tree = sluice::sql::parse(text, {.dialect = read});
    *out = query.release();
  });
}

sluice_status sluice_query_check(const sluice_query *query, const sluice_mask *mask,
                                 sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(query, "query");
    query->schema();
    const std::string_view sql = query->tree.source();
    const sluice::SqlChecker checker(query->named->catalog(), query->database,
                                     mask == nullptr ? nullptr : &mask->mask, query->dialect);
    const sluice::SqlCheck check = checker.check(sql);
    if (check.passed()) return;
    const auto code = check.fault == sluice::SqlFault::not_query ? sluice::ErrorCode::unsupported
                                                                 : sluice::ErrorCode::not_found;
    if (check.offset) throw SqlError(code, check.message, sql, *check.offset);
    throw sluice::Error(code, check.message, {"sql"});
  });
}

sluice_status sluice_query_text(const sluice_query *query, sluice_query_form form,
                                sluice_text **out, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(query, "query");
    require(out, "out");
    *out = new sluice_text{written(*query, form)};
  });
}

sluice_status sluice_query_reads(const sluice_query *query, sluice_text **out,
                                 sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(query, "query");
    require(out, "out");
    *out = new sluice_text{reads_json(*query)};
  });
}

sluice_status sluice_query_similarity(const sluice_query *from, const sluice_query *to, double *out,
                                      sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(from, "from");
    require(to, "to");
    require(out, "out");
    *out = sluice::sql::similarity(sluice::sql::count_edits(comparable(*from), comparable(*to)));
  });
}

void sluice_query_release(sluice_query *query) noexcept { delete query; }
