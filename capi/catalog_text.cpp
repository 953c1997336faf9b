/// Catalogs: the texts about their objects, and what was skipped when they were loaded.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "internal.hpp"
#include "sluice/schema/show.hpp"

namespace sluice::inline v0::capi {

sluice_skipped skipped_at(std::span<const SkippedItem> skipped, std::size_t position) {
  if (position >= skipped.size()) {
    refuse("position is " + std::to_string(position) + ", and " + std::to_string(skipped.size()) +
           " things were skipped");
  }
  sluice_skipped item = SLUICE_SKIPPED_INIT;
  item.where = text_out(skipped[position].where);
  item.reason = text_out(skipped[position].reason);
  return item;
}

}  // namespace sluice::inline v0::capi

using namespace sluice::capi;

namespace {

/// Some texts, of which `at(position)` returns one.
struct TextList {
  std::size_t count = 0;
  sluice_str first = no_text;
  std::span<const std::string_view> texts = {};
  // Of a primary key:
  const sluice::Table *table = nullptr;

  sluice_str at(std::size_t position) const noexcept {
    if (position >= count) return no_text;
    if (table != nullptr)
      return NamedCatalog::kept(table->columns[table->primary_key[position]].name);
    return texts.empty() ? first : NamedCatalog::kept(texts[position]);
  }
};

TextList one_text(sluice_str text) noexcept { return {text.size > 0 ? 1U : 0U, text, {}, nullptr}; }
TextList one_text(std::string_view text) noexcept { return one_text(NamedCatalog::kept(text)); }
TextList many_texts(std::span<const std::string_view> texts) noexcept {
  return {texts.size(), no_text, texts, nullptr};
}

TextList texts_about(const NamedCatalog &named, sluice::DatabaseId id,
                     sluice_property property) noexcept {
  const sluice::Database &database = named.catalog()->database(id);
  switch (property) {
    case SLUICE_DESCRIPTION: return one_text(database.description());
    case SLUICE_DIALECT: return one_text(sluice::sql::dialect_name(database.dialect()));
    default: return {};
  }
}

TextList texts_about(const NamedCatalog &named, sluice::TableId id,
                     sluice_property property) noexcept {
  const sluice::Table &table = named.catalog()->table(id);
  switch (property) {
    case SLUICE_DESCRIPTION: return one_text(table.description);
    case SLUICE_TITLE: return one_text(table.title);
    case SLUICE_TABLE_KIND: return one_text(sluice::kind_name(table.kind));
    case SLUICE_QUALIFIER: return one_text(named.qualifier(id));
    case SLUICE_PRIMARY_KEY: return {table.primary_key.size(), no_text, {}, &table};
    default: return {};
  }
}

TextList texts_about(const NamedCatalog &named, sluice::ColumnId id,
                     sluice_property property) noexcept {
  const sluice::Column &column = named.catalog()->column(id);
  switch (property) {
    case SLUICE_DESCRIPTION: return one_text(column.description);
    case SLUICE_TITLE: return one_text(column.title);
    case SLUICE_TYPE: return one_text(column.type);
    case SLUICE_PATH: return one_text(named.path(id));
    case SLUICE_SAMPLES: return many_texts(column.samples());
    case SLUICE_VALUES: return many_texts(column.values());
    default: return {};
  }
}

TextList texts_about(const sluice_catalog *catalog, sluice_kind kind, std::uint32_t id,
                     sluice_property property) noexcept {
  TextList found;
  if (catalog == nullptr) return found;
  visit_object(*catalog->named->catalog(), kind, id,
               [&](auto object) { found = texts_about(*catalog->named, object, property); });
  return found;
}

std::span<const sluice::SkippedItem> skipped_of(const sluice_catalog &catalog) noexcept {
  if (catalog.skipped == nullptr) return {};
  return *catalog.skipped;
}

}  // namespace

size_t sluice_catalog_text_count(const sluice_catalog *catalog, sluice_kind kind, uint32_t id,
                                 sluice_property property) noexcept {
  return texts_about(catalog, kind, id, property).count;
}

sluice_str sluice_catalog_text(const sluice_catalog *catalog, sluice_kind kind, uint32_t id,
                               sluice_property property, size_t position) noexcept {
  return texts_about(catalog, kind, id, property).at(position);
}

sluice_status sluice_catalog_json(const sluice_catalog *catalog, sluice_text **out,
                                  sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(catalog, "catalog");
    require(out, "out");
    *out = new sluice_text{sluice::show_json(*catalog->named->catalog(), skipped_of(*catalog))};
  });
}

size_t sluice_catalog_skipped_count(const sluice_catalog *catalog) noexcept {
  return catalog == nullptr ? 0 : skipped_of(*catalog).size();
}

sluice_status sluice_catalog_skipped(const sluice_catalog *catalog, size_t position,
                                     sluice_skipped *out, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(catalog, "catalog");
    require(out, "out");
    struct_out(skipped_at(skipped_of(*catalog), position), out, "out");
  });
}
