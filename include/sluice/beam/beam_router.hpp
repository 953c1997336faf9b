#ifndef SLUICE_BEAM_BEAM_ROUTER_HPP
#define SLUICE_BEAM_BEAM_ROUTER_HPP

/// Routing by decoding: the database and its tables are spelled node by node along the schema
/// graph, by a small model that was trained on questions made up from the catalog itself. Source:
/// Wang et al. 2024 (DBCopilot), sections 3.3 to 3.5; nodes for tokens and word vectors for the
/// language model.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/beam/beam_routes.hpp"
#include "sluice/embed/any_embedder.hpp"
#include "sluice/schema/join_graphs.hpp"
#include "sluice/text/question.hpp"

namespace sluice {

namespace detail {
struct BeamModel;
}

/// Which sequences a router spells, in training and in decoding.
enum class BeamDecoding : std::uint8_t {
  graph,   ///< Depth-first, within the schema graph.
  tables,  ///< The basic serialization: tables alone, the database by their votes.
  free,    ///< Depth-first, without a constraint while decoding.
};

/// What a router says of where it comes from.
struct BeamOrigin {
  std::string trained_on;           ///< Names of the files, without their folders.
  std::vector<std::uint64_t> seen;  ///< Sorted: question_key of every question asked by somebody.
};

/// Immutable; any threads at once.
class BeamRouter {
 public:
  /// An untrained one: words, their vectors and the graph alone. O(text).
  BeamRouter(std::shared_ptr<const JoinGraphs> graphs, AnyEmbedder words,
             BeamDecoding decoding = BeamDecoding::graph);
  explicit BeamRouter(std::shared_ptr<const detail::BeamModel> model) : model_(std::move(model)) {}

  /// A model's file, for any catalog: what was learned about a database alone is used where that
  /// very database is (equal fingerprints), the rest everywhere. Throws Error: not_found, io,
  /// malformed, unsupported, mismatch (another kind of file, or other word vectors).
  static BeamRouter open(const std::string &path, std::shared_ptr<const JoinGraphs> graphs,
                         AnyEmbedder words);
  /// Whether a file starts as a stored router does; false where there is none.
  static bool is_router_file(const std::string &path);
  /// The bytes of a segment file of kind "BEAM".
  std::string bytes() const;
  /// Throws Error(io).
  void store(const std::string &path) const;

  const BeamOrigin &origin() const noexcept;
  /// Whether it, or its questioner, learned from this question about this database.
  bool has_seen(std::string_view database, std::string_view question) const;

  /// What is hidden changes nothing, except that the shared weights were trained on the whole
  /// catalog: what was learned about one database or table is used only while all of it is seen.
  /// O(words × schema words × dimensions), and the search. Throws Error(mismatch): the mask of
  /// another snapshot; invalid_argument: options.
  BeamRoutes route(const Question &question, const Mask *mask = nullptr,
                   const BeamOptions &options = {}) const;

 private:
  std::shared_ptr<const detail::BeamModel> model_;
};

}  // namespace sluice

#endif
