#ifndef SLUICE_BEAM_BEAM_ROUTER_HPP
#define SLUICE_BEAM_BEAM_ROUTER_HPP

/// Routing by decoding: a small model, trained on questions synthesized from the catalog, generates
/// the database and its tables node by node along the schema graph. Source: Wang et al. 2024
/// (DBCopilot), sections 3.3 to 3.5; here a token is a node, and word vectors replace the language
/// model.

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

namespace sluice::inline v0 {

namespace beam_detail {
struct BeamModel;
}

/// Which sequences a router generates, in training and in decoding.
enum class BeamDecoding : std::uint8_t {
  graph,   ///< Depth-first, within the schema graph.
  tables,  ///< The basic serialization: only tables; they vote for the database.
  free,    ///< Depth-first, decoded without a constraint.
};

/// How a router was trained.
struct BeamOrigin {
  std::string trained_on;           ///< Names of the files, without their folders.
  std::vector<std::uint64_t> seen;  ///< Sorted question_key of every question that a person asked.
};

/// Immutable. Thread-safe.
class BeamRouter {
 public:
  /// An untrained router, which uses only words, their vectors and the graph. O(text).
  BeamRouter(std::shared_ptr<const JoinGraphs> graphs, AnyEmbedder words,
             BeamDecoding decoding = BeamDecoding::graph);
  explicit BeamRouter(std::shared_ptr<const beam_detail::BeamModel> model)
      : model_(std::move(model)) {}

  /// Opens a model file for any catalog. Weights learned for one database are used if the catalog
  /// has the same database (equal fingerprints), all others always. Throws Error: not_found, io,
  /// malformed, unsupported, mismatch (another kind of file, or other word vectors).
  static BeamRouter open(const std::string &path, std::shared_ptr<const JoinGraphs> graphs,
                         AnyEmbedder words);
  /// Whether the file starts like a stored router; false if there is no such file.
  static bool is_router_file(const std::string &path);
  /// The content of a segment file of kind "BEAM".
  std::string bytes() const;
  /// Throws Error(io).
  void store(const std::string &path) const;

  const BeamOrigin &origin() const noexcept;
  /// Whether the router or its questioner was trained on this question about this database.
  bool has_seen(std::string_view database, std::string_view question) const;

  /// Hidden tables do not affect the result, except that the shared weights were trained on the
  /// whole catalog: weights learned for one database or table are used only if all of it is
  /// visible. O(words × schema words × dimensions), plus the search. Throws Error(mismatch) if the
  /// mask belongs to another snapshot, Error(invalid_argument) if the options are invalid.
  BeamRoutes route(const Question &question, const Mask *mask = nullptr,
                   const BeamOptions &options = {}) const;

 private:
  std::shared_ptr<const beam_detail::BeamModel> model_;
};

}  // namespace sluice::inline v0

#endif
