#include "sluice/route/translation_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/text_prefix.hpp"
#include "sluice/core/error.hpp"

namespace sluice::inline v0 {
namespace {

/// The pairs of questions, then those of a glossary.
using AllPairs = std::array<std::span<const TranslationPair>, 2>;

/// The distinct words of one side of the pairs, sorted, and their occurrences in the pairs.
class SideWords {
 public:
  SideWords(const AllPairs &all, std::vector<std::string> TranslationPair::*side) {
    std::unordered_map<std::string_view, std::uint32_t> index_of;  // keys point into the pairs
    for (const auto pairs : all) {
      for (const TranslationPair &pair : pairs) {
        for (const std::string &stem : pair.*side) {
          const auto number = static_cast<std::uint32_t>(index_of.size());
          occurrences_.push_back(index_of.try_emplace(stem, number).first->second);
        }
      }
    }
    for (const auto &entry : index_of) stems_.emplace_back(entry.first);
    std::ranges::sort(stems_);
    std::vector<std::uint32_t> place_of(stems_.size());
    for (std::uint32_t i = 0; i < stems_.size(); ++i) place_of[index_of.at(stems_[i])] = i;
    for (std::uint32_t &word : occurrences_) word = place_of[word];
  }

  const std::vector<std::string> &stems() const { return stems_; }
  /// The position in stems() of each word, pair by pair.
  std::span<const std::uint32_t> occurrences() const { return occurrences_; }

 private:
  std::vector<std::string> stems_;
  std::vector<std::uint32_t> occurrences_;
};

/// The distinct (schema word, question word) keys of the pairs, and the references to them. The
/// last schema word is the empty one, the source of words that mean no name.
struct Alignments {
  struct Pair {
    std::size_t first_cell;  // question words × (schema words + 1), row-major
    std::uint32_t questions;
    std::uint32_t schemas;
    double weight;
  };
  std::vector<std::uint64_t> keys;   // schema word << 32 | question word, sorted
  std::vector<std::uint32_t> cells;  // positions in keys
  std::vector<Pair> pairs;
};

constexpr std::uint32_t schema_word_of(std::uint64_t key) {
  return static_cast<std::uint32_t>(key >> 32);
}
constexpr std::uint32_t question_word_of(std::uint64_t key) {
  return static_cast<std::uint32_t>(key);
}

/// Fills in keys and cells. `cells`: the key of each cell.
void number_cells(std::span<const std::uint64_t> cells, std::size_t schema_words,
                  std::size_t question_words, Alignments &all) {
  // One schema word at a time: sorting and searching all keys together would take most of the
  // training.
  std::vector<std::size_t> end(schema_words + 1, 0);
  for (const std::uint64_t cell : cells) ++end[schema_word_of(cell) + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<std::uint32_t> ordered(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    ordered[end[schema_word_of(cells[i])]++] = static_cast<std::uint32_t>(i);
  all.cells.resize(cells.size());
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> last_schema_word(question_words, none), key_of(question_words);
  std::vector<std::uint32_t> words;
  std::size_t first = 0;
  for (std::uint32_t s = 0; s < schema_words; ++s) {
    const auto of = std::span(ordered).subspan(first, end[s] - first);
    first = end[s];
    words.clear();
    for (const std::uint32_t cell : of) {
      const std::uint32_t word = question_word_of(cells[cell]);
      if (last_schema_word[word] != s) words.push_back(word);
      last_schema_word[word] = s;
    }
    std::ranges::sort(words);
    for (const std::uint32_t word : words) {
      key_of[word] = static_cast<std::uint32_t>(all.keys.size());
      all.keys.push_back(std::uint64_t{s} << 32 | word);
    }
    for (const std::uint32_t cell : of) all.cells[cell] = key_of[question_word_of(cells[cell])];
  }
}

Alignments align(const AllPairs &all_pairs, const SideWords &schema, const SideWords &question,
                 double glossary_weight) {
  Alignments all;
  std::vector<std::uint64_t> cells;
  const auto empty_word = static_cast<std::uint32_t>(schema.stems().size());
  std::vector<std::uint32_t> from;
  auto schema_word = schema.occurrences().begin();
  auto question_word = question.occurrences().begin();
  const auto add = [&](const TranslationPair &pair, double weight) {
    from.assign(schema_word, schema_word + static_cast<std::ptrdiff_t>(pair.schema.size()));
    schema_word += static_cast<std::ptrdiff_t>(pair.schema.size());
    from.push_back(empty_word);
    all.pairs.push_back({cells.size(), static_cast<std::uint32_t>(pair.question.size()),
                         static_cast<std::uint32_t>(from.size()), weight});
    for (std::size_t q = 0; q < pair.question.size(); ++q, ++question_word) {
      for (const std::uint32_t s : from) cells.push_back(std::uint64_t{s} << 32 | *question_word);
    }
  };
  for (const TranslationPair &pair : all_pairs[0]) add(pair, 1);
  for (const TranslationPair &pair : all_pairs[1]) add(pair, glossary_weight);
  number_cells(cells, empty_word + 1, question.stems().size(), all);
  return all;
}

/// Probability of a question word given a schema word, and how often it was translated from it so
/// far. Stored together because both are read at the same, random places.
struct Estimate {
  double probability = 0;
  double count = 0;
};

std::vector<Estimate> uniform(const Alignments &all) {
  std::vector<Estimate> t(all.keys.size());
  for (std::size_t i = 0; i < t.size();) {
    std::size_t end = i;
    while (end < t.size() && schema_word_of(all.keys[end]) == schema_word_of(all.keys[i])) ++end;
    const double share = 1 / static_cast<double>(end - i);
    for (; i < end; ++i) t[i].probability = share;
  }
  return t;
}

void maximize(const Alignments &all, std::vector<Estimate> &t, double smoothing) {
  for (const Alignments::Pair &pair : all.pairs) {
    std::size_t cell = pair.first_cell;
    for (std::uint32_t q = 0; q < pair.questions; ++q, cell += pair.schemas) {
      const auto some = std::span(all.cells).subspan(cell, pair.schemas);
      double sum = 0;
      for (const std::uint32_t of : some) sum += t[of].probability;
      const double share = pair.weight / sum;
      for (const std::uint32_t of : some) t[of].count += share * t[of].probability;
    }
  }
  for (std::size_t i = 0; i < t.size();) {
    std::size_t end = i;
    double sum = smoothing;
    for (; end < t.size() && schema_word_of(all.keys[end]) == schema_word_of(all.keys[i]); ++end)
      sum += t[end].count;
    for (; i < end; ++i) t[i] = {t[i].count / sum, 0};
  }
}

template <class Record>
void put(std::string &bytes, std::span<const Record> records) {
  bytes.append(reinterpret_cast<const char *>(records.data()), records.size_bytes());
}

void put_stems(std::string &bytes, const std::vector<std::string> &stems) {
  for (const std::string &stem : stems) bytes += stem + '\n';
}

[[noreturn]] void refuse(const char *why) { throw Error(ErrorCode::malformed, why); }

/// Reads what `put` wrote, in the same order and never past the end.
class TranslationReader {
 public:
  explicit TranslationReader(std::string_view bytes) : bytes_(bytes) {}

  template <class Record>
  std::vector<Record> read(std::size_t count) {
    if (count > bytes_.size() / sizeof(Record)) refuse("a translation model is truncated");
    std::vector<Record> records(count);
    if (count != 0) std::memcpy(records.data(), bytes_.data(), count * sizeof(Record));
    bytes_.remove_prefix(count * sizeof(Record));
    return records;
  }
  std::vector<std::string> read_stems(std::size_t count) {
    std::vector<std::string> stems;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t end = bytes_.find('\n');
      if (end == bytes_.npos) refuse("a translation model is truncated");
      stems.emplace_back(bytes_.substr(0, end));
      bytes_.remove_prefix(end + 1);
      if (i > 0 && !(stems[i - 1] < stems[i])) refuse("a translation model has unsorted words");
    }
    return stems;
  }
  bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

struct Sizes {
  std::uint32_t schema_stems = 0;
  std::uint32_t question_stems = 0;
  std::uint32_t translations = 0;
  float unseen = 0;
};

/// A schema stem and a probability, where 65,535 means 1.
struct PackedTranslation {
  std::array<std::uint16_t, 2> parts{};
};
static_assert(sizeof(PackedTranslation) == 4);

constexpr float packed_scale = 65535;

}  // namespace

TranslationModel::TranslationModel() : first_(1, 0) {}

TranslationModel TranslationModel::train(std::span<const TranslationPair> pairs,
                                         std::span<const TranslationPair> glossary,
                                         const TranslationOptions &options) {
  TranslationModel model;
  const AllPairs all_pairs{pairs, glossary};
  const SideWords schema(all_pairs, &TranslationPair::schema);
  const SideWords question(all_pairs, &TranslationPair::question);
  model.schema_stems_ = schema.stems();
  model.set_question_stems(question.stems());
  if (model.schema_stems_.size() > UINT16_MAX) {
    throw Error(ErrorCode::limit_exceeded, "more than 65,535 words in the schemas of the pairs");
  }
  const Alignments all = align(all_pairs, schema, question, options.glossary_weight);
  std::vector<Estimate> t = uniform(all);
  for (std::size_t round = 0; round < options.rounds; ++round) maximize(all, t, options.smoothing);

  std::size_t words = 0;
  for (const TranslationPair &pair : pairs) words += pair.question.size();
  std::vector<double> occurrences(model.question_stems_.size(), 0);
  for (const std::uint32_t word : question.occurrences().first(words)) occurrences[word] += 1;
  const auto total = static_cast<double>(words);
  for (const double count : occurrences) {
    model.frequencies_.push_back(static_cast<float>(count / std::max(total, 1.0)));
  }
  if (total > 0) model.unseen_ = static_cast<float>(0.5 / total);

  std::vector<std::vector<Translation>> by_question(model.question_stems_.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    const std::uint32_t from = schema_word_of(all.keys[i]), to = question_word_of(all.keys[i]);
    const float threshold =
        std::max(options.min_probability, options.min_lift * model.frequencies_[to]);
    if (from == model.schema_stems_.size() || t[i].probability < threshold) continue;
    // Rounded as in a file, so that a stored model is read back unchanged.
    const float kept =
        std::round(static_cast<float>(t[i].probability) * packed_scale) / packed_scale;
    by_question[to].push_back({from, kept});
  }
  model.first_.clear();
  for (const std::vector<Translation> &of : by_question) {
    model.first_.push_back(static_cast<std::uint32_t>(model.translations_.size()));
    model.translations_.insert(model.translations_.end(), of.begin(), of.end());
  }
  model.first_.push_back(static_cast<std::uint32_t>(model.translations_.size()));
  return model;
}

void TranslationModel::set_question_stems(std::vector<std::string> stems) {
  question_stems_ = std::move(stems);
  for (const std::string &stem : question_stems_) starts_.push_back(detail::text_prefix(stem));
}

std::size_t TranslationModel::find(std::string_view question_stem) const noexcept {
  const auto [lower, upper] =
      std::equal_range(starts_.begin(), starts_.end(), detail::text_prefix(question_stem));
  const auto first = question_stems_.begin() + (lower - starts_.begin());
  const auto end = question_stems_.begin() + (upper - starts_.begin());
  const auto at = std::lower_bound(first, end, question_stem);
  return at != end && *at == question_stem ? static_cast<std::size_t>(at - question_stems_.begin())
                                           : question_stems_.size();
}

std::span<const TranslationModel::Translation> TranslationModel::translations(
    std::string_view question_stem) const noexcept {
  const std::size_t at = find(question_stem);
  if (at == question_stems_.size()) return {};
  return std::span(translations_).subspan(first_[at], first_[at + 1] - first_[at]);
}

float TranslationModel::frequency(std::string_view question_stem) const noexcept {
  const std::size_t at = find(question_stem);
  return at == question_stems_.size() ? unseen_ : std::max(frequencies_[at], unseen_);
}

std::string TranslationModel::bytes() const {
  const Sizes sizes{static_cast<std::uint32_t>(schema_stems_.size()),
                    static_cast<std::uint32_t>(question_stems_.size()),
                    static_cast<std::uint32_t>(translations_.size()), unseen_};
  std::vector<PackedTranslation> packed;
  for (const Translation &of : translations_) {
    packed.push_back({{static_cast<std::uint16_t>(of.schema_stem),
                       static_cast<std::uint16_t>(std::lround(of.probability * packed_scale))}});
  }
  std::string bytes;
  put(bytes, std::span(&sizes, 1));
  put(bytes, std::span(frequencies_));
  put(bytes, std::span(first_));
  put(bytes, std::span<const PackedTranslation>(packed));
  put_stems(bytes, schema_stems_);
  put_stems(bytes, question_stems_);
  return bytes;
}

TranslationModel TranslationModel::parse(std::string_view bytes) {
  TranslationReader reader(bytes);
  const Sizes sizes = reader.read<Sizes>(1).front();
  TranslationModel model;
  model.frequencies_ = reader.read<float>(sizes.question_stems);
  model.first_ = reader.read<std::uint32_t>(std::size_t{sizes.question_stems} + 1);
  for (const PackedTranslation of : reader.read<PackedTranslation>(sizes.translations)) {
    if (of.parts[0] >= sizes.schema_stems) refuse("a translation model refers to a missing word");
    model.translations_.push_back({of.parts[0], of.parts[1] / packed_scale});
  }
  model.schema_stems_ = reader.read_stems(sizes.schema_stems);
  model.set_question_stems(reader.read_stems(sizes.question_stems));
  model.unseen_ = sizes.unseen;
  const bool in_order = std::ranges::is_sorted(model.first_) && model.first_.front() == 0 &&
                        model.first_.back() == sizes.translations && reader.empty();
  const bool possible =
      std::ranges::all_of(model.frequencies_, [](float share) { return share >= 0 && share <= 1; });
  if (!in_order || !possible || !(sizes.unseen > 0 && sizes.unseen <= 1)) {
    refuse("a translation model has inconsistent numbers");
  }
  return model;
}

}  // namespace sluice::inline v0
