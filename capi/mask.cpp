/// Masks: what the user may see.

#include "internal.hpp"

using namespace sluice::capi;

sluice_status sluice_mask_new(const sluice_catalog *catalog, int32_t visible, sluice_mask **out,
                              sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(catalog, "catalog");
    require(out, "out");
    *out = new sluice_mask{sluice::Mask(catalog->named->catalog(), visible != 0)};
  });
}

sluice_status sluice_mask_set(sluice_mask *mask, sluice_kind kind, uint32_t id, int32_t visible,
                              sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(mask, "mask");
    const bool set = visit_object(*mask->mask.catalog(), kind, id, [&](auto object) {
      visible != 0 ? mask->mask.show(object) : mask->mask.hide(object);
    });
    if (!set) {
      refuse("the mask's catalog has no object of kind " + std::to_string(kind) + " with id " +
             std::to_string(id));
    }
  });
}

void sluice_mask_free(sluice_mask *mask) noexcept { delete mask; }
