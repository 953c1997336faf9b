#include "sluice/schema/sources.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>

#include "db/mysql/mysql_address.hpp"
#include "load/file_kind.hpp"
#include "load/load_folder.hpp"
#include "load/text_kind.hpp"
#include "sluice/core/parallel.hpp"
#include "sluice/db/postgres_session.hpp"

namespace sluice::inline v0 {
namespace {

/// The location for messages: of a server's URI, without what may contain a password.
std::string shown_location(const std::string &location) {
  const std::size_t scheme = location.find("://");
  if (scheme == location.npos) return location;
  const std::size_t at = location.rfind('@');
  const std::size_t begin = at != location.npos && at > scheme ? at + 1 : scheme + 3;
  const std::size_t end = std::min(location.find('?', begin), location.size());
  return location.substr(0, scheme + 3) + location.substr(begin, end - begin);
}

class SourceReader {
 public:
  SourceReader(const LoadOptions &options, const SourceSnapshot *before, const Progress &progress)
      : options_(options), before_(before), progress_(progress) {
    options_.skipped = &skipped_;
    if (before == nullptr) return;
    const std::size_t databases = before->catalog->database_count();
    databases_.reserve(databases);
    files_.reserve(databases);
    statuses_.reserve(databases);
  }

  /// A source that cannot be read is skipped, unless it does not exist.
  void read(const AnySource &source) {
    try {
      read_source(source);
    } catch (const Error &error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::not_found) throw;
      if (!keep_earlier(source.location())) throw;
      schema_detail::skip(options_, shown_location(source.location()), error.message());
      if (!first_error_) first_error_ = std::current_exception();
    }
  }

  SourceSnapshot finish() {
    if (databases_.empty() && first_error_) std::rethrow_exception(first_error_);
    drop_same_names();
    auto catalog = in_place();
    if (catalog == nullptr) catalog = Catalog::make(std::move(databases_));
    if (before_ != nullptr && before_->catalog->fingerprint() == catalog->fingerprint())
      catalog = before_->catalog;
    return {std::move(catalog),   std::move(files_),   read_,
            std::move(statuses_), std::move(skipped_), std::move(locations_)};
  }

 private:
  void read_source(const AnySource &source) {
    const std::string location = source.location();
    if (source.as<PathSource>() == nullptr) {
      take_all(source.read(options_, progress_), location);
    } else if (schema_detail::is_plain_folder(location)) {
      read_folder(schema_detail::FolderFiles(location));
    } else if (auto database = read_if_file(location)) {
      add(std::move(database), location);
    } else {
      take_all(source.read(options_, progress_), location);
    }
  }

  /// Adds what a source gave before. False if something may be lost.
  bool keep_earlier(const std::string &location) {
    if (before_ == nullptr) return true;
    const std::vector<std::string> &locations = before_->locations;
    if (locations.empty()) {
      // Databases of files are found by their files.
      return before_->files.size() == before_->catalog->database_count() &&
             std::ranges::none_of(before_->files,
                                  [](const FileStamp &file) { return file.path.empty(); });
    }
    for (std::size_t i = 0; i < locations.size(); ++i) {
      if (locations[i] != location) continue;
      add(before_->catalog->share(DatabaseId(i)), location);
      files_.emplace_back();
      statuses_.push_back(0);
    }
    return true;
  }

  void drop_same_names() {
    const auto origin_of = [&](std::size_t place) {
      const std::string &location = locations_[place];
      if (!files_[place].path.empty())
        return schema_detail::DatabaseOrigin{files_[place].path, true};
      return schema_detail::DatabaseOrigin{location, is_postgres_uri(location) ||
                                                         db_detail::is_mysql_uri(location)};
    };
    const Databases read = databases_;
    std::size_t next = 0;
    for (const std::size_t place : schema_detail::distinct(databases_, options_, origin_of)) {
      if (databases_[place] != read[place]) {  // Next time, its file alone does not tell.
        databases_[place] = shared(std::move(databases_[place]));
        files_[place].stamp = 0;
        statuses_[place] = 0;
      }
      if (next != place) {
        databases_[next] = std::move(databases_[place]);
        files_[next] = std::move(files_[place]);
        statuses_[next] = statuses_[place];
        locations_[next] = std::move(locations_[place]);
      }
      ++next;
    }
    databases_.resize(next);
    files_.resize(next);
    statuses_.resize(next);
    locations_.resize(next);
  }

  /// Updates the previous catalog if only a few databases changed and all have the same positions;
  /// nullptr otherwise.
  std::shared_ptr<const Catalog> in_place() const {
    if (before_ == nullptr || before_->catalog->database_count() != databases_.size())
      return nullptr;
    constexpr std::size_t few = 8;
    std::vector<DatabaseId> changed;
    for (const DatabaseId id : before_->catalog->databases()) {
      const Database &old = before_->catalog->database(id);
      if (&old == databases_[id.index()].get()) continue;
      if (old.name() != databases_[id.index()]->name() || changed.size() == few) return nullptr;
      changed.push_back(id);
    }
    auto catalog = before_->catalog;
    for (const DatabaseId id : changed) catalog = catalog->with(databases_[id.index()]);
    return catalog;
  }

  /// The previous database of a file. Files usually come in the same order as before.
  std::optional<DatabaseId> known(const std::string &path) {
    if (before_ == nullptr) return std::nullopt;
    const std::vector<FileStamp> &files = before_->files;
    if (next_ < files.size() && files[next_].path == path) return DatabaseId(next_++);
    if (places_.empty()) {
      for (std::size_t i = 0; i < files.size(); ++i) places_.try_emplace(files[i].path, i);
    }
    const auto found = places_.find(path);
    if (found == places_.end()) return std::nullopt;
    next_ = found->second + 1;
    return DatabaseId(found->second);
  }

  void read_folder(const schema_detail::FolderFiles &files) {
    const std::vector<std::uint64_t> statuses = statuses_of(files);
    schema_detail::FolderReader(files, options_, progress_)
        .read(
            [&](const std::string &path, std::size_t number) {
              auto database = read_file(path, statuses[number], files.is_alone(number));
              if (database) add(database, path);
              return database;
            },
            [&](std::shared_ptr<const Database> database) {
              take(std::move(database), files.folder());
            });
  }

  /// Runs in parallel: these system calls dominate the time to find the one file that changed.
  std::vector<std::uint64_t> statuses_of(const schema_detail::FolderFiles &files) const {
    constexpr std::size_t job = 1024;
    std::vector<std::uint64_t> statuses(files.size());
    run_jobs((files.size() + job - 1) / job, std::max(1U, std::thread::hardware_concurrency()),
             [&](std::size_t part, const Progress &) {
               std::string path;
               const std::size_t end = std::min(files.size(), (part + 1) * job);
               for (std::size_t i = part * job; i < end; ++i)
                 statuses[i] = file_status(path.assign(files[i]), options_);
             });
    return statuses;
  }

  /// nullptr if the path is not a single SQLite or DuckDB file.
  std::shared_ptr<const Database> read_if_file(const std::string &path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error)
               ? read_file(path, file_status(path, options_), false)
               : nullptr;
  }

  std::shared_ptr<const Database> read_file(const std::string &path, std::uint64_t status,
                                            bool is_alone) {
    const auto old = known(path);
    if (is_alone && status != 0 && old && old->index() < before_->statuses.size() &&
        before_->statuses[old->index()] == status) {
      files_.push_back(before_->files[old->index()]);
      statuses_.push_back(status);
      return before_->catalog->share(*old);
    }
    const std::uint64_t stamp = file_stamp(path, options_);
    if (stamp != 0 && old && before_->files[old->index()].stamp == stamp) {
      files_.push_back({path, stamp});
      statuses_.push_back(status);
      return before_->catalog->share(*old);
    }
    std::shared_ptr<const Database> database;
    try {
      database = schema_detail::load_if_database(path, options_);
    } catch (const Error &error) {
      // What was read before is better than nothing while another process locks the file.
      if (!old || error.code() == ErrorCode::cancelled) throw;
      schema_detail::skip(options_, path, error.message() + "; its earlier schema is used");
      files_.push_back({path, 0});
      statuses_.push_back(0);
      return before_->catalog->share(*old);
    }
    if (!database) return nullptr;
    // If a file is written meanwhile, it is unknown which state was read.
    const bool is_settled = stamp != 0 && file_stamp(path, options_) == stamp;
    files_.push_back({path, is_settled ? stamp : 0});
    statuses_.push_back(is_settled ? status : 0);
    ++read_;
    return shared(std::move(database));
  }

  void add(std::shared_ptr<const Database> database, const std::string &location) {
    databases_.push_back(std::move(database));
    locations_.push_back(location);
  }

  void take(std::shared_ptr<const Database> database, const std::string &location) {
    add(shared(std::move(database)), location);
    files_.emplace_back();
    statuses_.push_back(0);
    ++read_;
  }

  void take_all(Databases found, const std::string &source) {
    const std::string location = shown_location(source);
    for (auto &database : found) take(std::move(database), location);
  }

  std::shared_ptr<const Database> shared(std::shared_ptr<const Database> database) const {
    if (before_ == nullptr) return database;
    const auto id = before_->catalog->find_database(database->name());
    const bool same =
        id && before_->catalog->database(*id).fingerprint() == database->fingerprint();
    return same ? before_->catalog->share(*id) : database;
  }

  LoadOptions options_;
  const SourceSnapshot *before_;
  const Progress &progress_;
  std::size_t next_ = 0;  // position in the previous list of files
  std::unordered_map<std::string_view, std::size_t> places_;
  Databases databases_;
  std::vector<FileStamp> files_;  // one per database
  std::vector<std::uint64_t> statuses_;
  std::vector<std::string> locations_;  // one per database
  std::vector<SkippedItem> skipped_;
  std::exception_ptr first_error_;
  std::size_t read_ = 0;
};

}  // namespace

SourceSnapshot read_sources(std::span<const AnySource> sources, const LoadOptions &options,
                            const SourceSnapshot *before, const Progress &progress) {
  SourceReader reader(options, before, progress);
  for (const AnySource &source : sources) reader.read(source);
  return reader.finish();
}

}  // namespace sluice::inline v0
