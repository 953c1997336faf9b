#include "sql_start.hpp"

#include <algorithm>

namespace sluice::inline v0::db_detail {

std::size_t sql_start(std::string_view sql, std::size_t offset) noexcept {
  const auto skip_past = [&](std::string_view end) {
    const std::size_t found = sql.find(end, std::min(offset + 2, sql.size()));
    offset = found == sql.npos ? sql.size() : found + end.size();
  };
  for (;;) {
    offset = std::min(sql.find_first_not_of(" \t\r\n\f;", offset), sql.size());
    const std::string_view rest = sql.substr(offset);
    if (rest.starts_with("--")) {
      skip_past("\n");
    } else if (rest.starts_with("/*")) {
      skip_past("*/");
    } else if (rest.starts_with("\xEF\xBB\xBF")) {
      offset += 3;
    } else {
      return offset;
    }
  }
}

}  // namespace sluice::inline v0::db_detail
