#include "sluice/retrieve/subset.hpp"

#include <fmt/format.h>

namespace sluice::inline v0 {

std::string_view name_of(ReasonKind kind) noexcept {
  switch (kind) {
    case ReasonKind::word: return "word";
    case ReasonKind::table: return "table";
    case ReasonKind::value: return "value";
    case ReasonKind::probe: return "probe";
    case ReasonKind::join: return "join";
    case ReasonKind::key: return "key";
    case ReasonKind::glossary: return "glossary";
    case ReasonKind::guess: return "guess";
    case ReasonKind::description: return "description";
    case ReasonKind::table_description: return "table_description";
  }
  return "unknown";
}

std::string to_text(const Reason &reason) {
  switch (reason.kind) {
    case ReasonKind::join: return "joins " + reason.text;
    case ReasonKind::key: return "key";
    case ReasonKind::guess: return "guessed query";
    case ReasonKind::glossary: return fmt::format("glossary: {}", reason.text);
    case ReasonKind::value: return fmt::format("'{}' among its values", reason.text);
    case ReasonKind::description: return fmt::format("'{}' in its description", reason.text);
    case ReasonKind::table_description:
      return fmt::format("'{}' in its table's description", reason.text);
    case ReasonKind::table: return fmt::format("table of '{}'", reason.text);
    case ReasonKind::word:
    case ReasonKind::probe: return fmt::format("'{}'", reason.text);
  }
  return {};
}

}  // namespace sluice::inline v0
