#include "core/folder.hpp"

#include <filesystem>

#include <doctest/doctest.h>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"

namespace sluice {

namespace fs = std::filesystem;

TEST_CASE("the entries of a folder are sorted by name, and links have the kind of their target") {
  const test::TemporaryDirectory directory;
  const fs::path path = directory.path();
  CHECK(folder_entries(path.string()).empty());

  fs::create_directory(path / "b");
  write_file((path / "c.txt").string(), "text");
  fs::create_symlink("b", path / "a folder");
  fs::create_symlink("c.txt", path / "a file");
  fs::create_symlink("missing", path / ".nothing");
  const auto entries = folder_entries(path.string());
  REQUIRE(entries.size() == 5);
  CHECK(entries[0].name == ".nothing");
  CHECK(entries[0].kind == EntryKind::other);
  CHECK(entries[1].name == "a file");
  CHECK(entries[1].kind == EntryKind::file);
  CHECK(entries[2].name == "a folder");
  CHECK(entries[2].kind == EntryKind::folder);
  CHECK(entries[3].kind == EntryKind::folder);
  CHECK(entries[4].name == "c.txt");

  test::check_code(ErrorCode::not_found, [&] { folder_entries((path / "missing").string()); });
  test::check_code(ErrorCode::not_found, [&] { folder_entries((path / "c.txt").string()); });
}

}  // namespace sluice
