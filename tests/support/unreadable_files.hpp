#ifndef SLUICE_TESTS_SUPPORT_UNREADABLE_FILES_HPP
#define SLUICE_TESTS_SUPPORT_UNREADABLE_FILES_HPP

/// Files that are named like SQLite databases, and cannot be read as such.

#include <filesystem>
#include <string>
#include <vector>

#include "support/sqlite_file.hpp"

namespace sluice::test {

struct UnreadableFile {
  std::string name;  ///< What is wrong with it, in one word.
  std::string bytes;
  std::string reason;  ///< A part of the message.
};

/// One file of each kind. `scratch` is a folder that exists.
inline std::vector<UnreadableFile> unreadable_files(const std::filesystem::path &scratch) {
  const std::string whole = (scratch / "whole").string(), bare = (scratch / "bare").string();
  make_sqlite(whole, "CREATE TABLE t (x); CREATE INDEX i ON t (x); INSERT INTO t VALUES (1), (2)");
  make_sqlite(bare, "CREATE TABLE t (x); DROP TABLE t");
  std::string encrypted;
  for (unsigned state = 1; encrypted.size() < 8192; state = state * 1664525U + 1013904223U)
    encrypted += static_cast<char>(state >> 24U);
  std::string damaged = bytes_of(whole);
  damaged.replace(100, 300, 300, '\xA5');
  return {{"bare", bytes_of(bare), "holds no tables"},
          {"damaged", damaged, "malformed"},
          {"empty", "", "is empty"},
          {"encrypted", encrypted, "database"},
          {"text", "id,name\n1,tea\n", "database"},
          {"truncated", bytes_of(whole).substr(0, 5000), "malformed"}};
}

}  // namespace sluice::test

#endif
