#ifndef SLUICE_TESTS_SUPPORT_HPP
#define SLUICE_TESTS_SUPPORT_HPP

/// Shared by the tests of all rooms.

#include <cstddef>
#include <filesystem>
#include <string_view>

// Whether a sanitizer is on, which is slow: gcc defines macros, clang has features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLUICE_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLUICE_TEST_SANITIZED 1
#endif
#endif

namespace sluice::test {

/// Divisor for the amount of test work: larger with a sanitizer, which is slow.
#if defined(SLUICE_TEST_SANITIZED)
inline constexpr std::size_t slowness = 10;
#else
inline constexpr std::size_t slowness = 1;
#endif

/// The benchmark data: $SLUICE_DATA, or the folder the build was configured with. It may not exist.
std::filesystem::path data_directory();

/// The encoder that cmake/encoder_weights.sh downloads: $SLUICE_ENCODER, or build/encoder. It may
/// not exist.
std::filesystem::path encoder_directory();

/// The root of the source tree.
std::filesystem::path source_directory();

/// Makes ctest count this test as skipped. The caller returns afterwards:
/// `if (!exists(path)) return test::skip("no benchmark data");`
void skip(std::string_view why);

/// Returns a port of 127.0.0.1 that is currently not in use.
int free_port();

/// A fresh folder that is removed with the object. Its name is unique across processes.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;

  const std::filesystem::path &path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace sluice::test

#endif
