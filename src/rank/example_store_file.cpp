#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/compression.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/rank/example_store.hpp"
#include "sluice/rank/query_shape.hpp"

namespace sluice::inline v0 {
namespace {

constexpr FourCc kind{'E', 'X', 'M', 'P'};
constexpr FourCc head_section{'h', 'e', 'a', 'd'};
constexpr FourCc text_section{'t', 'e', 'x', 't'};
constexpr FourCc shape_section{'s', 'h', 'a', 'p'};
constexpr FourCc vector_section{'v', 'e', 'c', 't'};
constexpr std::uint64_t max_text = std::uint64_t{1} << 30;

/// Version of the layout of the sections.
constexpr std::uint32_t layout = 1;

struct Head {
  std::uint32_t layout = sluice::layout;
  std::uint32_t rules = 0;
  std::uint64_t embedder = 0;
  std::uint32_t dimensions = 0;
  std::uint32_t shapes = 0;
  std::uint64_t examples = 0;
};
static_assert(sizeof(Head) == 32);

/// Texts are terminated by a zero byte, which no text contains.
void append(std::string &bytes, std::string_view text) {
  bytes += text;
  bytes += '\0';
}

}  // namespace

/// Reads a file. Validates it fully, so that any store that it returns is usable.
class ExampleStoreReader {
 public:
  ExampleStoreReader(const SegmentFile &file, std::string name, AnyEmbedder embedder)
      : file_(file), name_(std::move(name)), embedder_(std::move(embedder)) {}

  ExampleStore read() {
    const auto heads = file_.records<Head>(head_section);
    if (heads.size() != 1) file_.fail("has a header of the wrong size");
    const Head head = heads[0];
    if (head.layout > layout) {
      throw Error(ErrorCode::unsupported, "has examples of a newer release", {name_});
    }
    if (head.layout == 0 || head.rules > static_cast<std::uint32_t>(sql::DiffRules::sqlglot_30_17))
      file_.fail("has an invalid header");
    if (head.embedder != embedder_.fingerprint() || head.dimensions != embedder_.dimensions()) {
      throw Error(ErrorCode::mismatch,
                  "the examples were indexed with another embedder; use that one", {name_});
    }
    ExampleStore store(embedder_, static_cast<sql::DiffRules>(head.rules));
    const auto shape_of = file_.records<std::uint32_t>(shape_section);
    if (head.examples > ExampleStore::max_examples || shape_of.size() != head.examples)
      file_.fail("has another number of examples than its header says");
    text_ = decompressed(file_.section(text_section), name_, max_text);
    rest_ = text_;
    for (std::uint32_t i = 0; i < head.shapes; ++i) read_shape(store);
    for (const std::uint32_t shape : shape_of) {
      if (shape >= store.shapes_.size()) file_.fail("has an example without a shape");
      store.shape_of_.emplace_back(shape);
      Example example;
      example.question = next();
      example.database = next();
      example.sql = next();
      store.examples_.push_back(std::make_shared<const Example>(std::move(example)));
      store.skeletons_.push_back(std::make_shared<const std::string>(next()));
    }
    if (!rest_.empty()) file_.fail("has bytes after the last example");
    const auto vectors = file_.records<float>(vector_section);
    if (vectors.size() != shape_of.size() * std::size_t{head.dimensions})
      file_.fail("has another number of vectors than of examples");
    const auto is_fine = [](float x) { return std::isfinite(x) && std::abs(x) <= 2; };
    if (!std::ranges::all_of(vectors, is_fine))
      file_.fail("has a vector that is not of unit length");
    store.vectors_.assign(vectors.begin(), vectors.end());
    store.derive();
    for (std::size_t i = 0; i + 1 < store.by_text_.size(); ++i) {
      if (store.shape(store.by_text_[i]).text() == store.shape(store.by_text_[i + 1]).text())
        file_.fail("has a duplicate shape");
    }
    return store;
  }

 private:
  std::string_view next() {
    const std::size_t end = rest_.find('\0');
    if (end == rest_.npos) file_.fail("ends too early");
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }

  void read_shape(ExampleStore &store) {
    try {
      store.shapes_.push_back(QueryShape::parse(next(), store.rules_));
    } catch (const Error &error) {
      if (error.where().source == name_) throw;
      file_.fail("has a shape that is not a query");
    }
  }

  const SegmentFile &file_;
  std::string name_;
  AnyEmbedder embedder_;
  std::string text_;
  std::string_view rest_;
};

std::string ExampleStore::bytes() const {
  Head head;
  head.rules = static_cast<std::uint32_t>(rules_);
  head.embedder = embedder_.fingerprint();
  head.dimensions = static_cast<std::uint32_t>(embedder_.dimensions());
  head.shapes = static_cast<std::uint32_t>(shapes_.size());
  head.examples = examples_.size();
  std::string text;
  for (const auto &of : shapes_) append(text, of->text());
  for (std::size_t i = 0; i < size(); ++i) {
    append(text, examples_[i]->question);
    append(text, examples_[i]->database);
    append(text, examples_[i]->sql);
    append(text, *skeletons_[i]);
    if (text.size() > max_text) {
      throw Error(ErrorCode::limit_exceeded, "the examples take more than 1 GB");
    }
  }
  std::vector<std::uint32_t> shape_of;
  for (const ShapeId id : shape_of_) shape_of.push_back(id.value);
  SegmentWriter writer(kind, fingerprint_);
  writer.add(head_section, std::span<const Head>(&head, 1));
  writer.add(text_section, compressed(text));
  writer.add(shape_section, std::span<const std::uint32_t>(shape_of));
  writer.add(vector_section, std::span<const float>(vectors_));
  return writer.bytes();
}

ExampleStore ExampleStore::open(const std::string &path, AnyEmbedder embedder) {
  const SegmentFile file(path, kind);
  return ExampleStoreReader(file, path, std::move(embedder)).read();
}

ExampleStore ExampleStore::parse(std::string_view bytes, const std::string &name,
                                 AnyEmbedder embedder) {
  const SegmentFile file(bytes, name, kind);
  return ExampleStoreReader(file, name, std::move(embedder)).read();
}

}  // namespace sluice::inline v0
