#include "sluice/core/file.hpp"

#include <doctest/doctest.h>

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "sluice/core/random.hpp"
#include "support/error_of.hpp"
#include "support/gzip.hpp"
#include "support/random_text.hpp"
#include "support/support.hpp"
#include "support/unprivileged.hpp"

namespace fs = std::filesystem;
using namespace sluice;

namespace {

void put(const fs::path &path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string get(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t entries_in(const fs::path &folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// A folder with one file in it.
struct Fixture {
  test::TemporaryDirectory folder;
  std::string path = (folder.path() / "file").string();
  explicit Fixture(std::string_view bytes) { put(path, bytes); }
};

}  // namespace

TEST_CASE("a plain file is read unchanged") {
  Random random(1);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{65535},
                                 std::size_t{65536}, std::size_t{200001}}) {
    std::string bytes(size, '\0');
    for (char &c : bytes) c = static_cast<char>(random.below(256));
    if (bytes.starts_with("\x1f\x8b")) bytes[0] = 'x';
    CHECK(read_file(Fixture(bytes).path) == bytes);
  }
}

TEST_CASE("a gzipped file is unpacked, whatever its name") {
  for (const std::string &plain :
       {std::string(), std::string("a"), std::string(200000, 'y') + "z"}) {
    CHECK(read_file(Fixture(test::gzipped(plain)).path) == plain);
  }
  CHECK(read_file(Fixture(test::gzipped_zeros(1000)).path) == std::string(258001, '\0'));
}

TEST_CASE("consecutive gzip members form one text") {
  CHECK(
      read_file(Fixture(test::gzipped("one, ") + test::gzipped("") + test::gzipped("two")).path) ==
      "one, two");
  std::string many;
  for (int i = 0; i < 1000; ++i) many += test::gzipped("x");
  CHECK(read_file(Fixture(many).path) == std::string(1000, 'x'));
}

TEST_CASE("a gzipped file that is truncated anywhere is refused") {
  const std::string packed = test::gzipped("some text") + test::gzipped("and more");
  const std::size_t border = test::gzipped("some text").size();
  for (std::size_t size = 2; size < packed.size(); ++size) {
    CAPTURE(size);
    const Fixture file(std::string_view(packed).substr(0, size));
    if (size == border) {
      CHECK(read_file(file.path) == "some text");
    } else {
      test::check_code(ErrorCode::malformed, [&] { read_file(file.path); });
    }
  }
}

TEST_CASE("a gzipped file with a flipped bit is refused or unpacks to the same text") {
  const std::string plain = "some text that is stored";
  const std::string packed = test::gzipped(plain);
  for (std::size_t i = 2; i < packed.size(); ++i) {
    for (const int bit : {0, 3, 7}) {
      std::string broken = packed;
      broken[i] = static_cast<char>(broken[i] ^ (1 << bit));
      const Fixture file(broken);
      std::string read = plain;
      const auto error = test::error_if_any([&] { read = read_file(file.path); });
      CHECK(read == plain);  // some bits (the time, padding) do not affect the text
      if (error) CHECK(error->code() == ErrorCode::malformed);
      if (i > 10) CHECK(error.has_value());
    }
  }
}

TEST_CASE("other bytes after gzip data are refused") {
  test::check_code(ErrorCode::malformed,
                   [] { read_file(Fixture(test::gzipped("text") + "garbage").path); });
}

TEST_CASE("no more bytes are read than the limit allows, even after unpacking") {
  const Fixture plain("0123456789");
  CHECK(read_file(plain.path, 10) == "0123456789");
  test::check_code(ErrorCode::limit_exceeded, [&] { read_file(plain.path, 9); });
  test::check_code(ErrorCode::limit_exceeded, [&] { read_file(plain.path, 0); });
  CHECK(read_file(Fixture("").path, 0).empty());

  const std::string bomb = test::gzipped_zeros(100000);
  CHECK(bomb.size() < 200000);
  const Fixture file(bomb);
  CHECK(read_file(file.path, 25800001).size() == 25800001);
  test::check_code(ErrorCode::limit_exceeded, [&] { read_file(file.path, 25800000); });
  test::check_code(ErrorCode::limit_exceeded, [&] { read_file(file.path, 200000); });
}

TEST_CASE("an endless file fails at the limit") {
  test::check_code(ErrorCode::limit_exceeded, [] { read_file("/dev/zero", 1000000); });
}

TEST_CASE("a path that cannot be read is an error that names the file") {
  const test::TemporaryDirectory folder;
  const std::string missing = (folder.path() / "missing.json").string();
  CHECK(test::what_of([&] { read_file(missing); }) ==
        missing + ": cannot open: No such file or directory");
  test::check_code(ErrorCode::not_found, [&] { read_file(missing); });
  test::check_code(ErrorCode::not_found, [&] { MappedFile{missing}; });
  test::check_code(ErrorCode::not_found, [] { read_file(""); });
  test::check_code(ErrorCode::not_found, [] { read_file(Fixture("x").path + "/below"); });
  CHECK(test::what_of([&] { read_file(folder.path().string()); }) ==
        folder.path().string() + ": is a directory, expected a file");
  test::check_code(ErrorCode::invalid_argument, [&] { MappedFile{folder.path().string()}; });
}

TEST_CASE("a file without read permission is an io error") {
  const Fixture file("secret");
  fs::permissions(file.folder.path(), fs::perms::all);
  fs::permissions(file.path, fs::perms::none);
  const test::Unprivileged unprivileged;
  if (!unprivileged.holds()) return test::skip("cannot give up root's rights");
  test::check_code(ErrorCode::io, [&] { read_file(file.path); });
  test::check_code(ErrorCode::io, [&] { MappedFile{file.path}; });
}

TEST_CASE("a written file holds the bytes and nothing else is left in its folder") {
  const test::TemporaryDirectory folder;
  const fs::path path = folder.path() / "out";
  Random random(2);
  for (const std::size_t pieces : {5U, 0U, 50000U, 1U}) {
    const std::string bytes = test::random_bytes(random, pieces);
    write_file(path.string(), bytes);
    CHECK(get(path) == bytes);
    CHECK(entries_in(folder.path()) == 1);
  }
}

TEST_CASE("a file outside the working directory is written too") {
  const test::TemporaryDirectory folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  CHECK_NOTHROW(write_file("name-only", "x"));
  CHECK(get("name-only") == "x");
  fs::current_path(before);
}

TEST_CASE("a write that fails keeps the old file and leaves no temporary one") {
  Fixture file("old");
  fs::permissions(file.path, fs::perms::all);
  using enum fs::perms;
  fs::permissions(file.folder.path(),
                  owner_read | owner_exec | group_read | group_exec | others_read | others_exec);
  {
    const test::Unprivileged unprivileged;
    if (!unprivileged.holds()) return test::skip("cannot give up root's rights");
    const Error error = test::error_of([&] { write_file(file.path, "new"); });
    CHECK(error.code() == ErrorCode::io);
    CHECK(std::string(error.what()) == file.path + ": cannot create: Permission denied");
  }
  CHECK(get(file.path) == "old");
  CHECK(entries_in(file.folder.path()) == 1);
  fs::permissions(file.folder.path(), fs::perms::owner_all);
}

TEST_CASE("writing a file neither replaces a folder nor creates one") {
  const test::TemporaryDirectory folder;
  fs::create_directory(folder.path() / "sub");
  test::check_code(ErrorCode::io, [&] { write_file((folder.path() / "sub").string(), "x"); });
  CHECK(fs::is_directory(folder.path() / "sub"));
  test::check_code(ErrorCode::io,
                   [&] { write_file((folder.path() / "no" / "file").string(), "x"); });
  CHECK(entries_in(folder.path()) == 1);
}

TEST_CASE("a write that the system stops half way keeps the old file and leaves no temporary one") {
  const Fixture file("old");
  // A write beyond the limit fails as on a full disk.
  struct rlimit before {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small { 1000, before.rlim_max };
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const Error error = test::error_of([&] { write_file(file.path, std::string(100000, 'x')); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(error.code() == ErrorCode::io);
  CHECK(std::string(error.what()).starts_with(file.path + ": cannot write: "));
  CHECK(get(file.path) == "old");
  CHECK(entries_in(file.folder.path()) == 1);
}

TEST_CASE("concurrent writers of one file leave the complete bytes of one of them") {
  const test::TemporaryDirectory folder;
  const std::string path = (folder.path() / "shared").string();
  std::vector<std::string> contents;
  for (char c = 'a'; c < 'e'; ++c) contents.emplace_back(100000, c);
  std::vector<std::string> failures(contents.size(), "not run");
  std::vector<std::thread> writers;
  for (std::size_t w = 0; w < contents.size(); ++w) {
    writers.emplace_back([&, w] {
      failures[w] = test::what_of([&] {
        for (int i = 0; i < 5; ++i) write_file(path, contents[w]);
      });
    });
  }
  for (std::thread &writer : writers) writer.join();
  CHECK(failures == std::vector<std::string>(contents.size(), "(no error)"));
  CHECK(std::ranges::find(contents, get(path)) != contents.end());
  CHECK(entries_in(folder.path()) == 1);
}

TEST_CASE("a mapped file provides the bytes, and moves without copying them") {
  const Fixture file("mapped bytes");
  MappedFile mapped(file.path);
  CHECK(mapped.bytes() == "mapped bytes");
  const char *const address = mapped.bytes().data();
  MappedFile moved(std::move(mapped));
  CHECK(moved.bytes().data() == address);
  CHECK(mapped.bytes().empty());  // NOLINT(bugprone-use-after-move)
  MappedFile other(Fixture("other").path);
  other = std::move(moved);
  CHECK(other.bytes() == "mapped bytes");
  CHECK(MappedFile(Fixture("").path).bytes().empty());
}

TEST_CASE("a mapped file keeps its bytes when another file takes its name") {
  const Fixture file("old bytes");
  const MappedFile mapped(file.path);
  write_file(file.path, "new");
  CHECK(mapped.bytes() == "old bytes");
  CHECK(MappedFile(file.path).bytes() == "new");
}

TEST_CASE("a part of a file ends with the file, and packed bytes stay packed") {
  const Fixture file("0123456789");
  CHECK(read_part(file.path, 0, 4) == "0123");
  CHECK(read_part(file.path, 8, 4) == "89");
  CHECK(read_part(file.path, 10, 4).empty());
  CHECK(read_part(file.path, 100, 4).empty());
  CHECK(read_part(Fixture("\x1f\x8bgzip").path, 0, 2) == "\x1f\x8b");
  CHECK(test::error_of([&] { read_part(file.path + ".missing", 0, 1); }).code() ==
        ErrorCode::not_found);
}
