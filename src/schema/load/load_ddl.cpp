#include <utility>

#include <fmt/format.h>

#include "schema/ddl/script_catalog.hpp"
#include "schema/ddl/script_definition.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/sql/ddl.hpp"

namespace sluice::inline v0 {
namespace {

// Of each INSERT. Values repeat, so some more than there are samples.
constexpr std::size_t rows_per_sample = 8;

/// A copy with nothing but valid UTF-8, if there is anything else in it.
std::string_view repaired(std::string_view text, std::string &store) {
  if (is_utf8(text)) return text;
  store = repair_utf8(text);
  return store;
}

}  // namespace

std::shared_ptr<const Database> load_ddl(std::string_view sql, std::string name,
                                         const std::string &source, const LoadOptions &options) {
  std::string store;
  const std::string_view script = repaired(sql, store);
  const sql::Dialect dialect = options.dialect ? *options.dialect : sql::detect_dialect(script);
  schema_detail::ScriptCatalog catalog(dialect, options.samples, options.max_sample_bytes);
  sql::read_ddl(script,
                {.dialect = dialect,
                 .rows = options.samples * rows_per_sample,
                 .max_value_bytes = options.max_sample_bytes + 1},
                [&](sql::DdlStatement &&statement, std::size_t line) {
                  catalog.apply(std::move(statement), line);
                });
  DatabaseDefinition definition = schema_detail::definition_of(catalog, std::move(name));
  definition.place.source = source;
  if (options.skipped != nullptr) {
    for (schema_detail::ScriptProblem &problem : catalog.problems()) {
      options.skipped->push_back(
          {fmt::format("{}:{}", source, problem.line), std::move(problem.reason)});
    }
  }
  if (definition.tables.empty()) throw Error(ErrorCode::malformed, "defines no table", {source});
  return Database::make(std::move(definition));
}

}  // namespace sluice::inline v0
