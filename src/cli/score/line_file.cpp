#include "line_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "sluice/core/error.hpp"

namespace sluice::cli {

LineFile::LineFile(std::string path, Start start) : path_(std::move(path)) {
  const int how = start == Start::empty ? O_TRUNC : O_APPEND;
  const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | how, 0666);
  if (descriptor < 0) fail();
  file_.reset(::fdopen(descriptor, start == Start::empty ? "w" : "a"));
  if (file_ == nullptr) {
    ::close(descriptor);
    fail();
  }
}

void LineFile::add(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
}

void LineFile::flush() {
  if (std::fflush(file_.get()) != 0) fail();
}

void LineFile::fail() const { throw Error(ErrorCode::io, "cannot be written", {path_}); }

}  // namespace sluice::cli
