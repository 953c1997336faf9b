#include "vector_cache.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "db/cache_file.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0::embed_detail {
namespace {

constexpr std::int64_t application_id = 0x536C5663;  // "SlVc"

/// Little endian on every machine.
std::string bytes_of(std::span<const float> vector) {
  std::string bytes;
  bytes.reserve(vector.size() * sizeof(float));
  for (const float x : vector) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    for (unsigned shift = 0; shift < 32; shift += 8) {
      bytes += static_cast<char>(static_cast<unsigned char>(bits >> shift));
    }
  }
  return bytes;
}

/// Returns false if the bytes are not such a vector.
bool read(std::string_view bytes, std::span<float> vector) {
  if (bytes.size() != vector.size() * sizeof(float)) return false;
  double squares = 0;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    std::uint32_t bits = 0;
    for (unsigned b = 0; b < 4; ++b) {
      bits |= std::uint32_t{static_cast<unsigned char>(bytes[4 * i + b])} << (8 * b);
    }
    vector[i] = std::bit_cast<float>(bits);
    squares += double{vector[i]} * vector[i];
  }
  return squares == 0 || std::abs(squares - 1) < 1e-3;
}

}  // namespace

VectorCache::VectorCache(const std::string &path, std::string model)
    : model_(std::move(model)),
      connection_(
          db_detail::open_cache(path, application_id,
                                "CREATE TABLE vectors(model TEXT NOT NULL, text TEXT NOT NULL, "
                                "vector BLOB NOT NULL, PRIMARY KEY(model, text)) WITHOUT ROWID",
                                "vectors")) {}

std::optional<std::size_t> VectorCache::dimensions() {
  const std::lock_guard lock(mutex_);
  std::optional<std::size_t> found;
  connection_.query("SELECT length(vector) FROM vectors WHERE model = ? LIMIT 1", {model_},
                    [&](const SqliteRow &row) {
                      const auto bytes = static_cast<std::size_t>(row.integer(0));
                      if (bytes != 0 && bytes % sizeof(float) == 0) found = bytes / sizeof(float);
                      return false;
                    });
  return found;
}

bool VectorCache::find(std::string_view text, std::span<float> vector) {
  const std::lock_guard lock(mutex_);
  bool found = false;
  connection_.query("SELECT vector FROM vectors WHERE model = ? AND text = ?", {model_, text},
                    [&](const SqliteRow &row) {
                      found = read(row.text(0), vector);
                      return false;
                    });
  return found;
}

void VectorCache::store(std::span<const std::string_view> texts, std::span<const float> vectors) {
  const std::size_t width = texts.empty() ? 0 : vectors.size() / texts.size();
  const std::lock_guard lock(mutex_);
  connection_.run("BEGIN IMMEDIATE");
  try {
    for (std::size_t t = 0; t < texts.size(); ++t) {
      connection_.run("INSERT OR REPLACE INTO vectors VALUES (?, ?, CAST(? AS BLOB))",
                      {model_, texts[t], bytes_of(vectors.subspan(t * width, width))});
    }
    connection_.run("COMMIT");
  } catch (const Error &) {
    connection_.run("ROLLBACK");
    throw;
  }
}

}  // namespace sluice::inline v0::embed_detail
