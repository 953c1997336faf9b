#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "sluice/core/json.hpp"
#include "sluice/core/json_writer.hpp"

namespace {

using sluice::JsonKind;
using sluice::JsonValue;
using sluice::JsonWriter;

void copy(JsonValue value, JsonWriter &writer) {
  switch (value.kind()) {
    case JsonKind::null: writer.null(); break;
    case JsonKind::boolean: writer.value(value.as_bool()); break;
    case JsonKind::number: writer.value(value.as_number()); break;
    case JsonKind::string: writer.value(value.as_string()); break;
    case JsonKind::array:
      writer.begin_array();
      for (const JsonValue element : value) copy(element, writer);
      writer.end_array();
      break;
    case JsonKind::object:
      writer.begin_object();
      value.each_member([&](std::string_view key, JsonValue member) {
        writer.key(key);
        copy(member, writer);
      });
      writer.end_object();
  }
}

std::string rewritten(std::string_view text) {
  const sluice::JsonDocument document = sluice::JsonDocument::parse(text, "fuzzed");
  JsonWriter writer;
  copy(document.root(), writer);
  return writer.take();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  std::string once;
  try {
    once = rewritten(text);
  } catch (const sluice::Error &) {
  }
  // The output must be readable, and writing it again must not change it.
  if (!once.empty() && rewritten(once) != once) std::abort();
  try {
    sluice::each_json_line(text, "fuzzed", [](JsonValue value) { value.place(); });
  } catch (const sluice::Error &) {
  }
  return 0;
}
