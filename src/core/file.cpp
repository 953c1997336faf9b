#include "sluice/core/file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice {
namespace {

[[noreturn]] void fail(ErrorCode code, const std::string &path, std::string_view doing, int error) {
  throw Error(code, fmt::format("cannot {}: {}", doing, std::generic_category().message(error)),
              {path});
}

[[noreturn]] void fail_to_read(const std::string &path, std::string_view doing) {
  const int error = errno;
  fail(error == ENOENT || error == ENOTDIR ? ErrorCode::not_found : ErrorCode::io, path, doing,
       error);
}

[[noreturn]] void fail_to_write(const std::string &path, std::string_view doing) {
  fail(ErrorCode::io, path, doing, errno);
}

class Descriptor {
 public:
  Descriptor(const std::string &path, int flags, mode_t mode = 0)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  bool open() const noexcept { return number_ >= 0; }
  int number() const noexcept { return number_; }

 private:
  int number_;
};

std::uint64_t size_of_regular_file(const Descriptor &file, const std::string &path) {
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail_to_read(path, "read");
  if (S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::invalid_argument, "is a directory, expected a file", {path});
  }
  return static_cast<std::uint64_t>(status.st_size);
}

std::string read_raw(const std::string &path, std::uint64_t max_bytes) {
  const Descriptor file(path, O_RDONLY);
  if (!file.open()) fail_to_read(path, "open");
  const std::uint64_t expected = size_of_regular_file(file, path);
  std::string bytes;
  bytes.reserve(std::min(expected, max_bytes) + 1);
  for (char buffer[1 << 14];;) {
    const ssize_t got = ::read(file.number(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_read(path, "read");
    if (got == 0) return bytes;
    if (bytes.size() + static_cast<std::size_t>(got) > max_bytes) {
      throw Error(ErrorCode::limit_exceeded, fmt::format("is larger than {} bytes", max_bytes),
                  {path});
    }
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

/// One or more gzip members, one after the other.
std::string unpack(std::string_view packed, const std::string &path, std::uint64_t max_bytes) {
  z_stream stream{};
  constexpr int gzip_only = 15 + 16;
  if (::inflateInit2(&stream, gzip_only) != Z_OK) {
    throw Error(ErrorCode::internal, "zlib did not start", {path});
  }
  struct End {
    z_stream *stream;
    ~End() { ::inflateEnd(stream); }
  } const end{&stream};

  std::string plain;
  for (char buffer[1 << 14];;) {
    if (stream.avail_in == 0) {
      const std::size_t chunk = std::min<std::size_t>(packed.size(), 1 << 30);
      stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.data()));
      stream.avail_in = static_cast<uInt>(chunk);
      packed.remove_prefix(chunk);
    }
    stream.next_out = reinterpret_cast<Bytef *>(buffer);
    stream.avail_out = sizeof buffer;
    const int status = ::inflate(&stream, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) {
      throw Error(ErrorCode::malformed, "is cut or broken gzip data", {path});
    }
    const std::size_t got = sizeof buffer - stream.avail_out;
    if (plain.size() + got > max_bytes) {
      throw Error(ErrorCode::limit_exceeded,
                  fmt::format("unpacks to more than {} bytes", max_bytes), {path});
    }
    plain.append(buffer, got);
    if (status == Z_STREAM_END) {
      if (stream.avail_in == 0 && packed.empty()) return plain;
      ::inflateReset(&stream);
    }
  }
}

void sync_folder_of(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const Descriptor handle(folder, O_RDONLY | O_DIRECTORY);
  if (!handle.open() || ::fsync(handle.number()) != 0) fail_to_write(folder, "sync");
}

/// A file that becomes `path` or goes away.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string &path)
      : path_(path),
        name_(fmt::format("{}.{}.{}.tmp", path, ::getpid(), ++made)),
        file_(name_, O_WRONLY | O_CREAT | O_TRUNC, 0644) {
    if (!file_.open()) fail_to_write(path_, "create");
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    if (!renamed_) ::unlink(name_.c_str());
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t put = ::write(file_.number(), bytes.data(), bytes.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) fail_to_write(path_, "write");
      bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    if (::fsync(file_.number()) != 0) fail_to_write(path_, "sync");
  }

  void rename() {
    if (::rename(name_.c_str(), path_.c_str()) != 0) fail_to_write(path_, "replace");
    renamed_ = true;
  }

 private:
  // Threads may write the same path at once: the last one to finish wins.
  inline static std::atomic<unsigned> made = 0;

  const std::string &path_;
  std::string name_;
  Descriptor file_;
  bool renamed_ = false;
};

}  // namespace

std::string read_file(const std::string &path, std::uint64_t max_bytes) {
  std::string bytes = read_raw(path, max_bytes);
  return is_gzip(bytes) ? unpack(bytes, path, max_bytes) : bytes;
}

void write_file(const std::string &path, std::string_view bytes) {
  TemporaryFile file(path);
  file.write(bytes);
  file.rename();
  sync_folder_of(path);
}

MappedFile::MappedFile(const std::string &path) {
  const Descriptor file(path, O_RDONLY);
  if (!file.open()) fail_to_read(path, "open");
  const std::uint64_t size = size_of_regular_file(file, path);
  if (size == 0) return;  // an empty mapping is not allowed, and not needed
  address_ = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (address_ == MAP_FAILED) {
    address_ = nullptr;
    fail_to_read(path, "map");
  }
  bytes_ = {static_cast<const char *>(address_), size};
}

MappedFile::MappedFile(MappedFile &&other) noexcept
    : address_(std::exchange(other.address_, nullptr)), bytes_(std::exchange(other.bytes_, {})) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(address_, other.address_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) ::munmap(address_, bytes_.size());
}

}  // namespace sluice
