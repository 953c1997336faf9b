#include "support/support.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>

namespace sluice::test {

std::filesystem::path data_directory() {
  const char *chosen = std::getenv("SLUICE_DATA");
  return chosen != nullptr ? chosen : SLUICE_DATA;
}

std::filesystem::path encoder_directory() {
  const char *chosen = std::getenv("SLUICE_ENCODER");
  return chosen != nullptr ? std::filesystem::path(chosen) : source_directory() / "build/encoder";
}

std::filesystem::path source_directory() { return SLUICE_SOURCE_DIR; }

void skip(std::string_view why) {
  std::printf("\nskipped: %.*s\n", static_cast<int>(why.size()), why.data());
}

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "sluice-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), name);
  }
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace sluice::test
