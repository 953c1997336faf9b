#include <array>
#include <bit>
#include <cstring>

#include "postgres_connection.hpp"

namespace sluice::inline v0::db_detail {
namespace {

/// Types, by their OIDs, which are the same on every server.
enum : unsigned {
  bytea = 17,
  int8 = 20,
  text = 25,
  float8 = 701,
  text_array = 1009,
  int8_array = 1016,
  float8_array = 1022,
};

/// Appends a number in big-endian order.
template <class Number>
void put(std::string &bytes, Number number) {
  auto bits = static_cast<std::uint64_t>(number);
  std::array<char, sizeof(Number)> out{};
  for (std::size_t i = sizeof(Number); i-- > 0; bits >>= 8) out[i] = static_cast<char>(bits & 0xFF);
  bytes.append(out.data(), out.size());
}

void put_array_head(std::string &bytes, std::size_t size, unsigned element) {
  put(bytes, std::int32_t{size == 0 ? 0 : 1});
  put(bytes, std::int32_t{0});
  put(bytes, static_cast<std::int32_t>(element));
  if (size == 0) return;
  put(bytes, static_cast<std::int32_t>(size));
  put(bytes, std::int32_t{1});
}

}  // namespace

PostgresParameters &PostgresParameters::add(std::int64_t number) {
  types_.push_back(int8);
  put(values_.emplace_back(), number);
  return *this;
}

PostgresParameters &PostgresParameters::add(std::string_view bytes) {
  types_.push_back(bytea);
  values_.emplace_back(bytes);
  return *this;
}

PostgresParameters &PostgresParameters::add(std::span<const std::int64_t> numbers) {
  types_.push_back(int8_array);
  std::string &bytes = values_.emplace_back();
  put_array_head(bytes, numbers.size(), int8);
  for (const std::int64_t number : numbers) {
    put(bytes, std::int32_t{8});
    put(bytes, number);
  }
  return *this;
}

PostgresParameters &PostgresParameters::add(std::span<const double> numbers) {
  types_.push_back(float8_array);
  std::string &bytes = values_.emplace_back();
  put_array_head(bytes, numbers.size(), float8);
  for (const double number : numbers) {
    put(bytes, std::int32_t{8});
    put(bytes, std::bit_cast<std::uint64_t>(number));
  }
  return *this;
}

PostgresParameters &PostgresParameters::add(std::span<const std::string> texts) {
  types_.push_back(text_array);
  std::string &bytes = values_.emplace_back();
  put_array_head(bytes, texts.size(), text);
  for (const std::string &one : texts) {
    put(bytes, static_cast<std::int32_t>(one.size()));
    bytes += one;
  }
  return *this;
}

CopyRows &CopyRows::row(int columns) {
  put(bytes_, static_cast<std::int16_t>(columns));
  ++rows_;
  return *this;
}

CopyRows &CopyRows::add(std::int64_t number) {
  put(bytes_, std::int32_t{8});
  put(bytes_, number);
  return *this;
}

CopyRows &CopyRows::add_small(std::int16_t number) {
  put(bytes_, std::int32_t{2});
  put(bytes_, number);
  return *this;
}

CopyRows &CopyRows::add_integer(std::int32_t number) {
  put(bytes_, std::int32_t{4});
  put(bytes_, number);
  return *this;
}

CopyRows &CopyRows::add(float number) {
  put(bytes_, std::int32_t{4});
  put(bytes_, std::bit_cast<std::uint32_t>(number));
  return *this;
}

CopyRows &CopyRows::add(std::string_view bytes) {
  put(bytes_, static_cast<std::int32_t>(bytes.size()));
  bytes_ += bytes;
  return *this;
}

CopyRows &CopyRows::add_vector(std::span<const float> numbers) {
  put(bytes_, static_cast<std::int32_t>(4 + 4 * numbers.size()));
  put(bytes_, static_cast<std::int16_t>(numbers.size()));
  put(bytes_, std::int16_t{0});
  for (const float number : numbers) put(bytes_, std::bit_cast<std::uint32_t>(number));
  return *this;
}

void CopyRows::clear() {
  constexpr std::string_view signature("PGCOPY\n\377\r\n\0", 11);
  bytes_ = signature;
  put(bytes_, std::int32_t{0});
  put(bytes_, std::int32_t{0});
  rows_ = 0;
}

}  // namespace sluice::inline v0::db_detail
