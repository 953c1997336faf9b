#ifndef SLUICE_SCHEMA_INFER_KEYS_HPP
#define SLUICE_SCHEMA_INFER_KEYS_HPP

/// Foreign keys that a schema does not declare, inferred from names, types, primary keys and, where
/// there are any, values.

#include <cstddef>
#include <memory>
#include <vector>

#include "sluice/schema/database.hpp"

namespace sluice::inline v0 {

class ValueSketches;

struct KeyInferenceOptions {
  /// Less probable keys are left out. The default is about the best F1 on train databases, where
  /// what is not declared counts as wrong; most of it is right, since few schemas declare all keys.
  float min_probability = 0.3F;
  /// At most this many keys per database, the most probable ones.
  std::size_t max_keys = 100'000;
};

/// A reference of one column to one column.
struct InferredKey {
  ForeignKeyDefinition key;  ///< Of KeyEvidence::inferred.
  float probability = 0;     ///< That the schema's author would declare it.
};

/// The keys of columns that have none, ordered by column. A column refers to what its name says: to
/// a table and its key ("customer_id", "billing_customer_id", "customer"), or to a key of the same
/// name, that is, to a primary key, or to the first column of a table without one. Of several, the
/// most probable is chosen, or the first of equal ones; and two columns do not refer to each other.
/// With `values`, which must be of this database, the columns' values must agree, too: what is
/// inferred depends on how many values of one the other has, and on whether these are unique there.
/// Deterministic. O(columns · (length of names + log columns)), and O(ValueSketches::max_hashes)
/// more per candidate with values.
std::vector<InferredKey> infer_keys(const Database &database,
                                    const KeyInferenceOptions &options = {},
                                    const ValueSketches *values = nullptr);

/// The database with inferred keys in addition to its own; the same if there are none.
std::shared_ptr<const Database> with_inferred_keys(std::shared_ptr<const Database> database,
                                                   const KeyInferenceOptions &options = {},
                                                   const ValueSketches *values = nullptr);

}  // namespace sluice::inline v0

#endif
