#ifndef SLUICE_BENCH_KEY_INFERENCE_HPP
#define SLUICE_BENCH_KEY_INFERENCE_HPP

/// How well inferred keys agree with declared ones that are hidden from the inference.

#include <cstddef>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sluice/schema/infer_keys.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/value_sketches.hpp"

namespace sluice::bench {

/// What is hidden from the inference.
enum class HiddenKeys { foreign, all };

/// The databases of a tables.json, and the values of those that have rows at hand.
struct KeyedDatabases {
  Databases databases;
  std::map<std::string, ValueSketches> values;  // by name
};

/// A database without its foreign keys, or without any keys.
std::shared_ptr<const Database> without_keys(const Database &database, HiddenKeys hidden);

/// Pairs of columns. Each declared key counts once per pair, whatever its direction; so does each
/// inferred one.
struct KeyAgreement {
  std::size_t declared = 0;
  std::size_t inferred = 0;
  std::size_t both = 0;
  std::size_t directed = 0;  ///< Of `both`, those that agree in direction, too.

  double precision() const { return ratio(both, inferred); }
  double recall() const { return ratio(both, declared); }
  double f1() const { return ratio(2 * both, declared + inferred); }

 private:
  static double ratio(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

/// Infers the keys of databases whose own are hidden. Values are used if `with_values`.
KeyAgreement key_agreement(const KeyedDatabases &of, HiddenKeys hidden, bool with_values,
                           const KeyInferenceOptions &options = {});
/// Of the joins that a SchemaGraph infers without values and without the model.
KeyAgreement same_name_agreement(const KeyedDatabases &of, HiddenKeys hidden);

/// Writes one line per candidate: whether it is declared, whether it has values, its features. For
/// fit_key_weights.py.
void write_candidates(const KeyedDatabases &of, std::ostream &out);

}  // namespace sluice::bench

#endif
