#include "sluice/pipeline/index_update.hpp"

#include <algorithm>
#include <utility>

#include "core/kept_path.hpp"
#include "index_files.hpp"
#include "kept_sources.hpp"
#include "sluice/core/error.hpp"
#include "sluice/route/meaning_vectors.hpp"

namespace sluice::inline v0 {
namespace {

/// The result of `read`, or nullopt if its input is missing or damaged and has to be rebuilt.
template <class Read>
auto read_if_valid(Read read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const Error &error) {
    const bool can_be_replaced = error.code() == ErrorCode::not_found ||
                                 error.code() == ErrorCode::malformed ||
                                 error.code() == ErrorCode::mismatch;
    if (!can_be_replaced) throw;
    return std::nullopt;
  }
}

std::optional<StoredCatalog> stored_in(const std::string &folder) {
  if (!is_index_folder(folder)) return std::nullopt;
  return read_if_valid([&] { return load_stored_catalog(pipeline_detail::catalog_path(folder)); });
}

/// Whether the index has the vectors that these options require.
bool is_made_with(const OpenIndex &index, const IndexFolderOptions &options) {
  if (!options.embedder) return index.vectors == nullptr;
  if (!index.vectors) return index.catalog->column_count() == 0;
  const MeaningVectors &vectors = *index.vectors;
  const auto has_graph = [&](const QuantizedRows &rows) {
    return pipeline_detail::has_graph(rows.size(), *options.embedder, options);
  };
  return vectors.sentences == options.embedder->fingerprint() &&
         vectors.single_words == word_embedder(*options.embedder).fingerprint() &&
         (vectors.stems.size() != 0) == pipeline_detail::has_ranker_vectors(*options.embedder) &&
         vectors.table_graph.has_value() == has_graph(vectors.tables) &&
         vectors.column_graph.has_value() == has_graph(vectors.columns);
}

/// Whether replacing the old stamps would avoid work in the next call. An unknown stamp (0) is not
/// a reason to write, because nothing changed.
bool are_newer(const std::vector<FileStamp> &now, const std::vector<FileStamp> &old) {
  return !std::ranges::equal(now, old, [](const FileStamp &a, const FileStamp &b) {
    return a.path == b.path && (a.stamp == b.stamp || a.stamp == 0 || b.stamp == 0);
  });
}

}  // namespace

IndexUpdater::IndexUpdater(std::string folder, std::vector<AnySource> sources,
                           IndexFolderOptions options)
    : folder_(std::move(folder)),
      sources_(std::move(sources)),
      start_(detail::current_folder()),
      options_(std::move(options)) {}

IndexUpdate IndexUpdater::update(const Progress &progress) {
  const std::string folder = detail::kept_path(folder_, start_);
  std::optional<SourceSnapshot> before = last_;
  std::optional<OpenIndex> held;
  bool is_valid = before.has_value();
  const auto stored = before ? std::nullopt : stored_in(folder);
  if (stored) {
    held = read_if_valid([&] { return pipeline_detail::open_segments(folder, *stored); });
    // An index of an older release is rebuilt, because it has no stamps of files.
    is_valid = held && is_made_with(*held, options_) &&
               stored->files.size() == stored->catalog->database_count();
    if (is_valid) pipeline_detail::remove_strays(folder, stored->segments);
    before = SourceSnapshot{stored->catalog, stored->files};
  }
  SourceSnapshot now = read_sources(pipeline_detail::kept_sources(sources_, start_),
                                    options_.loading, before ? &*before : nullptr, progress);
  const auto old = before ? before->catalog : Catalog::make({});
  IndexUpdate update{now.catalog, difference(*old, *now.catalog), now.read, false, now.skipped};
  if (is_valid && old->fingerprint() == now.catalog->fingerprint()) {
    if (are_newer(now.files, before->files)) {
      store_file_stamps(pipeline_detail::catalog_path(folder), now.files);
    }
  } else {
    if (!held && is_index_folder(folder)) {
      held = read_if_valid([&] { return open_index_folder(folder); });
    }
    pipeline_detail::write_index(folder, now, options_, held ? &*held : nullptr, progress);
    update.written = true;
  }
  last_ = std::move(now);
  return update;
}

}  // namespace sluice::inline v0
