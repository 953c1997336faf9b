#include "sluice/rank/example_store.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/dot.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/schema/visible_catalog.hpp"
#include "sluice/sql/bind.hpp"
#include "sluice/sql/parse.hpp"

namespace sluice::inline v0 {
namespace {

/// Hashes of terms and of adjacent pairs, distinct and ascending.
std::vector<std::uint64_t> skeleton_keys(std::string_view skeleton) {
  std::vector<std::uint64_t> keys;
  std::string_view before;
  while (!skeleton.empty()) {
    const std::size_t end = std::min(skeleton.find(' '), skeleton.size());
    const std::string_view term = skeleton.substr(0, end);
    skeleton.remove_prefix(std::min(end + 1, skeleton.size()));
    keys.push_back(hash64(term));
    if (!before.empty()) keys.push_back(hash64(term, hash64(before)));
    before = term;
  }
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

std::string joined(const std::vector<std::string> &terms) {
  std::string text;
  for (const std::string &term : terms) {
    if (!text.empty()) text += ' ';
    text += term;
  }
  return text;
}

void to_unit(std::vector<std::pair<std::uint32_t, float>> &weights) {
  float sum = 0;
  for (const auto &entry : weights) sum += entry.second * entry.second;
  const float inverse = sum > 0 ? 1 / std::sqrt(sum) : 0;
  for (auto &entry : weights) entry.second *= inverse;
}

}  // namespace

ExampleStore::ExampleStore(AnyEmbedder embedder, sql::DiffRules rules)
    : embedder_(std::move(embedder)), rules_(rules) {
  derive();
}

/// Adds examples with their shapes and skeletons to a store. Call `derive` afterwards.
class ExampleStore::Extender {
 public:
  explicit Extender(ExampleStore &store) : store_(store) {
    for (std::size_t i = 0; i < store.shapes_.size(); ++i)
      known_.emplace(store.shapes_[i]->text(), ShapeId(i));
  }

  /// Throws what QueryShape::of throws; then the store is unchanged.
  void add(std::shared_ptr<const Example> example, const Database *database) {
    auto shape = QueryShape::of(example->sql, database, store_.rules_);
    auto skeleton =
        std::make_shared<const std::string>(joined(question_skeleton(example->question, database)));
    add(std::move(example), std::move(shape), std::move(skeleton));
  }

  void add(std::shared_ptr<const Example> example, std::shared_ptr<const QueryShape> shape,
           std::shared_ptr<const std::string> skeleton) {
    const auto [at, is_new] = known_.try_emplace(shape->text(), ShapeId(store_.shapes_.size()));
    if (is_new) store_.shapes_.push_back(std::move(shape));
    store_.shape_of_.push_back(at->second);
    store_.examples_.push_back(std::move(example));
    store_.skeletons_.push_back(std::move(skeleton));
  }

 private:
  ExampleStore &store_;
  std::unordered_map<std::string_view, ShapeId> known_;
};

ExampleStore::Extended ExampleStore::with(std::span<const Example> examples,
                                          const Catalog *catalog) const {
  if (examples.size() > max_examples - size()) {
    throw Error(ErrorCode::limit_exceeded,
                "more than " + std::to_string(max_examples) + " examples in one store");
  }
  Extended made{*this, {}};
  ExampleStore &store = made.store;
  Extender extender(store);
  std::vector<std::string_view> questions;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Example &example = examples[i];
    const auto has_zero = [](std::string_view text) { return text.find('\0') != text.npos; };
    if (has_zero(example.question) || has_zero(example.database) || has_zero(example.sql)) {
      made.rejected.push_back({i, "holds a zero byte"});
      continue;
    }
    const Database *database = nullptr;
    if (catalog != nullptr) {
      if (const auto id = catalog->find_database(example.database))
        database = &catalog->database(*id);
    }
    try {
      extender.add(std::make_shared<const Example>(example), database);
    } catch (const Error &error) {
      made.rejected.push_back({i, error.message()});
      continue;
    }
    questions.push_back(example.question);
  }
  const std::size_t before = store.vectors_.size();
  store.vectors_.resize(before + questions.size() * embedder_.dimensions());
  embedder_.embed(questions, std::span(store.vectors_).subspan(before));
  store.derive();
  return made;
}

namespace {

/// Whether every name of a query means the same in the visible part of its database as in the full
/// database.
bool is_shown(const std::string &query, const Catalog &catalog, DatabaseId id, const Mask &mask,
              const Database &part) {
  const sql::SyntaxTree tree = sql::parse(query, {.dialect = sql::Dialect::permissive});
  const SqlNames part_names(part);
  if (!sql::bind(tree, part_names).problems().empty()) return false;
  const SqlNames names(catalog.database(id));
  const sql::Bindings all = sql::bind(tree, names);
  const auto is_visible = [&](std::uint32_t table, std::uint32_t column) {
    if (table == sql::no_position) return true;
    const TableId of = catalog.tables(id)[table];
    return column == sql::no_position ? mask.visible(of)
                                      : mask.visible(catalog.columns(of)[column]);
  };
  for (std::uint32_t i = 1; i < tree.size(); ++i) {
    const sql::NodeId node(i);
    if (tree.kind(node) == sql::NodeKind::table) {
      if (!is_visible(all.source(node).table, sql::no_position)) return false;
    } else if (tree.kind(node) == sql::NodeKind::column) {
      const sql::Binding &binding = all[node];
      const bool is_stored =
          binding.meaning == sql::Meaning::column || binding.meaning == sql::Meaning::rowid;
      if (is_stored && !is_visible(binding.table, binding.column)) return false;
    }
  }
  return true;
}

}  // namespace

ExampleStore::Visible ExampleStore::masked_by(const Mask &mask) const {
  const Catalog &catalog = *mask.catalog();
  Visible seen{ExampleStore(embedder_, rules_), {}};
  Extender extender(seen.store);
  std::vector<std::shared_ptr<const Database>> parts(catalog.database_count());
  const std::size_t width = embedder_.dimensions();
  for (std::size_t i = 0; i < size(); ++i) {
    const auto id = catalog.find_database(examples_[i]->database);
    if (id && !mask.visible(*id)) continue;
    if (id) {
      auto &part = parts[id->index()];
      if (part == nullptr) part = visible_part(catalog, *id, &mask).database;
      if (!is_shown(examples_[i]->sql, catalog, *id, mask, *part)) continue;
      extender.add(examples_[i], part.get());
    } else {
      extender.add(examples_[i], shapes_[shape_of_[i].index()], skeletons_[i]);
    }
    seen.ids.emplace_back(i);
    const auto row = std::span(vectors_).subspan(i * width, width);
    seen.store.vectors_.insert(seen.store.vectors_.end(), row.begin(), row.end());
  }
  seen.store.derive();
  return seen;
}

void ExampleStore::derive() {
  shape_begin_.assign(shapes_.size() + 1, 0);
  for (const ShapeId shape : shape_of_) ++shape_begin_[shape.index() + 1];
  for (std::size_t i = 0; i < shapes_.size(); ++i) shape_begin_[i + 1] += shape_begin_[i];
  std::vector<std::uint32_t> next(shape_begin_.begin(), shape_begin_.end() - 1);
  by_shape_.resize(examples_.size());
  for (std::size_t i = 0; i < examples_.size(); ++i)
    by_shape_[next[shape_of_[i].index()]++] = ExampleId(i);

  by_text_.clear();
  for (std::size_t i = 0; i < shapes_.size(); ++i) by_text_.emplace_back(i);
  std::ranges::sort(by_text_, {},
                    [&](ShapeId id) -> const std::string & { return shape(id).text(); });

  std::vector<std::pair<std::uint64_t, std::uint32_t>> occurrences;
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    for (const std::uint64_t key : skeleton_keys(*skeletons_[i]))
      occurrences.emplace_back(key, static_cast<std::uint32_t>(i));
  }
  std::ranges::sort(occurrences);
  term_keys_.clear();
  term_idf_.clear();
  term_begin_.clear();
  postings_.resize(occurrences.size());
  std::vector<float> squares(examples_.size());
  const auto all = static_cast<float>(examples_.size());
  for (std::size_t i = 0; i < occurrences.size();) {
    std::size_t end = i;
    while (end < occurrences.size() && occurrences[end].first == occurrences[i].first) ++end;
    const float idf = std::log(all / static_cast<float>(end - i));
    term_keys_.push_back(occurrences[i].first);
    term_idf_.push_back(idf);
    term_begin_.push_back(static_cast<std::uint32_t>(i));
    for (; i < end; ++i) {
      postings_[i] = {occurrences[i].second, idf};
      squares[occurrences[i].second] += idf * idf;
    }
  }
  term_begin_.push_back(static_cast<std::uint32_t>(occurrences.size()));
  for (auto &posting : postings_) {
    const float square = squares[posting.first];
    posting.second = square > 0 ? posting.second / std::sqrt(square) : 0;
  }

  Fingerprint print;
  print.add(embedder_.fingerprint()).add(static_cast<std::uint64_t>(rules_));
  for (const auto &of : shapes_) print.add(of->text());
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    print.add(examples_[i]->question).add(examples_[i]->database).add(examples_[i]->sql);
    print.add(*skeletons_[i]).add(std::uint64_t{shape_of_[i].value});
  }
  fingerprint_ = print.value();
}

std::optional<ShapeId> ExampleStore::find_shape(std::string_view text) const noexcept {
  const auto at = std::ranges::lower_bound(
      by_text_, text, {}, [&](ShapeId id) -> std::string_view { return shape(id).text(); });
  if (at == by_text_.end() || shape(*at).text() != text) return std::nullopt;
  return *at;
}

QuestionView ExampleStore::view(const Question &question, const Database *database) const {
  const std::string_view text = question.text();
  QuestionView made;
  made.vector.resize(embedder_.dimensions());
  embedder_.embed(std::span(&text, 1), made.vector);
  for (const std::uint64_t key : skeleton_keys(joined(question_skeleton(question, database)))) {
    const auto at = std::ranges::lower_bound(term_keys_, key);
    if (at == term_keys_.end() || *at != key) continue;
    const auto term = static_cast<std::size_t>(at - term_keys_.begin());
    made.skeleton.emplace_back(static_cast<std::uint32_t>(term), term_idf_[term]);
  }
  to_unit(made.skeleton);
  return made;
}

std::vector<float> ExampleStore::question_similarities(const QuestionView &question) const {
  std::vector<float> found(size());
  const std::size_t width = question.vector.size();
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i] = dot(question.vector.data(), vectors_.data() + i * width, width);
  return found;
}

std::vector<float> ExampleStore::skeleton_similarities(const QuestionView &question) const {
  std::vector<float> found(size());
  for (const auto &[term, weight] : question.skeleton) {
    for (std::uint32_t i = term_begin_[term]; i < term_begin_[term + 1]; ++i)
      found[postings_[i].first] += weight * postings_[i].second;
  }
  return found;
}

}  // namespace sluice::inline v0
