#ifndef SLUICE_SRC_EMBED_VECTOR_CACHE_HPP
#define SLUICE_SRC_EMBED_VECTOR_CACHE_HPP

/// A file that caches vectors from a paid service by model and text.

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sluice/db/sqlite.hpp"

namespace sluice::inline v0::embed_detail {

/// A SQLite database. Thread-safe, and safe for several processes; a crash loses only what was not
/// yet stored.
class VectorCache {
 public:
  /// Creates the file if it does not exist. Throws Error: io, malformed, mismatch (a database of
  /// another kind).
  VectorCache(const std::string &path, std::string model);

  /// The size of the model's vectors, or nullopt if there are none.
  std::optional<std::size_t> dimensions();
  /// Returns false unless there is a vector of that size which has unit length or is zero.
  bool find(std::string_view text, std::span<float> vector);
  /// `vectors` is row-major, texts × their dimensions. Stores all of them, or none if there is a
  /// crash.
  void store(std::span<const std::string_view> texts, std::span<const float> vectors);

 private:
  std::mutex mutex_;
  std::string model_;
  SqliteConnection connection_;
};

}  // namespace sluice::inline v0::embed_detail

#endif
