#include "store_layout.hpp"

#include <fmt/format.h>

#include "sluice/core/error.hpp"
#include "sluice/store/database_document.hpp"

namespace sluice::inline v0::store_detail {

void expect_layout(std::int64_t found, const std::string &address) {
  if (found == store_layout) return;
  throw Error(ErrorCode::unsupported,
              found < store_layout
                  ? fmt::format("holds the store of an older release (layout {}, this one reads "
                                "{}); `sluice index --store` reloads it",
                                found, store_layout)
                  : fmt::format("holds the store of a newer release (layout {}, this one reads {})",
                                found, store_layout),
              {address});
}

}  // namespace sluice::inline v0::store_detail
