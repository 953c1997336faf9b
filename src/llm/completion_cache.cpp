#include "completion_cache.hpp"

#include <cstdint>

#include "db/cache_file.hpp"
#include "llm/completion_protocol.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/llm/recorded_completions.hpp"

namespace sluice::inline v0::llm_detail {
namespace {

constexpr std::int64_t application_id = 0x536C4363;  // "SlCc"

std::int64_t checksum_of(std::string_view hash, std::string_view answer) {
  return static_cast<std::int64_t>(Fingerprint().add(hash).add(answer).value());
}

}  // namespace

CompletionCache::CompletionCache(const std::string &path)
    : connection_(db_detail::open_cache(
          path, application_id,
          "CREATE TABLE completions(request TEXT NOT NULL PRIMARY KEY, answer "
          "TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID",
          "completions")) {}

std::optional<Completion> CompletionCache::find(std::string_view request) {
  const std::string hash = request_hash(request);
  std::optional<std::string> answer;
  {
    const std::lock_guard lock(mutex_);
    connection_.query("SELECT answer, checksum FROM completions WHERE request = ?", {hash},
                      [&](const SqliteRow &row) {
                        if (row.integer(1) == checksum_of(hash, row.text(0))) answer = row.text(0);
                        return false;
                      });
  }
  if (!answer) return std::nullopt;
  try {
    Completion completion = parse_completion(*answer, "cache");
    completion.is_cached = true;
    return completion;
  } catch (const Error &) {  // written by another release
    return std::nullopt;
  }
}

Completion CompletionCache::store(std::string_view request, const Completion &completion) {
  const std::string hash = request_hash(request);
  const std::string answer = completion_answer(completion);
  const auto write = [&](const char *statement) {
    const std::lock_guard lock(mutex_);
    connection_.run(statement, {hash, answer, checksum_of(hash, answer)});
  };
  write("INSERT OR IGNORE INTO completions VALUES (?, ?, ?)");
  Completion kept = completion;
  if (const std::optional<Completion> there = find(request)) {
    kept.text = there->text;
    kept.end = there->end;
  } else {  // damaged, or written by another release
    write("INSERT OR REPLACE INTO completions VALUES (?, ?, ?)");
  }
  return kept;
}

}  // namespace sluice::inline v0::llm_detail
