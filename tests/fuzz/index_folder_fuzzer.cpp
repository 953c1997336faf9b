// Modified index folders: the catalog, the postings, the vectors, or a journal of an interrupted
// writer.
//
// The input is a list of edits to a small index, five bytes each: file and operation (one byte),
// position (three bytes, little-endian), and the new byte. The first byte of the input decides
// whether checksums are corrected.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "forged_segment.hpp"
#include "scratch_folder.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/pipeline/index_folder.hpp"
#include "sluice/pipeline/retriever.hpp"

namespace {

using namespace sluice;

struct Files {
  std::string catalog;
  std::string journal;
  std::vector<std::string> segments;  ///< Sorted by name: postings are second.
};
constexpr std::size_t postings = 1;

std::shared_ptr<const Catalog> small_catalog() {
  const auto column = [](const char *name, const char *type, std::vector<std::string> samples) {
    return ColumnDefinition{name, "", type, "", std::move(samples)};
  };
  DatabaseDefinition shop;
  shop.name = "shop";
  shop.tables = {{"customer",
                  "",
                  "who buys",
                  {column("id", "INTEGER", {}), column("name", "TEXT", {"Zoë"})},
                  {0}},
                 {"purchase",
                  "",
                  "",
                  {column("customer_id", "INTEGER", {}), column("wine", "TEXT", {"Rioja"})},
                  {}}};
  shop.foreign_keys = {{1, {0}, 0, {0}}};
  DatabaseDefinition zoo;
  zoo.name = "zoo";
  zoo.tables = {
      {"animal", "", "", {column("name", "TEXT", {}), column("birthdate", "DATE", {})}, {0}}};
  return Catalog::make({Database::make(shop), Database::make(zoo)});
}

/// An index and the names of its segments.
class Index {
 public:
  Index() {
    write_index_folder(folder_.path("index"), small_catalog(), {.embedder = HashedEmbedder(8)});
    for (const auto &entry : std::filesystem::directory_iterator(folder_.path("index"))) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".segment")) segments_.push_back(name);
    }
    std::sort(segments_.begin(), segments_.end());
    original_.catalog = read_file(inside("catalog.sqlite"));
    for (const std::string &name : segments_) original_.segments.push_back(read_file(inside(name)));
    if (segments_.size() != 4 || !segments_[postings].starts_with("postings")) std::abort();
  }

  const Files &original() const noexcept { return original_; }
  std::string path() const { return folder_.path("index"); }

  void hold(const Files &files) const {
    folder_.put("index/catalog.sqlite", files.catalog);
    for (std::size_t s = 0; s < segments_.size(); ++s)
      folder_.put("index/" + segments_[s], files.segments[s]);
    if (files.journal.empty()) {
      std::filesystem::remove(inside("catalog.sqlite-journal"));
    } else {
      folder_.put("index/catalog.sqlite-journal", files.journal);
    }
  }

 private:
  std::string inside(const std::string &name) const { return folder_.path("index/" + name); }

  fuzz::ScratchFolder folder_;
  std::vector<std::string> segments_;
  Files original_;
};

void edit(Files &files, std::uint8_t what, std::size_t where, std::uint8_t byte) {
  constexpr std::string_view journal_magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  std::string *const chosen[] = {
      &files.catalog,     &files.segments[postings], &files.journal,     &files.catalog,
      &files.segments[0], &files.segments[postings], &files.segments[2], &files.segments[3]};
  std::string &file = *chosen[what % 8];
  if (&file == &files.journal && file.empty()) file = journal_magic;
  if (what >= 224) {
    file.resize(std::min(file.size(), where));
  } else if (what >= 192) {
    file.append(where % 1024, static_cast<char>(byte));
  } else if (!file.empty()) {
    file[where % file.size()] = static_cast<char>(byte);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const Index index;
  if (size == 0) return 0;
  Files files = index.original();
  for (std::size_t at = 1; at + 5 <= size && at < 500; at += 5) {
    const std::size_t where = data[at + 1] + data[at + 2] * 256U + data[at + 3] * 65536U;
    edit(files, data[at], where, data[at + 4]);
  }
  // The catalog lists the checksums of vectors, so forged vectors are rejected.
  if (data[0] % 2 == 1) fuzz::forge(files.segments[postings]);
  index.hold(files);
  try {
    OpenIndex opened = open_index_folder(index.path());
    const Retriever retriever(opened.catalog, opened.lexical, Retriever::Options{},
                              AnyEmbedder(HashedEmbedder(8)), opened.vectors.get());
    for (const std::string_view question :
         {"names of customers who bought wine", "birth date of animals", "rioja"}) {
      const Answer answer = retriever.ask(question);
      for (const SubsetColumn &column : answer.subset.columns) opened.catalog->path(column.id);
    }
  } catch (const Error &) {
  }
  return 0;
}
