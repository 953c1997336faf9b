#include "sluice/pipeline/index_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/folder.hpp"
#include "folder_lock.hpp"
#include "index_files.hpp"
#include "schema/catalog_file.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/route/ranker_model.hpp"
#include "stored_vectors.hpp"

namespace sluice::inline v0 {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view catalog_name = "catalog.sqlite";
constexpr std::string_view postings_kind = "postings";
constexpr std::string_view segment_suffix = ".segment";

std::string inside(const std::string &folder, std::string_view name) {
  return (fs::path(folder) / name).string();
}

bool is_ours(std::string_view name) {
  return name.ends_with(segment_suffix) || name.ends_with(".tmp");
}

/// Throws Error(invalid_argument) unless the folder has an index, only files of an interrupted
/// writer, or nothing.
void check_folder(const std::string &folder) {
  if (is_index_folder(folder)) return;
  for (const auto &[name, kind] : folder_entries(folder)) {
    if (is_ours(name) || name.starts_with(catalog_name)) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("holds \"{}\", expected an empty folder or an index", name), {folder});
  }
}

/// Removes segments that are not `kept`, and temporary files. The caller holds the lock.
void remove_others(const std::string &folder, const std::set<std::string> &kept) {
  std::error_code error;  // files that cannot be removed now are removed by the next call
  for (const auto &[name, kind] : folder_entries(folder)) {
    if (is_ours(name) && !kept.contains(name)) fs::remove(inside(folder, name), error);
  }
}

std::set<std::string> files_of(std::span<const StoredSegment> segments) {
  std::set<std::string> files;
  for (const StoredSegment &segment : segments) files.insert(segment.file);
  return files;
}

bool has_others(const std::string &folder, const std::set<std::string> &kept) {
  const std::vector<FolderEntry> entries = folder_entries(folder);
  return std::ranges::any_of(entries, [&](const FolderEntry &entry) {
    return is_ours(entry.name) && !kept.contains(entry.name);
  });
}

/// A transaction on the folder of an index: creates and locks the folder, and rolls back unless it
/// succeeds.
class Build {
 public:
  explicit Build(const std::string &folder)
      : folder_(folder), made_(missing_levels(folder)), lock_(make(folder)) {
    check_folder(folder);
    std::error_code missing;
    const auto size = fs::file_size(pipeline_detail::catalog_path(folder), missing);
    had_catalog_ = !missing && size > 0;
    if (!had_catalog_ && lock_.held()) remove_others(folder, {});
  }
  Build(const Build &) = delete;
  Build &operator=(const Build &) = delete;
  ~Build() {
    if (is_done_) return;
    try {
      undo();
    } catch (...) {  // the next call removes the rest
    }
  }

  void succeed(std::span<const StoredSegment> segments) {
    is_done_ = true;
    remove_others(folder_, files_of(segments));
  }

 private:
  /// Number of missing folders: this one and its parents.
  static std::size_t missing_levels(fs::path folder) {
    std::size_t missing = 0;
    std::error_code error;
    for (; !folder.empty() && !fs::exists(folder, error); folder = folder.parent_path()) ++missing;
    return missing;
  }

  static pipeline_detail::FolderLock make(const std::string &folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
      throw Error(ErrorCode::io, fmt::format("cannot create: {}", error.message()), {folder});
    return pipeline_detail::FolderLock::take(folder);
  }

  /// The catalog says what to keep: the old one, or the new one if it was committed.
  void undo() const {
    const std::string catalog = pipeline_detail::catalog_path(folder_);
    try {
      remove_others(folder_, files_of(load_stored_catalog(catalog).segments));
      return;
    } catch (const Error &) {
      if (had_catalog_) return;  // damaged, or of another program
    }
    std::error_code error;
    for (const char *ending : {"", "-journal", "-wal", "-shm"}) fs::remove(catalog + ending, error);
    remove_others(folder_, {});
    fs::path made = folder_;
    for (std::size_t level = 0; level < made_; ++level, made = made.parent_path())
      fs::remove(made, error);
  }

  std::string folder_;
  std::size_t made_;  // number of created folders
  pipeline_detail::FolderLock lock_;
  bool had_catalog_ = false;
  bool is_done_ = false;
};

StoredSegment write_postings(const std::string &folder, const LexicalIndex &index) {
  const std::string bytes = index.bytes();
  StoredSegment segment;
  segment.kind = postings_kind;
  segment.fingerprint = hash64(bytes);
  segment.file = pipeline_detail::write_segment(folder, postings_kind, bytes);
  return segment;
}

/// Whether the build has a trained ranker for the embedder.
bool has_ranker(const AnyEmbedder &embedder) {
  const auto words = default_embedder();
  if (!words) return false;
  const bool is_words = words->fingerprint() == embedder.fingerprint();
  return RankerModel::shipped(words->fingerprint(), is_words ? 0 : embedder.fingerprint()) !=
         nullptr;
}

/// Adds the graphs, unless the trained ranker is used, which compares a question with all rows.
MeaningVectors linked(MeaningVectors vectors, const IndexFolderOptions &options,
                      const OpenIndex *known, const Progress &progress) {
  if (has_ranker(*options.embedder)) return vectors;
  const MeaningVectors *old = known != nullptr ? known->vectors.get() : nullptr;
  link_meanings(vectors, options.graph_from, old, options.threads, progress);
  return vectors;
}

/// The vectors that a Retriever with this embedder compares questions with. Stores the trained
/// ranker's additional vectors only for an encoder: the static table computes them faster than a
/// file is read.
MeaningVectors vectors_of(const std::shared_ptr<const Catalog> &catalog,
                          const IndexFolderOptions &options, const OpenIndex *known,
                          const Progress &progress) {
  const AnyEmbedder &embedder = *options.embedder;
  const auto embed = [&](const KnownMeanings *meanings) {
    return embed_meanings(catalog, embedder, word_embedder(embedder),
                          pipeline_detail::has_ranker_vectors(embedder), meanings, options.threads,
                          progress);
  };
  if (known == nullptr || !known->vectors) return embed(nullptr);
  const KnownMeanings meanings{known->catalog, *known->vectors};
  try {
    return embed(&meanings);
  } catch (const Error &error) {
    if (error.code() != ErrorCode::malformed) throw;
    return embed(nullptr);  // the known vectors are damaged
  }
}

}  // namespace

bool is_index_folder(const std::string &path) {
  return is_stored_catalog(inside(path, catalog_name));
}

void write_index_folder(const std::string &folder, const std::shared_ptr<const Catalog> &catalog,
                        const IndexFolderOptions &options, const Progress &progress) {
  pipeline_detail::write_index(folder, {catalog, {}}, options, nullptr, progress);
}

void write_index_folder(const std::string &folder, const SourceSnapshot &sources,
                        const IndexFolderOptions &options, const Progress &progress) {
  pipeline_detail::write_index(folder, sources, options, nullptr, progress);
}

OpenIndex open_index_folder(const std::string &folder) {
  const StoredCatalog stored = load_stored_catalog(pipeline_detail::catalog_path(folder));
  pipeline_detail::remove_strays(folder, stored.segments);
  return pipeline_detail::open_segments(folder, stored);
}

namespace pipeline_detail {

std::string catalog_path(const std::string &folder) { return inside(folder, catalog_name); }

bool has_ranker_vectors(const AnyEmbedder &embedder) {
  const auto words = default_embedder();
  return words && words->fingerprint() != embedder.fingerprint() && has_ranker(embedder);
}

bool has_graph(std::size_t rows, const AnyEmbedder &embedder, const IndexFolderOptions &options) {
  return rows >= std::max<std::size_t>(1, options.graph_from) && !has_ranker(embedder);
}

void write_index(const std::string &folder, const SourceSnapshot &sources,
                 const IndexFolderOptions &options, const OpenIndex *known,
                 const Progress &progress) {
  Build build(folder);
  progress.step("indexing", 0, 2);
  const auto lexical = known != nullptr
                           ? index_catalog(*sources.catalog, *known->catalog, known->lexical)
                           : index_catalog(*sources.catalog);
  std::vector<StoredSegment> segments{write_postings(folder, *lexical)};
  progress.step("indexing", 1, 2);
  if (options.embedder) {
    const MeaningVectors vectors =
        linked(vectors_of(sources.catalog, options, known, progress), options, known, progress);
    for (StoredSegment &segment : write_vectors(folder, vectors)) {
      segments.push_back(std::move(segment));
    }
  }
  store_catalog(catalog_path(folder), *sources.catalog, segments, sources.files);
  build.succeed(segments);
  progress.step("indexing", 2, 2);
}

OpenIndex open_segments(const std::string &folder, const StoredCatalog &stored) {
  for (const StoredSegment &segment : stored.segments) {
    if (segment.kind != postings_kind) continue;
    auto lexical = LexicalIndex::open(inside(folder, segment.file));
    if (lexical->fingerprint() != stored.catalog->fingerprint()) {
      throw Error(ErrorCode::mismatch, "belongs to another catalog; index again",
                  {inside(folder, segment.file)});
    }
    return {stored.catalog, std::move(lexical), open_vectors(folder, stored)};
  }
  throw Error(ErrorCode::malformed, "lists no postings; index again", {catalog_path(folder)});
}

void remove_strays(const std::string &folder, std::span<const StoredSegment> segments) {
  try {
    if (!has_others(folder, files_of(segments))) return;
    const FolderLock lock = FolderLock::try_to_take(folder);
    if (!lock.held()) return;  // a writer may be creating them
    // The catalog may have changed before the lock was taken.
    remove_others(folder, files_of(load_stored_catalog(catalog_path(folder)).segments));
  } catch (const Error &) {  // stray files are harmless
  }
}

}  // namespace pipeline_detail
}  // namespace sluice::inline v0
