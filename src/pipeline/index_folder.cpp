#include "sluice/pipeline/index_folder.hpp"

#include <filesystem>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/stored_vectors.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/route/meaning_vectors.hpp"
#include "sluice/route/ranker_model.hpp"
#include "sluice/route/ranker_schema.hpp"
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
  for (const auto &entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(segment_suffix) || name.ends_with(".tmp") ||
        name.starts_with(catalog_name)) {
      continue;  // left behind by a call that did not get to its commit
    }
    throw Error(ErrorCode::invalid_argument,
                fmt::format("holds \"{}\", expected an empty folder or an index", name), {folder});
  }
  if (error) throw Error(ErrorCode::io, fmt::format("cannot read: {}", error.message()), {folder});
}

void remove_strays(const std::string &folder, const std::set<std::string> &kept) {
  std::error_code error;  // what cannot be removed now is removed the next time
  for (const auto &entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name.ends_with(segment_suffix) || name.ends_with(".tmp");
    if (ours && !kept.contains(name)) fs::remove(entry.path(), error);
  }
}

StoredSegment write_postings(const std::string &folder, const LexicalIndex &index) {
  const std::string bytes = index.bytes();
  // Named after its content: a segment is never changed, only replaced by another name.
  const std::uint64_t fingerprint = hash64(bytes);
  StoredSegment segment;
  segment.kind = postings_kind;
  segment.file = fmt::format("{}-{:016x}{}", postings_kind, fingerprint, segment_suffix);
  segment.fingerprint = fingerprint;
  write_file(inside(folder, segment.file), bytes);
  return segment;
}

/// What a retriever with this embedder compares questions with. What the trained ranker hears
/// beside tables and columns is made by an encoder only: the static table embeds it faster than a
/// file is worth.
MeaningVectors vectors_of(const std::shared_ptr<const Catalog> &catalog,
                          const std::shared_ptr<const LexicalIndex> &index,
                          const AnyEmbedder &embedder, std::size_t threads,
                          const Progress &progress) {
  const AnyEmbedder single_words = word_embedder(embedder);
  MeaningVectors made =
      embed_meanings(*catalog, SchemaWords(*catalog), embedder, single_words, threads, progress);
  const auto words = default_embedder();
  if (!words || words->fingerprint() == embedder.fingerprint() ||
      RankerModel::builtin(words->fingerprint(), embedder.fingerprint()) == nullptr) {
    return made;
  }
  progress.step("embedding stems", 0, 1);
  const RankerSchema schema(std::make_shared<const JoinGraphs>(catalog), index, {*words, embedder},
                            &made);
  return schema.complete(std::move(made));
}

}  // namespace

bool is_index_folder(const std::string &path) {
  return is_stored_catalog(inside(path, catalog_name));
}

void write_index_folder(const std::string &folder, const std::shared_ptr<const Catalog> &catalog,
                        const IndexFolderOptions &options, const Progress &progress) {
  make_folder(folder);
  progress.step("indexing", 0, 2);
  const std::shared_ptr<const LexicalIndex> index = index_catalog(*catalog);
  std::vector<StoredSegment> segments{write_postings(folder, *index)};
  progress.step("indexing", 1, 2);
  if (options.embedder) {
    const MeaningVectors vectors =
        vectors_of(catalog, index, *options.embedder, options.threads, progress);
    for (StoredSegment &segment : detail::write_vectors(folder, vectors)) {
      segments.push_back(std::move(segment));
    }
  }
  store_catalog(inside(folder, catalog_name), *catalog, segments);
  std::set<std::string> kept;
  for (const StoredSegment &segment : segments) kept.insert(segment.file);
  remove_strays(folder, kept);
  progress.step("indexing", 2, 2);
}

OpenIndex open_index_folder(const std::string &folder) {
  const std::string path = inside(folder, catalog_name);
  const StoredCatalog stored = load_stored_catalog(path);
  for (const StoredSegment &segment : stored.segments) {
    if (segment.kind != postings_kind) continue;
    auto lexical = LexicalIndex::open(inside(folder, segment.file));
    if (lexical->fingerprint() != stored.catalog->fingerprint()) {
      throw Error(ErrorCode::mismatch, "belongs to another catalog; index again",
                  {inside(folder, segment.file)});
    }
    return {stored.catalog, std::move(lexical), detail::open_vectors(folder, stored)};
  }
  throw Error(ErrorCode::malformed, "lists no postings; index again", {path});
}

}  // namespace sluice
