#ifndef SLUICE_SRC_SCHEMA_SKIPPED_JSON_HPP
#define SLUICE_SRC_SCHEMA_SKIPPED_JSON_HPP

#include <span>
#include <string_view>

#include "sluice/core/json_writer.hpp"
#include "sluice/schema/skipped_item.hpp"

namespace sluice::inline v0::schema_detail {

/// Writes the member "skipped" of an object that is open: [{"where", "reason"}].
inline void write_skipped(JsonWriter &writer, std::span<const SkippedItem> skipped) {
  writer.key("skipped").begin_array();
  for (const SkippedItem &item : skipped) {
    writer.begin_object()
        .member("where", std::string_view(item.where))
        .member("reason", std::string_view(item.reason))
        .end_object();
  }
  writer.end_array();
}

}  // namespace sluice::inline v0::schema_detail

#endif
