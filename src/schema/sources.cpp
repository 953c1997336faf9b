#include "sluice/schema/sources.hpp"

#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "file_kind.hpp"
#include "load_folder.hpp"

namespace sluice {
namespace {

class SourceReader {
 public:
  SourceReader(const LoadOptions &options, const SourceSnapshot *before, const Progress &progress)
      : options_(options), before_(before), progress_(progress) {
    if (before == nullptr) return;
    for (std::size_t i = 0; i < before->files.size(); ++i) {
      const FileStamp &file = before->files[i];
      if (file.stamp != 0) known_.try_emplace(file.path, file.stamp, DatabaseId(i));
    }
  }

  void read(const SchemaSource &source) {
    if (source.text) return take(load_text(*source.text, source.location, options_));
    const auto from_file = [this](const std::string &file) { return read_file(file); };
    if (detail::is_plain_folder(source.location)) {
      for (auto &database : detail::load_folder(source.location, from_file, progress_)) {
        databases_.push_back(std::move(database));
      }
    } else if (auto database = read_if_file(source.location)) {
      databases_.push_back(std::move(database));
    } else {
      take(load(source.location, options_, progress_));
    }
  }

  SourceSnapshot finish() {
    SourceSnapshot now{Catalog::make(std::move(databases_)), std::move(files_), read_};
    if (before_ != nullptr && before_->catalog->fingerprint() == now.catalog->fingerprint()) {
      now.catalog = before_->catalog;
    }
    return now;
  }

 private:
  struct Known {
    Known(std::uint64_t with_stamp, DatabaseId of) : stamp(with_stamp), database(of) {}
    std::uint64_t stamp;
    DatabaseId database;
  };

  /// Nothing: what is there is not one SQLite file.
  std::shared_ptr<const Database> read_if_file(const std::string &path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) ? read_file(path) : nullptr;
  }

  std::shared_ptr<const Database> read_file(const std::string &path) {
    const std::uint64_t stamp = file_stamp(path, options_);
    const auto known = known_.find(path);
    if (stamp != 0 && known != known_.end() && known->second.stamp == stamp) {
      files_.push_back({path, stamp});
      return before_->catalog->share(known->second.database);
    }
    auto database = detail::load_if_database(path, options_);
    if (!database) return nullptr;
    // Of a file that is written meanwhile it is not known which state was read.
    const bool is_settled = file_stamp(path, options_) == stamp;
    files_.push_back({path, is_settled ? stamp : 0});
    ++read_;
    return shared(std::move(database));
  }

  void take(Databases found) {
    for (auto &database : found) {
      databases_.push_back(shared(std::move(database)));
      files_.emplace_back();
      ++read_;
    }
  }

  std::shared_ptr<const Database> shared(std::shared_ptr<const Database> database) const {
    if (before_ == nullptr) return database;
    const auto id = before_->catalog->find_database(database->name());
    const bool same =
        id && before_->catalog->database(*id).fingerprint() == database->fingerprint();
    return same ? before_->catalog->share(*id) : database;
  }

  const LoadOptions &options_;
  const SourceSnapshot *before_;
  const Progress &progress_;
  std::map<std::string_view, Known> known_;
  Databases databases_;
  std::vector<FileStamp> files_;  // one a database
  std::size_t read_ = 0;
};

}  // namespace

SourceSnapshot read_sources(std::span<const SchemaSource> sources, const LoadOptions &options,
                            const SourceSnapshot *before, const Progress &progress) {
  SourceReader reader(options, before, progress);
  for (const SchemaSource &source : sources) reader.read(source);
  return reader.finish();
}

}  // namespace sluice
