#ifndef SLUICE_SRC_JUDGE_READABLE_DATABASES_HPP
#define SLUICE_SRC_JUDGE_READABLE_DATABASES_HPP

/// Decides which databases of a benchmark can be read, for everything that reads them: what is
/// skipped is skipped everywhere, for the same reason.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/function_ref.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/schema/skipped_item.hpp"

namespace sluice::inline v0::judge_detail {

/// What is skipped because of the error. `name`: what was read.
SkippedItem skipped_item(const Error &error, std::string_view name);

/// Sorts the items and removes duplicates.
void sort_skipped(std::vector<SkippedItem> &items);

/// Throws Error(malformed) if the open database has neither a table nor a view, and what SQLite
/// reports of a damaged file or of one of another kind. `path` names it.
void require_tables(SqliteConnection &connection, const std::string &path);

/// SqliteImage::load. Also throws Error(malformed) if the end of the file is missing, which SQLite
/// notices only if a whole page is missing.
std::shared_ptr<const SqliteImage> whole_image(const std::string &path);

/// whole_image, with require_tables if there is enough memory.
std::shared_ptr<const SqliteImage> readable_image(const std::string &path);

/// Collects which of several databases cannot be read. Not thread-safe.
class UnreadableDatabases {
 public:
  /// Calls `read`. Returns whether it threw no Error; keeps an error that is about what was read,
  /// and throws others. `name`: what is read.
  bool try_read(const std::string &name, function_ref<void()> read);

  /// Throws the first error. There must be one.
  [[noreturn]] void throw_first() const;
  std::vector<SkippedItem> take() { return std::move(skipped_); }

 private:
  std::optional<Error> first_;
  std::vector<SkippedItem> skipped_;
};

}  // namespace sluice::inline v0::judge_detail

#endif
