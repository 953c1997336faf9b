#ifndef SLUICE_SUITE_SUITE_FOLDER_HPP
#define SLUICE_SUITE_SUITE_FOLDER_HPP

/// Suites as folders of SQLite files, in the layout that the official test-suite script reads.

#include <string>
#include <vector>

#include "sluice/schema/skipped_item.hpp"
#include "sluice/suite/suite.hpp"
#include "sluice/suite/suite_builder.hpp"

namespace sluice::inline v0 {

/// Writes FOLDER/id/id_0.sqlite, id_1.sqlite …, with numbers zero-padded so that names sort
/// numerically. Throws Error: io, malformed (bytes that are not a database of the schema),
/// invalid_argument (an id that is not usable as a file name).
void export_suite(const Suite &suite, const std::string &folder);

/// Reads the databases that SqliteFolder finds in `folder` for the ids of the golds. Every database
/// of an id serves every gold; the suite contains no neighbors. It lacks the databases that cannot
/// be read, and those without the tables of the first of the same id; they are appended, sorted, to
/// `skipped`, if it is set. Throws the first one's error if none can be used.
Suite import_suite(const std::string &folder, const std::vector<GoldLine> &golds,
                   std::vector<SkippedItem> *skipped = nullptr);

}  // namespace sluice::inline v0

#endif
