#include "sluice/schema/file_stamp.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>

#include "core/host_file.hpp"
#include "db/duckdb_session.hpp"
#include "load/file_kind.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/version.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {
namespace {

using std::chrono::nanoseconds;

nanoseconds since_epoch(const timespec &time) {
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

/// Whether a later change could leave one of the file's times unchanged.
bool is_recent(const struct stat &status) {
  return detail::is_recent(detail::modification_time(status)) ||
         detail::is_recent(detail::change_time(status));
}

void add(const struct stat &status, Fingerprint &print) {
  for (const auto &time : {detail::modification_time(status), detail::change_time(status)})
    print.add(static_cast<std::uint64_t>(since_epoch(time).count()));
  print.add(static_cast<std::uint64_t>(status.st_dev));  // has a sign on macOS
  print.add(std::uint64_t{status.st_ino});
  print.add(static_cast<std::uint64_t>(status.st_size));
}

void add(const LoadOptions &options, Fingerprint &print) {
  // Of the limits, the time is left out: whether it is exceeded varies from run to run, and
  // exceeding it is an error.
  print.add(std::uint64_t{options.samples}).add(std::uint64_t{options.max_sample_bytes});
  print.add(options.limits.steps).add(static_cast<std::uint64_t>(options.limits.bytes));
  if (options.dialect) print.add(sql::dialect_name(*options.dialect));
}

/// Whether a log or journal next to the file contains changes that the file does not.
bool has_log(const std::string &path, std::string_view start) {
  if (schema_detail::is_duckdb(start))
    return std::ranges::any_of(db_detail::duckdb_files(path).logs, detail::has_bytes);
  return detail::has_bytes(path + "-wal") || detail::has_bytes(path + "-journal");
}

}  // namespace

std::uint64_t file_stamp(const std::string &path, const LoadOptions &options) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return 0;
  if (is_recent(status)) return 0;
  const std::string counted = schema_detail::counted_bytes(path);
  if (has_log(path, counted)) return 0;
  Fingerprint stamp;
  stamp.add(version).add(counted);
  add(status, stamp);
  add(options, stamp);
  return std::max<std::uint64_t>(stamp.value(), 1);
}

std::uint64_t file_status(const std::string &path, const LoadOptions &options) noexcept {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || is_recent(status)) return 0;
  Fingerprint print;
  add(status, print);
  add(options, print);
  return std::max<std::uint64_t>(print.value(), 1);
}

}  // namespace sluice::inline v0
