#include "sluice/db/query.hpp"

namespace sluice::inline v0 {

std::string_view name_of(QueryEnd end) noexcept {
  switch (end) {
    case QueryEnd::finished: return "finished";
    case QueryEnd::abandoned: return "abandoned";
    case QueryEnd::refused: return "refused";
    case QueryEnd::error: return "error";
    case QueryEnd::several_statements: return "several_statements";
    case QueryEnd::unbound_parameter: return "unbound_parameter";
    case QueryEnd::text_too_long: return "text_too_long";
    case QueryEnd::too_many_steps: return "too_many_steps";
    case QueryEnd::too_slow: return "too_slow";
    case QueryEnd::too_much_memory: return "too_much_memory";
    case QueryEnd::value_too_large: return "value_too_large";
    case QueryEnd::too_many_rows: return "too_many_rows";
    case QueryEnd::too_many_bytes: return "too_many_bytes";
    case QueryEnd::cancelled: return "cancelled";
    case QueryEnd::connection_lost: return "connection_lost";
  }
  return "unknown";
}

}  // namespace sluice::inline v0
