#ifndef SLUICE_TESTS_FUZZ_CAPI_CATALOG_CALLS_HPP
#define SLUICE_TESTS_FUZZ_CAPI_CATALOG_CALLS_HPP

/// Calls that load catalogs, look names up and make masks.

#include <cstddef>
#include <cstdint>

#include "program.hpp"

namespace sluice::fuzz {

inline void Program::load_json(std::size_t usual) {
  const Text json(input_, usual);
  load([&](const sluice_load_options *options, sluice_catalog **out, sluice_error **error) {
    return sluice_catalog_load_json(json.data(), json.size(), options, out, error);
  });
}

inline void Program::load_ddl() {
  const Text sql(input_, 7);
  const Text name(input_, 1);
  load([&](const sluice_load_options *options, sluice_catalog **out, sluice_error **error) {
    return sluice_catalog_load_ddl(sql.data(), sql.size(), name.data(), name.size(), options, out,
                                   error);
  });
}

inline void Program::load_path() {
  // No such file exists, so that a run does not depend on the content of files.
  const Text path(input_, 1, "/nowhere/");
  load([&](const sluice_load_options *options, sluice_catalog **out, sluice_error **error) {
    return sluice_catalog_load(path.data(), path.size(), options, out, error);
  });
}

inline sluice_kind Program::kind() {
  return input_.rarely() ? static_cast<sluice_kind>(input_.byte()) - 128
                         : static_cast<sluice_kind>(1 + input_.below(3));
}

inline void Program::look_up() {
  const sluice_catalog *catalog = catalogs_.pick(input_);
  const sluice_kind sought = kind();
  const Text path(input_, 1 + input_.below(4));
  std::uint32_t found = SLUICE_NO_ID;
  std::uint32_t *out = input_.rarely() ? nullptr : &found;
  const bool ok = succeeds(found, [&](sluice_error **error) {
    return sluice_catalog_find(catalog, sought, path.data(), path.size(), out, error);
  });
  require_that(ok == (found != SLUICE_NO_ID));
  require_that(!ok || found < sluice_catalog_count(catalog, sought));
}

inline void Program::names() {
  const sluice_catalog *catalog = catalogs_.pick(input_);
  const sluice_kind named = kind();
  const std::uint32_t object = id();
  const bool there = object < sluice_catalog_count(catalog, named);
  const sluice_str name = sluice_catalog_name(catalog, named, object);
  check_view(name);
  require_that(there || name.size == 0);
  const std::uint32_t parent = sluice_catalog_parent(catalog, named, object);
  if (there && named != SLUICE_DATABASE) {
    require_that(parent < sluice_catalog_count(catalog, named - 1));
  } else {
    require_that(parent == SLUICE_NO_ID);
  }
}

inline void Program::texts() {
  const sluice_catalog *catalog = catalogs_.pick(input_);
  const sluice_kind about = kind();
  const std::uint32_t object = id();
  const auto property = static_cast<sluice_property>(input_.below(12));
  const std::size_t count = sluice_catalog_text_count(catalog, about, object, property);
  require_that(count == 0 || object < sluice_catalog_count(catalog, about));
  for (std::size_t i = 0; i <= count && i < 8; ++i)
    check_view(sluice_catalog_text(catalog, about, object, property, i));
  check_view(sluice_catalog_text(catalog, about, object, property, SIZE_MAX - input_.byte()));
  make(texts_, [&](sluice_text **out, sluice_error **error) {
    return sluice_catalog_json(catalog, out, error);
  });
  const std::size_t position = input_.below(3);
  const Passed<sluice_skipped> skipped(input_, sluice_skipped SLUICE_SKIPPED_INIT);
  int nothing = 0;
  if (succeeds(nothing, [&](sluice_error **error) {
        return sluice_catalog_skipped(catalog, position, skipped.get(), error);
      })) {
    require_that(position < sluice_catalog_skipped_count(catalog));
    check_view(skipped.get()->where);
    check_view(skipped.get()->reason);
  }
}

inline void Program::new_mask() {
  const sluice_catalog *catalog = catalogs_.pick(input_);
  const std::int32_t visible = input_.byte() % 3 - 1;
  make(masks_, [&](sluice_mask **out, sluice_error **error) {
    return sluice_mask_new(catalog, visible, out, error);
  });
}

inline void Program::set_mask() {
  sluice_mask *mask = masks_.pick(input_);
  const sluice_kind set = kind();
  const std::uint32_t object = id();
  const std::int32_t visible = input_.byte() % 3 - 1;
  int nothing = 0;
  succeeds(nothing, [&](sluice_error **error) {
    return sluice_mask_set(mask, set, object, visible, error);
  });
}

}  // namespace sluice::fuzz

#endif
