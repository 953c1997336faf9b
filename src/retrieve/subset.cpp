#include "sluice/retrieve/subset.hpp"

namespace sluice {

std::string_view name_of(ReasonKind kind) noexcept {
  switch (kind) {
    case ReasonKind::word: return "word";
    case ReasonKind::table: return "table";
    case ReasonKind::value: return "value";
    case ReasonKind::probe: return "probe";
    case ReasonKind::join: return "join";
    case ReasonKind::key: return "key";
    case ReasonKind::glossary: return "glossary";
  }
  return "unknown";
}

}  // namespace sluice
