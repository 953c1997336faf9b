#include "static_weights.hpp"

#if defined(SLUICE_STATIC_TABLE)

#include "embed_file.hpp"

SLUICE_EMBED_FILE(sluice_static_table, SLUICE_STATIC_TABLE)

namespace sluice::inline v0::embed_detail {

std::string_view static_weights() {
  return {sluice_static_table,
          static_cast<std::size_t>(sluice_static_table_end - sluice_static_table)};
}

}  // namespace sluice::inline v0::embed_detail

#else

#include "core/shipped_file.hpp"

namespace sluice::inline v0::embed_detail {

std::string_view static_weights() { return detail::shipped_bytes("static_128.table"); }

}  // namespace sluice::inline v0::embed_detail

#endif
