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

#include "host_file.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

[[noreturn]] void fail_file(ErrorCode code, const std::string &path, std::string_view doing,
                            int error) {
  throw Error(code, fmt::format("cannot {}: {}", doing, std::generic_category().message(error)),
              {path});
}

[[noreturn]] void fail_to_write(const std::string &path, std::string_view doing) {
  fail_file(ErrorCode::io, path, doing, errno);
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

[[noreturn]] void fail_to_read(const std::string &path, std::string_view doing, int error) {
  fail_file(error == ENOENT || error == ENOTDIR ? ErrorCode::not_found : ErrorCode::io, path, doing,
            error);
}

/// A file that the host may hold locks on, opened on a FileThread.
class OpenedFile {
 public:
  explicit OpenedFile(const std::string &path) : path_(path), file_(thread_, path) {
    if (file_.error() != 0) fail_to_read(path_, "open", file_.error());
    if (const int error = file_.look(look_); error != 0) fail_to_read(path_, "read", error);
    if (look_.is_folder()) {
      throw Error(ErrorCode::invalid_argument, "is a directory, expected a file", {path_});
    }
  }

  const detail::FileStatus &look() const noexcept { return look_; }

  /// Returns fewer than `size` bytes only at the end of the file. Pipes are read sequentially.
  std::size_t read(std::uint64_t offset, char *bytes, std::size_t size) const {
    int error = 0;
    const std::int64_t got = look_.is_regular() ? file_.read_at(offset, bytes, size, error)
                                                : file_.read_next(bytes, size, error);
    if (got < 0) fail_to_read(path_, "read", error);
    return static_cast<std::size_t>(got);
  }

  void *map() const {
    int error = 0;
    void *address = file_.map(look_.size, error);
    if (address == nullptr) fail_to_read(path_, "map", error);
    return address;
  }

 private:
  const std::string &path_;
  const detail::FileThread thread_;
  const detail::HostFile file_;
  detail::FileStatus look_;
};

/// Returns the result of `work`, which runs on a FileThread, with a single hand-over.
template <class Work>
auto on_file_thread(Work work) {
  decltype(work()) result;
  const detail::FileThread thread;
  thread.call([&] { result = work(); });
  return result;
}

std::string read_raw(const std::string &path, std::uint64_t max_bytes) {
  constexpr std::size_t least = std::size_t{1} << 16;
  const OpenedFile file(path);
  std::string bytes;
  // One byte more, so that the call that reads the last byte also detects the end.
  std::size_t part =
      std::max(least, static_cast<std::size_t>(std::min(file.look().size, max_bytes)) + 1);
  for (std::size_t done = 0;;) {
    bytes.resize(done + part);
    const std::size_t got = file.read(done, bytes.data() + done, part);
    done += got;
    if (done > max_bytes) {
      throw Error(ErrorCode::limit_exceeded, fmt::format("is larger than {} bytes", max_bytes),
                  {path});
    }
    if (got < part) {
      bytes.resize(done);
      return bytes;
    }
    part = std::max(least, done / 2);
  }
}

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

/// Unpacks one or more consecutive gzip members.
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
      throw Error(ErrorCode::malformed, "is truncated or damaged gzip data", {path});
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

/// A temporary file, which is either renamed to `path` or deleted.
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
  // Gives each thread another name, since several may write the same path at once.
  inline static std::atomic<unsigned> made = 0;

  const std::string &path_;
  std::string name_;
  Descriptor file_;
  bool renamed_ = false;
};

}  // namespace

std::string read_file(const std::string &path, std::uint64_t max_bytes) {
  std::string bytes = on_file_thread([&] { return read_raw(path, max_bytes); });
  return is_gzip(bytes) ? unpack(bytes, path, max_bytes) : bytes;
}

void write_file(const std::string &path, std::string_view bytes) {
  TemporaryFile file(path);
  file.write(bytes);
  file.rename();
  sync_folder_of(path);
}

std::string read_part(const std::string &path, std::uint64_t offset, std::size_t size) {
  return on_file_thread([&] {
    const OpenedFile file(path);
    std::string bytes(size, '\0');
    bytes.resize(file.read(offset, bytes.data(), size));
    return bytes;
  });
}

MappedFile::MappedFile(const std::string &path) {
  bytes_ = on_file_thread([&] {
    const OpenedFile file(path);
    const std::uint64_t size = file.look().size;
    if (size == 0) return std::string_view();  // an empty mapping is neither allowed nor needed
    address_ = file.map();
    return std::string_view(static_cast<const char *>(address_), size);
  });
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

}  // namespace sluice::inline v0
