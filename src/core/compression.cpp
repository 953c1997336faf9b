#include "core/compression.hpp"

#include <zlib.h>

#include <algorithm>

#include <fmt/format.h>

#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t buffer_bytes = 1 << 14;

/// Passes `bytes` to zlib in pieces whose size fits zlib's counter.
void feed(z_stream &stream, std::string_view &bytes) {
  if (stream.avail_in > 0) return;
  const std::size_t piece = std::min<std::size_t>(bytes.size(), 1 << 30);
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
  stream.avail_in = static_cast<uInt>(piece);
  bytes.remove_prefix(piece);
}

struct EndDeflate {
  z_stream *stream;
  ~EndDeflate() { ::deflateEnd(stream); }
};

struct EndInflate {
  z_stream *stream;
  ~EndInflate() { ::inflateEnd(stream); }
};

}  // namespace

std::string compressed(std::string_view bytes) {
  z_stream stream{};
  if (::deflateInit(&stream, Z_DEFAULT_COMPRESSION) != Z_OK) {
    throw Error(ErrorCode::internal, "zlib did not start");
  }
  const EndDeflate end{&stream};
  std::string packed;
  for (char buffer[buffer_bytes];;) {
    feed(stream, bytes);
    stream.next_out = reinterpret_cast<Bytef *>(buffer);
    stream.avail_out = sizeof buffer;
    const int status = ::deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    packed.append(buffer, sizeof buffer - stream.avail_out);
    if (status == Z_STREAM_END) return packed;
    if (status != Z_OK && status != Z_BUF_ERROR) {
      throw Error(ErrorCode::internal, "zlib did not compress");
    }
  }
}

std::string decompressed(std::string_view packed, const std::string &source,
                         std::uint64_t max_bytes) {
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) {
    throw Error(ErrorCode::internal, "zlib did not start", {source});
  }
  const EndInflate end{&stream};
  std::string bytes;
  for (char buffer[buffer_bytes];;) {
    feed(stream, packed);
    stream.next_out = reinterpret_cast<Bytef *>(buffer);
    stream.avail_out = sizeof buffer;
    const int status = ::inflate(&stream, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) {
      throw Error(ErrorCode::malformed, "is truncated or damaged compressed data", {source});
    }
    const std::size_t got = sizeof buffer - stream.avail_out;
    if (bytes.size() + got > max_bytes) {
      throw Error(ErrorCode::limit_exceeded,
                  fmt::format("unpacks to more than {} bytes", max_bytes), {source});
    }
    bytes.append(buffer, got);
    if (status != Z_STREAM_END) continue;
    if (stream.avail_in > 0 || !packed.empty()) {
      throw Error(ErrorCode::malformed, "has extra bytes after the compressed data", {source});
    }
    return bytes;
  }
}

}  // namespace sluice::inline v0
