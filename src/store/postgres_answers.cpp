#include "postgres_answers.hpp"

#include <iterator>

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0::store_detail {

StoreVersion version_of(std::span<const db_detail::PostgresRows> servers) {
  StoreVersion version;
  for (const db_detail::PostgresRows &rows : servers) {
    if (rows.size() == 0)
      throw Error(ErrorCode::malformed, "a server of the store reports no version");
    version.push_back(unsigned_at(rows, 0, 0));
  }
  return version;
}

std::string vector_text(std::span<const float> vector) {
  std::string text = "[";
  for (const float x : vector) {
    if (text.size() > 1) text += ',';
    fmt::format_to(std::back_inserter(text), "{}", x);
  }
  return text + "]";
}

std::vector<std::int64_t> stored_hashes_of(std::span<const std::string> terms) {
  std::vector<std::int64_t> hashes;
  for (const std::string &term : terms) hashes.push_back(stored(hash64(term)));
  return hashes;
}

}  // namespace sluice::inline v0::store_detail
