#ifndef SLUICE_SRC_EMBED_VECTOR_CACHE_HPP
#define SLUICE_SRC_EMBED_VECTOR_CACHE_HPP

/// Vectors that were paid for, kept in a file by model and text.

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sluice/db/sqlite.hpp"

namespace sluice::detail {

/// An SQLite database. Any threads and processes at once; a crash loses what was not yet stored,
/// nothing else.
class VectorCache {
 public:
  /// Makes the file if need be. Throws Error: io, malformed, mismatch (a database of another kind).
  VectorCache(const std::string &path, std::string model);

  /// The size of the model's vectors, if there is one.
  std::optional<std::size_t> dimensions();
  /// False, if there is no vector, or none of that size and of unit length or zero.
  bool find(std::string_view text, std::span<float> vector);
  /// Row-major, texts × their dimensions; all of them, or in a crash none.
  void store(std::span<const std::string_view> texts, std::span<const float> vectors);

 private:
  std::mutex mutex_;
  std::string model_;
  SqliteConnection connection_;
};

}  // namespace sluice::detail

#endif
