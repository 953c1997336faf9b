#ifndef SLUICE_SRC_LLM_COMPLETION_CACHE_HPP
#define SLUICE_SRC_LLM_COMPLETION_CACHE_HPP

/// Cache file of paid answers, by request.

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/core/completer.hpp"
#include "sluice/db/sqlite.hpp"

namespace sluice::inline v0::llm_detail {

/// A SQLite database. Thread-safe, also across processes. A crash loses only answers that were not
/// stored yet.
class CompletionCache {
 public:
  /// Creates the file if it does not exist. Throws Error(io), Error(malformed), and Error(mismatch)
  /// if it is a database of another kind.
  explicit CompletionCache(const std::string &path);

  /// Returns nullopt if there is no answer, or it is damaged.
  std::optional<Completion> find(std::string_view request);
  /// Stores an answer and returns the one in the cache: of two concurrent requests, the first one
  /// stored.
  Completion store(std::string_view request, const Completion &completion);

 private:
  std::mutex mutex_;
  SqliteConnection connection_;
};

}  // namespace sluice::inline v0::llm_detail

#endif
