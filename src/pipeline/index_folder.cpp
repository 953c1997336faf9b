#include "sluice/pipeline/index_folder.hpp"

#include <filesystem>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/index_files.hpp"
#include "pipeline/stored_vectors.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/folder.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/schema/catalog_file.hpp"

namespace sluice {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view catalog_name = "catalog.sqlite";
constexpr std::string_view postings_kind = "postings";
constexpr std::string_view segment_suffix = ".segment";

std::string inside(const std::string &folder, std::string_view name) {
  return (fs::path(folder) / name).string();
}

void make_folder(const std::string &folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(ErrorCode::io, fmt::format("cannot make: {}", error.message()), {folder});
  if (is_index_folder(folder)) return;
  for (const auto &[name, kind] : folder_entries(folder)) {
    if (name.ends_with(segment_suffix) || name.ends_with(".tmp") ||
        name.starts_with(catalog_name)) {
      continue;  // left behind by a call that did not get to its commit
    }
    throw Error(ErrorCode::invalid_argument,
                fmt::format("holds \"{}\", expected an empty folder or an index", name), {folder});
  }
}

StoredSegment write_postings(const std::string &folder, const LexicalIndex &index) {
  const std::string bytes = index.bytes();
  StoredSegment segment;
  segment.kind = postings_kind;
  segment.fingerprint = hash64(bytes);
  segment.file = detail::write_segment(folder, postings_kind, bytes);
  return segment;
}

/// What a retriever with this embedder compares questions with. What the trained ranker hears
/// beside tables and columns is made by an encoder only: the static table embeds it faster than a
/// file is worth.
MeaningVectors vectors_of(const std::shared_ptr<const Catalog> &catalog,
                          const IndexFolderOptions &options, const OpenIndex *known,
                          const Progress &progress) {
  const AnyEmbedder &embedder = *options.embedder;
  const auto embed = [&](const KnownMeanings *meanings) {
    return embed_meanings(catalog, embedder, word_embedder(embedder),
                          detail::has_ranker_vectors(embedder), meanings, options.threads,
                          progress);
  };
  if (known == nullptr || !known->vectors) return embed(nullptr);
  const KnownMeanings meanings{known->catalog, *known->vectors};
  try {
    return embed(&meanings);
  } catch (const Error &error) {
    if (error.code() != ErrorCode::malformed) throw;
    return embed(nullptr);  // what was there is damaged
  }
}

}  // namespace

bool is_index_folder(const std::string &path) {
  return is_stored_catalog(inside(path, catalog_name));
}

void write_index_folder(const std::string &folder, const std::shared_ptr<const Catalog> &catalog,
                        const IndexFolderOptions &options, const Progress &progress) {
  detail::write_index(folder, {catalog, {}}, options, nullptr, progress);
}

void write_index_folder(const std::string &folder, const SourceSnapshot &sources,
                        const IndexFolderOptions &options, const Progress &progress) {
  detail::write_index(folder, sources, options, nullptr, progress);
}

OpenIndex open_index_folder(const std::string &folder) {
  return detail::open_segments(folder, load_stored_catalog(detail::catalog_path(folder)));
}

namespace detail {

std::string catalog_path(const std::string &folder) { return inside(folder, catalog_name); }

bool has_ranker_vectors(const AnyEmbedder &embedder) {
  const auto words = default_embedder();
  return words && words->fingerprint() != embedder.fingerprint() &&
         RankerModel::builtin(words->fingerprint(), embedder.fingerprint()) != nullptr;
}

void write_index(const std::string &folder, const SourceSnapshot &sources,
                 const IndexFolderOptions &options, const OpenIndex *known,
                 const Progress &progress) {
  make_folder(folder);
  progress.step("indexing", 0, 2);
  const auto lexical = known != nullptr
                           ? index_catalog(*sources.catalog, *known->catalog, known->lexical)
                           : index_catalog(*sources.catalog);
  std::vector<StoredSegment> segments{write_postings(folder, *lexical)};
  progress.step("indexing", 1, 2);
  if (options.embedder) {
    const MeaningVectors vectors = vectors_of(sources.catalog, options, known, progress);
    for (StoredSegment &segment : write_vectors(folder, vectors)) {
      segments.push_back(std::move(segment));
    }
  }
  store_catalog(catalog_path(folder), *sources.catalog, segments, sources.files);
  remove_strays(folder, segments);
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
  std::set<std::string> kept;
  for (const StoredSegment &segment : segments) kept.insert(segment.file);
  std::error_code error;  // what cannot be removed now is removed the next time
  for (const auto &[name, kind] : folder_entries(folder)) {
    const bool ours = name.ends_with(segment_suffix) || name.ends_with(".tmp");
    if (ours && !kept.contains(name)) fs::remove(inside(folder, name), error);
  }
}

}  // namespace detail
}  // namespace sluice
