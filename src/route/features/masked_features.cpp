#include "masked_features.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "sluice/core/hash.hpp"

namespace sluice::inline v0::route_detail {
namespace {

std::string_view bytes_of(std::span<const std::uint8_t> flags) {
  return {reinterpret_cast<const char *>(flags.data()), flags.size()};
}

std::uint64_t hash_of(const Visibility &seen) {
  return hash64(bytes_of(seen.columns),
                hash64(bytes_of(seen.tables), hash64(bytes_of(seen.databases))));
}

/// Compares everything, because a hash collision would leak what another user may see.
bool equal(const Visibility &a, const Visibility &b) {
  return bytes_of(a.databases) == bytes_of(b.databases) &&
         bytes_of(a.tables) == bytes_of(b.tables) && bytes_of(a.columns) == bytes_of(b.columns);
}

}  // namespace

std::shared_ptr<const MaskedFeatures::Kept> MaskedFeatures::find(std::uint64_t hash,
                                                                 const Mask &mask) {
  const auto found = std::ranges::find_if(kept_, [&](const auto &kept) {
    return kept->hash == hash && equal(kept->mask.visibility(), mask.visibility());
  });
  if (found == kept_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, found);
  return kept_.front();
}

std::shared_ptr<const RankerFeatures> MaskedFeatures::of(const RankerFeatures &whole,
                                                         const Mask &mask) {
  check_mask(&mask, whole.schema().catalog());
  const std::uint64_t hash = hash_of(mask.visibility());
  std::shared_ptr<const Kept> kept;
  {
    const std::lock_guard lock(mutex_);
    kept = find(hash, mask);
  }
  if (kept == nullptr) {
    auto made = std::make_shared<Kept>(Kept{hash, mask, nullptr});
    made->features = std::make_unique<const RankerFeatures>(whole.masked_by(made->mask));
    const std::lock_guard lock(mutex_);
    kept = find(hash, mask);  // another thread may have added it
    if (kept == nullptr) {
      kept_.push_front(std::move(made));
      if (kept_.size() > max_kept) kept_.pop_back();
      kept = kept_.front();
    }
  }
  return {kept, kept->features.get()};
}

}  // namespace sluice::inline v0::route_detail
