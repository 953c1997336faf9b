// Arbitrary files for the loaders; the seeds are SQLite files.

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "round_trip.hpp"

namespace {

/// A temporary file of this process, removed at exit.
class ScratchFile {
 public:
  ScratchFile()
      : path_((std::filesystem::temp_directory_path() /
               ("sluice-fuzz-" + std::to_string(::getpid()) + ".sqlite"))
                  .string()) {}
  ~ScratchFile() { ::unlink(path_.c_str()); }
  ScratchFile(const ScratchFile &) = delete;
  ScratchFile &operator=(const ScratchFile &) = delete;

  const std::string &path() const noexcept { return path_; }

  void hold(const std::uint8_t *data, std::size_t size) const {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char *>(data), static_cast<std::streamsize>(size));
  }

 private:
  std::string path_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const ScratchFile file;
  file.hold(data, size);
  const sluice::LoadOptions options{
      .limits = {.steps = 50'000, .seconds = 5, .bytes = std::int64_t{64} << 20}};
  try {
    sluice::fuzz::check_round_trip(sluice::load(file.path(), options));
  } catch (const sluice::Error &) {
  }
  return 0;
}
