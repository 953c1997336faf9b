#include "judge/postgres_databases.hpp"

#include <algorithm>
#include <utility>

#include "replace_all.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

bool is_plain(char c) noexcept {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' || c == '-' || c == '.';
}

}  // namespace

AnyExecutor PostgresDatabase::open(const QueryLimits &limits, CancellationToken token) const {
  return PostgresSession(connection_, limits, std::move(token), options_);
}

FoundDatabases PostgresDatabases::find(std::string_view database_id) const {
  const std::string id(database_id);
  // Other characters could inject connection parameters.
  if (id.empty() || !std::all_of(id.begin(), id.end(), is_plain))
    throw Error(ErrorCode::invalid_argument, "\"" + id + "\" is not valid as a database id");
  const auto database = std::make_shared<const PostgresDatabase>(
      judge_detail::replace_all(uri_, "{db_id}", id), id, options_);
  static_cast<void>(database->open({}, {}));
  return {{database}};
}

}  // namespace sluice::inline v0
