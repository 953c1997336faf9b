#include "sluice/pipeline/source_databases.hpp"

#include <algorithm>
#include <utility>

#include "core/kept_path.hpp"
#include "judge/readable_databases.hpp"
#include "schema/load/file_kind.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {

SourceDatabases::SourceDatabases(const std::vector<std::string> &paths, const SqliteLimits &limits)
    : limits_(limits), start_(detail::current_folder()) {
  for (const std::string &path : paths) {
    if (path.ends_with(".sql")) {
      sources_.push_back({schema_detail::database_name_of(path), path, true});
      continue;
    }
    for (DatabaseFile &file : find_databases(path))
      sources_.push_back({std::move(file.name), std::move(file.path), false});
  }
}

bool SourceDatabases::has(std::string_view database_id) const noexcept {
  return std::ranges::find(sources_, database_id, &Source::name) != sources_.end();
}

std::shared_ptr<const SqliteImage> SourceDatabases::image_of(const Source &source) const {
  const std::string path = detail::kept_path(source.path, start_);
  if (!source.is_script) return judge_detail::readable_image(path);
  SqliteConnection made = SqliteConnection::scratch(path, limits_);
  made.run_script(read_file(path));
  return SqliteImage::from_bytes(made.image(), path);
}

std::shared_ptr<const SqliteImage> SourceDatabases::read(std::string_view database_id,
                                                         std::vector<SkippedItem> &skipped) const {
  if (!has(database_id)) {
    throw Error(ErrorCode::not_found,
                "there is no SQLite file or script of the database " + std::string(database_id));
  }
  std::shared_ptr<const SqliteImage> image;
  judge_detail::UnreadableDatabases unreadable;
  for (const Source &source : sources_) {
    if (source.name != database_id) continue;
    if (unreadable.try_read(source.path, [&] { image = image_of(source); })) break;
  }
  if (image == nullptr) unreadable.throw_first();
  skipped = unreadable.take();
  return image;
}

std::shared_ptr<const SqliteImage> SourceDatabases::image(std::string_view database_id) const {
  std::vector<SkippedItem> skipped;
  return read(database_id, skipped);
}

FoundDatabases SourceDatabases::find(std::string_view database_id) const {
  FoundDatabases found;
  found.databases.push_back(
      std::make_shared<const DatabaseImage>(read(database_id, found.skipped)));
  return found;
}

}  // namespace sluice::inline v0
