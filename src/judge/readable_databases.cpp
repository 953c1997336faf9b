#include "judge/readable_databases.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "core/input_error.hpp"

namespace sluice::inline v0::judge_detail {
namespace {

/// The size of a database file according to its header; 0 if the header does not say it, or if the
/// bytes are not a database. The format: https://sqlite.org/fileformat.html, section 1.3.
std::uint64_t size_in_header(std::string_view bytes) noexcept {
  constexpr std::size_t header_size = 100;
  if (bytes.size() < header_size || !bytes.starts_with("SQLite format 3")) return 0;
  const auto number_at = [bytes](std::size_t at, std::size_t size) {
    std::uint64_t number = 0;
    for (const char byte : bytes.substr(at, size))
      number = number << 8U | static_cast<unsigned char>(byte);
    return number;
  };
  constexpr std::size_t page_size_at = 16, changes_at = 24, pages_at = 28, valid_for_at = 92;
  if (number_at(changes_at, 4) != number_at(valid_for_at, 4)) return 0;
  const std::uint64_t page_size = number_at(page_size_at, 2);
  return number_at(pages_at, 4) * (page_size == 1 ? 65536 : page_size);
}

}  // namespace

SkippedItem skipped_item(const Error &error, std::string_view name) {
  if (error.where().source.empty()) return {std::string(name), error.message()};
  return {to_string(error.where()), error.message()};
}

void sort_skipped(std::vector<SkippedItem> &items) {
  std::ranges::sort(items, [](const SkippedItem &a, const SkippedItem &b) {
    return std::tie(a.where, a.reason) < std::tie(b.where, b.reason);
  });
  items.erase(std::unique(items.begin(), items.end()), items.end());
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

std::shared_ptr<const SqliteImage> whole_image(const std::string &path) {
  std::shared_ptr<const SqliteImage> image = SqliteImage::load(path);
  const std::uint64_t size = image->bytes().size(), expected = size_in_header(image->bytes());
  if (size >= expected) return image;
  throw Error(
      ErrorCode::malformed,
      fmt::format("database disk image is malformed: {} of {} bytes are there", size, expected),
      {path});
}

std::shared_ptr<const SqliteImage> readable_image(const std::string &path) {
  std::shared_ptr<const SqliteImage> image = whole_image(path);
  try {
    SqliteConnection connection = SqliteConnection::from_image(image);
    require_tables(connection, path);
  } catch (const Error &error) {
    // Queries that run meanwhile may use all of SQLite's memory, which says nothing about the file.
    if (error.code() != ErrorCode::limit_exceeded) throw;
  }
  return image;
}

bool UnreadableDatabases::try_read(const std::string &name, function_ref<void()> read) {
  try {
    read();
    return true;
  } catch (const Error &error) {
    if (!detail::is_about_input(error)) throw;
    skipped_.push_back(skipped_item(error, name));
    if (!first_) first_ = error;
    return false;
  }
}

void UnreadableDatabases::throw_first() const { throw Error(*first_); }

}  // namespace sluice::inline v0::judge_detail
