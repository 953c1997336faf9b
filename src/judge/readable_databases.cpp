#include "judge/readable_databases.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace sluice::inline v0::judge_detail {

bool is_about_input(const Error &error) noexcept {
  return error.code() != ErrorCode::cancelled && error.code() != ErrorCode::internal;
}

SkippedItem skipped_item(const Error &error, std::string_view name) {
  if (error.where().source.empty()) return {std::string(name), error.message()};
  return {to_string(error.where()), error.message()};
}

void sort_skipped(std::vector<SkippedItem> &items) {
  std::ranges::sort(items);
  const auto duplicates = std::ranges::unique(items);
  items.erase(duplicates.begin(), duplicates.end());
}

void require_tables(SqliteConnection &connection, const std::string &path) {
  bool has_tables = false;
  connection.query("SELECT 1 FROM main.sqlite_schema WHERE type IN ('table', 'view') "
                   "AND substr(name, 1, 7) <> 'sqlite_' COLLATE NOCASE",
                   {}, [&](const SqliteRow &) {
                     has_tables = true;
                     return false;
                   });
  if (has_tables) return;
  std::error_code error;
  const bool is_empty = std::filesystem::is_empty(path, error);
  throw Error(ErrorCode::malformed, is_empty && !error ? "is empty" : "holds no tables", {path});
}

std::shared_ptr<const SqliteImage> readable_image(const std::string &path) {
  std::shared_ptr<const SqliteImage> image = SqliteImage::load(path);
  SqliteConnection connection = SqliteConnection::from_image(image);
  require_tables(connection, path);
  return image;
}

bool UnreadableDatabases::try_read(const std::string &name, function_ref<void()> read) {
  try {
    read();
    return true;
  } catch (const Error &error) {
    if (!is_about_input(error)) throw;
    skipped_.push_back(skipped_item(error, name));
    if (!first_) first_ = error;
    return false;
  }
}

void UnreadableDatabases::throw_first() const { throw Error(*first_); }

}  // namespace sluice::inline v0::judge_detail
