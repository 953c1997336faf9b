#include "sluice/pipeline/source_databases.hpp"

#include <algorithm>
#include <utility>

#include "core/kept_path.hpp"
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

const SourceDatabases::Source *SourceDatabases::source_of(
    std::string_view database_id) const noexcept {
  const auto found = std::ranges::find(sources_, database_id, &Source::name);
  return found == sources_.end() ? nullptr : &*found;
}

bool SourceDatabases::has(std::string_view database_id) const noexcept {
  return source_of(database_id) != nullptr;
}

std::shared_ptr<const SqliteImage> SourceDatabases::image(std::string_view database_id) const {
  const Source *source = source_of(database_id);
  if (source == nullptr) {
    throw Error(ErrorCode::not_found,
                "there is no SQLite file or script of the database " + std::string(database_id));
  }
  const std::string path = detail::kept_path(source->path, start_);
  if (!source->is_script) return SqliteImage::load(path);
  SqliteConnection made = SqliteConnection::scratch(path, limits_);
  made.run_script(read_file(path));
  return SqliteImage::from_bytes(made.image(), path);
}

std::vector<std::shared_ptr<const EvaluationDatabase>> SourceDatabases::find(
    std::string_view database_id) const {
  return {std::make_shared<const DatabaseImage>(image(database_id))};
}

}  // namespace sluice::inline v0
