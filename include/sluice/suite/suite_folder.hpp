#ifndef SLUICE_SUITE_SUITE_FOLDER_HPP
#define SLUICE_SUITE_SUITE_FOLDER_HPP

/// Suites as folders of SQLite files, as the official script of the test suites reads them.

#include <string>
#include <vector>

#include "sluice/suite/suite.hpp"
#include "sluice/suite/suite_builder.hpp"

namespace sluice {

/// Writes FOLDER/id/id_0.sqlite, id_1.sqlite … with as many digits as the last needs, so that names
/// sort as numbers do. Throws Error: io, malformed (bytes that are no database of the schema),
/// invalid_argument (an id that is no file name).
void export_suite(const Suite &suite, const std::string &folder);

/// Reads what SqliteFolder finds in `folder` for the ids of the golds. Every database of an id
/// serves every gold; nothing is said of neighbors. Throws Error(mismatch) for databases of one id
/// with different tables, and what reading throws.
Suite import_suite(const std::string &folder, const std::vector<GoldLine> &golds);

}  // namespace sluice

#endif
