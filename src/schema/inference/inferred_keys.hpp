#ifndef SLUICE_SRC_SCHEMA_INFERENCE_INFERRED_KEYS_HPP
#define SLUICE_SRC_SCHEMA_INFERENCE_INFERRED_KEYS_HPP

#include <vector>

#include "key_candidates.hpp"
#include "sluice/schema/infer_keys.hpp"

namespace sluice::inline v0::schema_detail {

/// All columns, and those that a foreign key of the database refers from.
KeyScope whole_scope(const Database &database);

/// As `infer_keys`, within the scope: nothing else of the database affects what is inferred.
std::vector<InferredKey> inferred_keys_in(const KeyScope &scope, const KeyInferenceOptions &options,
                                          const ValueSketches *values = nullptr);

}  // namespace sluice::inline v0::schema_detail

#endif
