#include "sluice/retrieve/catalog_values.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/input_error.hpp"
#include "db/sqlite_open.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"

namespace sluice::inline v0 {
namespace {

std::uint64_t stamp_of(const DatabaseFile &file, const Database &schema,
                       const ValueLimits &limits) {
  Fingerprint stamp;
  stamp.add(file.path).add(content_stamp(file.path)).add(schema.fingerprint());
  for (const auto *patterns : {&limits.except, &limits.only}) {
    stamp.add(std::uint64_t{patterns->size()});
    for (const std::string &pattern : *patterns) stamp.add(pattern);
  }
  for (const std::size_t number :
       {std::size_t{limits.numbers}, std::size_t{limits.dates}, limits.rows, limits.column_values,
        limits.value_bytes, limits.bytes}) {
    stamp.add(std::uint64_t{number});
  }
  return std::max<std::uint64_t>(stamp.value(), 1);
}

}  // namespace

CatalogValues read_values(const Catalog &catalog, std::span<const DatabaseFile> files,
                          const ValueLimits &limits, const CatalogValues *previous,
                          const Progress &progress) {
  std::vector<std::shared_ptr<const ValueSegment>> segments(catalog.database_count());
  std::vector<ColumnId> first_columns;
  for (const DatabaseId database : catalog.databases())
    first_columns.push_back(*catalog.columns(database).begin());
  CatalogValues values;
  values.stamps.assign(catalog.database_count(), 0);
  const auto read = [&](const DatabaseFile &file) {
    const auto database = catalog.find_database(file.name);
    if (!database || values.stamps[database->index()] != 0) return;
    const Database &schema = catalog.database(*database);
    const std::uint64_t stamp = stamp_of(file, schema, limits);
    std::shared_ptr<const ValueSegment> &segment = segments[database->index()];
    if (previous != nullptr) {
      const auto same = std::ranges::find(previous->stamps, stamp);
      if (same != previous->stamps.end()) {
        segment =
            previous->index->segments()[static_cast<std::size_t>(same - previous->stamps.begin())];
        values.stamps[database->index()] = stamp;
        return;
      }
    }
    ValueSegmentBuilder builder;
    const bool is_whole =
        visit_values(file.path, schema, limits, [&](std::size_t column, std::string_view value) {
          builder.add(column, value);
        });
    segment = builder.finish();
    values.stamps[database->index()] = stamp;
    ++values.read;
    values.cut += is_whole ? 0 : 1;
  };
  const detail::FileThread thread = db_detail::reading_thread();
  for (std::size_t f = 0; f < files.size(); ++f) {
    progress.step("reading values", f, files.size());
    try {
      thread.call([&] { read(files[f]); });
    } catch (const Error &error) {
      if (!detail::is_about_input(error)) throw;
      values.skipped.push_back({files[f].path, error.message()});
    }
  }
  progress.step("reading values", files.size(), files.size());
  values.index = std::make_shared<const ValueIndex>(std::move(segments), std::move(first_columns),
                                                    catalog.fingerprint());
  return values;
}

}  // namespace sluice::inline v0
