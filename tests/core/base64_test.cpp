#include "core/base64.hpp"

#include <doctest/doctest.h>

#include "sluice/core/random.hpp"
#include "support/error_of.hpp"

namespace sluice {

TEST_CASE("base64 matches the examples of RFC 4648") {
  CHECK(to_base64("") == "");
  CHECK(to_base64("f") == "Zg==");
  CHECK(to_base64("fo") == "Zm8=");
  CHECK(to_base64("foo") == "Zm9v");
  CHECK(to_base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("base64 round-trips every byte, and decoding refuses text that encoding never writes") {
  Random random(1);
  for (std::size_t size = 0; size < 300; ++size) {
    std::string bytes;
    while (bytes.size() < size) bytes += static_cast<char>(random.below(256));
    std::string text = to_base64(bytes);
    CHECK(from_base64(text, "here") == bytes);
    while (text.ends_with('=')) text.pop_back();
    CHECK(from_base64(text, "here") == bytes);
  }
  for (const char *wrong : {"Z", "Zg=", "=", "Zh", "====", "Z===", "Zh==", "Zm9=", "Zg==Zg==",
                            "Zm-v", "Zm v", "Zm\xC3\xA9"}) {
    test::check_code(ErrorCode::malformed, [&] { return from_base64(wrong, "here"); });
  }
}

}  // namespace sluice
