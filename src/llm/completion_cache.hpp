#ifndef SLUICE_SRC_LLM_COMPLETION_CACHE_HPP
#define SLUICE_SRC_LLM_COMPLETION_CACHE_HPP

/// Answers that were paid for, kept in a file by request.

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/core/completer.hpp"
#include "sluice/db/sqlite.hpp"

namespace sluice::detail {

/// An SQLite database. Any threads and processes at once; a crash loses what was not yet stored,
/// nothing else.
class CompletionCache {
 public:
  /// Makes the file if need be. Throws Error: io, malformed, mismatch (a database of another kind).
  explicit CompletionCache(const std::string &path);

  /// Nothing if there is no answer, or not the one that was stored.
  std::optional<Completion> find(std::string_view request);
  /// Returns it with the answer that stays: of two who asked at once, the first one's.
  Completion store(std::string_view request, const Completion &completion);

 private:
  std::mutex mutex_;
  SqliteConnection connection_;
};

}  // namespace sluice::detail

#endif
