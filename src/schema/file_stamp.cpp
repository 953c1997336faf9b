#include "sluice/schema/file_stamp.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>

#include "file_kind.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/version.hpp"
#include "sluice/schema/load.hpp"

namespace sluice {
namespace {

using std::chrono::nanoseconds;

nanoseconds since_epoch(const timespec &time) {
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

/// Whether a change after now could leave this time as it is.
bool is_young(nanoseconds time) {
  using namespace std::chrono_literals;
  // Kernels stamp by their timer's tick; file systems without fractions by up to two seconds.
  const nanoseconds resolution = time % 1s == 0s ? nanoseconds(2s) : nanoseconds(100ms);
  return std::chrono::system_clock::now().time_since_epoch() - time <= resolution;
}

bool holds_something(const std::string &path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && status.st_size > 0;
}

}  // namespace

std::uint64_t file_stamp(const std::string &path, const LoadOptions &options) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return 0;
  const nanoseconds written = since_epoch(status.st_mtim);
  const nanoseconds changed = since_epoch(status.st_ctim);
  if (is_young(written) || is_young(changed)) return 0;
  if (holds_something(path + "-wal") || holds_something(path + "-journal")) return 0;
  Fingerprint stamp;
  stamp.add(version).add(detail::first_bytes(path));
  for (const auto number : {written.count(), changed.count()}) {
    stamp.add(static_cast<std::uint64_t>(number));
  }
  stamp.add(std::uint64_t{status.st_dev}).add(std::uint64_t{status.st_ino});
  stamp.add(static_cast<std::uint64_t>(status.st_size));
  // Of the limits, the time leaves nothing to compare: what hits it once may not another time, and
  // is an error.
  stamp.add(std::uint64_t{options.samples}).add(std::uint64_t{options.max_sample_bytes});
  stamp.add(options.limits.steps).add(static_cast<std::uint64_t>(options.limits.bytes));
  return std::max<std::uint64_t>(stamp.value(), 1);
}

}  // namespace sluice
