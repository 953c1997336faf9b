#ifndef SLUICE_SRC_SCHEMA_SUPPOSED_REFERENCES_HPP
#define SLUICE_SRC_SCHEMA_SUPPOSED_REFERENCES_HPP

#include <vector>

#include "references.hpp"

namespace sluice::detail {

/// What visible columns refer to by their names alone, where a database declares no key. A table's
/// key is supposed to be its first visible column (see key_columns), and a column refers to the key
/// of another table if it is called
/// - like the key, or table and key: "customer_id" or, of a key "id", customers' "customer_id";
/// - by a name that ends like that, the key being an identifier: "billing_customer_id";
/// - like the table: "customer".
/// Each column refers to one key at most: to that of the table which the key is called after, else
/// to that of the first one. On Spider's train databases, with all keys hidden, 84 % of these are
/// declared and 82 % of what is declared is found. O(columns · (length of names + log columns)).
std::vector<Reference> supposed_references(const Catalog &catalog, DatabaseId database,
                                           const Mask *mask);

}  // namespace sluice::detail

#endif
