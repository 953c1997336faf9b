// A user's glossary, in lines or JSON, and a question that may use it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "sluice/schema/glossary.hpp"

namespace {

using namespace sluice;

const Catalog &shop() {
  static const std::shared_ptr<const Catalog> catalog = [] {
    DatabaseDefinition made;
    made.name = "shop";
    TableDefinition orders;
    orders.name = "orders";
    orders.columns = {{"id", {}, {}, {}, {}}, {"amount", {}, {}, {}, {}}};
    made.tables = {orders};
    return Catalog::make({Database::make(made)});
  }();
  return *catalog;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  try {
    std::vector<GlossaryEntry> entries = parse_glossary(text, "fuzzed");
    for (const GlossaryEntry &entry : entries) {
      if (entry.term.empty() || entry.meaning.empty() || entry.meaning.size() > 200) std::abort();
    }
    const Glossary glossary(std::move(entries), shop());
    const Question question(text);
    const auto uses = glossary.uses(question);
    if (uses.size() > 32) std::abort();
    const Question longer = expanded(question, uses, DatabaseId(0));
    if (!longer.text().starts_with(question.text())) std::abort();
    for (const DatabaseId scope : scopes(uses)) {
      if (scope != DatabaseId(0)) std::abort();
    }
  } catch (const Error &) {
  }
  return 0;
}
