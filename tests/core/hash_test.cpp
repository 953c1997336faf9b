#include "sluice/core/hash.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "sluice/core/random.hpp"
#include "support/random_text.hpp"

using namespace sluice;

TEST_CASE("hash64 returns the published values of XXH3") {
  // The buffer and the values of the reference implementation's sanity check.
  std::string buffer;
  std::uint64_t state = 2654435761U;
  for (int i = 0; i < 2367; ++i) {
    buffer += static_cast<char>(state >> 56);
    state *= 11400714785074694797U;
  }
  const std::string_view bytes = buffer;
  CHECK(hash64("") == 0x2D06800538D394C2U);
  CHECK(hash64(bytes.substr(0, 1)) == 0xC44BDFF4074EECDBU);
  CHECK(hash64(bytes.substr(0, 6)) == 0x27B56A84CD2D7325U);
  CHECK(hash64(bytes.substr(0, 12)) == 0xA713DAF0DFBB77E7U);
  CHECK(hash64(bytes.substr(0, 24)) == 0xA3FE70BF9D3510EBU);
  CHECK(hash64(bytes.substr(0, 48)) == 0x397DA259ECBA1F11U);
  CHECK(hash64(bytes.substr(0, 80)) == 0xBCDEFBBB2C47C90AU);
  CHECK(hash64(bytes.substr(0, 195)) == 0xCD94217EE362EC3AU);
  CHECK(hash64(bytes.substr(0, 403)) == 0xCDEB804D65C6DEA4U);
  CHECK(hash64(bytes.substr(0, 2048)) == 0xDD59E2C3A5F038E0U);
  CHECK(hash64("abc") == 0x78AF5F94892F3950U);
  CHECK(hash64("", 0x9E3779B185EBCA8DU) == 0xA8A6B918B2F0364AU);
}

TEST_CASE("hash64 of a null view equals that of an empty text") {
  CHECK(hash64(std::string_view{}) == hash64(""));
}

TEST_CASE("a fingerprint depends on where one text ends and the next begins") {
  CHECK(Fingerprint().add("ab").add("c").value() != Fingerprint().add("a").add("bc").value());
  CHECK(Fingerprint().add("abc").add("").value() != Fingerprint().add("abc").value());
  CHECK(Fingerprint().add("").add("abc").value() != Fingerprint().add("abc").value());
  CHECK(Fingerprint().add("").add("").value() != Fingerprint().add("").value());
  CHECK(Fingerprint().add("a").add("b").value() != Fingerprint().add("b").add("a").value());
  CHECK(Fingerprint().add("a").add("b").value() == Fingerprint().add("a").add("b").value());
}

TEST_CASE("every way to split a text gives a different fingerprint") {
  const std::string_view text = "customer.name";
  std::set<std::uint64_t> seen;
  for (std::size_t cuts = 0; cuts < std::size_t{1} << (text.size() - 1); ++cuts) {
    Fingerprint fingerprint;
    std::size_t start = 0;
    for (std::size_t i = 1; i <= text.size(); ++i) {
      if (i < text.size() && (cuts >> (i - 1)) % 2 == 0) continue;
      fingerprint.add(text.substr(start, i - start));
      start = i;
    }
    seen.insert(fingerprint.value());
  }
  CHECK(seen.size() == std::size_t{1} << (text.size() - 1));
}

TEST_CASE("a fingerprint distinguishes numbers") {
  std::set<std::uint64_t> seen;
  for (std::uint64_t number = 0; number < 1000; ++number)
    seen.insert(Fingerprint().add(number).value());
  CHECK(seen.size() == 1000);
}

TEST_CASE("a fingerprint's text is sixteen hexadecimal digits") {
  CHECK(Fingerprint().text() == "0000000000000000");
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    Fingerprint fingerprint;
    fingerprint.add(test::random_bytes(random, 5));
    CHECK(fingerprint.text().size() == 16);
    CHECK(std::stoull(fingerprint.text(), nullptr, 16) == fingerprint.value());
  }
}
