#include <utility>

#include "sqlite_schema.hpp"

namespace sluice::inline v0 {

std::shared_ptr<const Database> load_ddl(std::string_view sql, std::string name,
                                         const std::string &source, const LoadOptions &options) {
  SqliteConnection connection = SqliteConnection::scratch(source, options.limits);
  connection.run_script(sql);
  return schema_detail::read_schema(connection, std::move(name), source, options);
}

}  // namespace sluice::inline v0
