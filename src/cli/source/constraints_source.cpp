#include "constraints_source.hpp"

#include <memory>
#include <vector>

#include "skipped_report.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::cli {

Constraints constraints_of(const std::string &file, const SqlSchema &schema, bool mined) {
  const bool named = schema.is_given();
  const std::string &path = named ? schema.tables : file;
  if (path.empty()) throw Error(ErrorCode::invalid_argument, "needs --db or --tables");
  if (path.ends_with(".sql")) {
    const std::string script = read_file(path);
    SqliteConnection made = SqliteConnection::scratch(path);
    made.run_script(script);
    std::vector<SkippedItem> skipped;
    LoadOptions options;
    options.skipped = &skipped;
    Constraints constraints =
        Constraints::declared(load_ddl(script, "script", path, options), made);
    report_skipped(skipped);
    if (mined) constraints.mine(made);
    return constraints;
  }
  if (!named) return Constraints::of_file(path, mined);
  const std::shared_ptr<const Catalog> catalog = schema.open();
  return Constraints::declared(Database::make(schema.choose(*catalog).definition()));
}

}  // namespace sluice::cli
