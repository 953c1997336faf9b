#include "sluice/sql/affinity.hpp"

#include <string>

#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::sql {

Affinity affinity_of(std::string_view type) {
  const std::string name = lower_ascii(type);
  const auto has = [&name](std::string_view word) { return name.find(word) != std::string::npos; };
  if (has("int")) return Affinity::integer;
  if (has("char") || has("clob") || has("text")) return Affinity::text;
  if (name.empty() || has("blob")) return Affinity::blob;
  if (has("real") || has("floa") || has("doub")) return Affinity::real;
  return Affinity::numeric;
}

}  // namespace sluice::inline v0::sql
