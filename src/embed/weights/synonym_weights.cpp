#include "synonym_weights.hpp"

#if defined(SLUICE_SYNONYM_GRAPH)

#include "embed_file.hpp"

SLUICE_EMBED_FILE(sluice_synonym_graph, SLUICE_SYNONYM_GRAPH)

namespace sluice::inline v0::embed_detail {

std::string_view synonym_weights() {
  return {sluice_synonym_graph,
          static_cast<std::size_t>(sluice_synonym_graph_end - sluice_synonym_graph)};
}

}  // namespace sluice::inline v0::embed_detail

#else

#include "core/shipped_file.hpp"

namespace sluice::inline v0::embed_detail {

std::string_view synonym_weights() { return detail::shipped_bytes("synonyms.graph"); }

}  // namespace sluice::inline v0::embed_detail

#endif
