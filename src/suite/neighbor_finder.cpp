#include "sluice/suite/neighbor_finder.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "program_key.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/judge/exact_set_normal_form.hpp"
#include "sluice/suite/paper_mutator.hpp"

namespace sluice::inline v0 {

std::string_view name_of(NeighborFate fate) noexcept {
  constexpr std::array<std::string_view, neighbor_fates> names = {
      "kept",          "same_text",     "same_but_counts",  "proved_by_form", "proved_by_program",
      "repeated_text", "repeated_form", "repeated_program", "not_runnable",   "unstable"};
  return names[static_cast<std::size_t>(fate)];
}

namespace {

struct HashOf {
  std::size_t operator()(const Hash128 &hash) const noexcept { return hash.low; }
};

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/// Whether a blank next to the character is redundant, unless the other side of the blank is such a
/// sign, too: the two could form one operator. Plus and minus are excluded, since they may be part
/// of a number.
bool stands_alone(char c) noexcept {
  return std::string_view("=<>!*/%|").find(c) != std::string_view::npos;
}
bool separates(char c) noexcept { return c == '(' || c == ')' || c == ',' || c == ';'; }

bool is_blank_needed(char left, char right) noexcept {
  if (separates(left) || separates(right)) return false;
  return stands_alone(left) == stands_alone(right);
}

/// The text in lower case and without redundant blanks, except in quotes. Texts with equal results
/// are the same statement. A text that may contain a comment is returned unchanged, since a comment
/// ends at the end of its line.
std::string folded(std::string_view text) {
  if (text.find("--") != text.npos || text.find("/*") != text.npos) return std::string(text);
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_blank(c)) {
      while (i + 1 < text.size() && is_blank(text[i + 1])) ++i;
      const bool inside = !result.empty() && i + 1 < text.size();
      if (inside && is_blank_needed(result.back(), text[i + 1])) result += ' ';
    } else if (c == '\'' || c == '"' || c == '`' || c == '[') {
      const std::size_t end = std::min(text.find(c == '[' ? ']' : c, i + 1), text.size() - 1);
      result += text.substr(i, end + 1 - i);
      i = end;
    } else {
      result += lower_ascii(c);
    }
  }
  while (!result.empty() && result.back() == ';') result.pop_back();
  return result;
}

/// The fate of a query that was seen under one of the equivalences, or the neighbor that it is.
struct Seen {
  NeighborFate fate = NeighborFate::kept;
  std::size_t neighbor = 0;
};
using SeenQueries = std::unordered_map<Hash128, Seen, HashOf>;

/// What was found for one gold.
class NeighborSearch {
 public:
  NeighborSearch(const NeighborSchema &schema, const NeighborOptions &options,
                 SqliteSession &session, std::size_t mutators)
      : schema_(schema), options_(options), session_(session) {
    set_.fates.resize(mutators);
  }

  /// Whether gold itself can have neighbors.
  bool take_gold(std::string_view gold) {
    if (gold.size() > options_.text_bytes) {
      set_.gold_problem =
          fmt::format("has {} bytes, the limit is {}", gold.size(), options_.text_bytes);
      return false;
    }
    const QueryOutcome outcome = session_.run(gold, [](Row) { return true; });
    set_.gold_problem = outcome.message;
    if (outcome.finished() && outcome.columns == 0) set_.gold_problem = "is not a query";
    if (outcome.finished() && !outcome.unstable.empty()) {
      set_.gold_problem =
          fmt::format("gives a different result each time because of {}", outcome.unstable.front());
    }
    if (!set_.gold_problem.empty()) return false;
    texts_.emplace(text_key(gold), Seen{NeighborFate::same_text});
    if (options_.merging == NeighborMerging::paper) {
      blank_gold_ = with_blank_counts(gold);
    } else {
      if (const auto key = program_key(gold)) {
        programs_.emplace(*key, Seen{NeighborFate::proved_by_program});
      }
      if (const auto key = form_key(gold)) {
        forms_.emplace(*key, Seen{NeighborFate::proved_by_form});
      }
    }
    return true;
  }

  /// Starts the next mutator.
  void start() {
    mutator_ = next_mutator_++;
    const std::size_t mutators_left = set_.fates.size() - mutator_;
    left_.candidates -= std::min(spent_.candidates, left_.candidates);
    left_.bytes -= std::min(spent_.bytes, left_.bytes);
    left_.runnable_bytes -= std::min(spent_.runnable_bytes, left_.runnable_bytes);
    spent_ = {};
    share_ = {left_.candidates / mutators_left, left_.bytes / mutators_left,
              left_.runnable_bytes / mutators_left};
  }

  /// Classifies a query of the mutator. Returns false once the mutator has reached its limits.
  bool take(std::string_view text, TextSpan changed) {
    ++spent_.candidates;
    spent_.bytes += text.size();
    if (spent_.candidates > share_.candidates || spent_.bytes > share_.bytes ||
        spent_.runnable_bytes > share_.runnable_bytes || steps_ > options_.max_total_steps) {
      set_.complete = false;
      return false;
    }
    const Seen seen = look_at(text, mutator_, changed);
    ++set_.fates[mutator_][static_cast<std::size_t>(seen.fate)];
    return true;
  }

  NeighborSet take_set() { return std::move(set_); }

 private:
  Seen look_at(std::string_view text, std::uint32_t mutator, TextSpan changed) {
    const auto [at, fresh] = texts_.try_emplace(text_key(text));
    if (!fresh) return repeat(at->second, NeighborFate::repeated_text);
    Seen &seen = at->second;
    seen = judge(text);
    if (seen.fate == NeighborFate::kept || seen.fate == NeighborFate::proved_by_form ||
        seen.fate == NeighborFate::proved_by_program) {
      keep(text, mutator, changed, seen);
    }
    return seen;
  }

  /// The fate of a query that equals one of those seen.
  Seen repeat(const Seen &seen, NeighborFate fate) {
    if (seen.fate != NeighborFate::kept && seen.fate != NeighborFate::repeated_text &&
        seen.fate != NeighborFate::repeated_form && seen.fate != NeighborFate::repeated_program)
      return {seen.fate, seen.neighbor};
    ++set_.neighbors[seen.neighbor].copies;
    return {fate, seen.neighbor};
  }

  Seen judge(std::string_view text) {
    const bool paper = options_.merging == NeighborMerging::paper;
    if (paper && with_blank_counts(text) == blank_gold_) return {NeighborFate::same_but_counts};
    const QueryOutcome outcome = session_.run(text, [](Row) { return true; });
    steps_ += outcome.steps;
    if (!outcome.finished()) return {NeighborFate::not_runnable};
    spent_.runnable_bytes += text.size();
    if (paper) return kept();
    if (outcome.columns == 0) return {NeighborFate::not_runnable};
    if (!outcome.unstable.empty()) return {NeighborFate::unstable};
    const auto program = program_key(text);
    if (program) {
      if (const auto at = programs_.find(*program); at != programs_.end()) {
        return repeat(at->second, NeighborFate::repeated_program);
      }
    }
    const auto form = form_key(text);
    Seen seen = kept();
    if (form) {
      if (const auto at = forms_.find(*form); at != forms_.end()) {
        seen = repeat(at->second, NeighborFate::repeated_form);
      } else {
        forms_.emplace(*form, seen);
      }
    }
    if (program) programs_.emplace(*program, seen);
    return seen;
  }

  Seen kept() const noexcept { return {NeighborFate::kept, set_.neighbors.size()}; }

  void keep(std::string_view text, std::uint32_t mutator, TextSpan changed, const Seen &seen) {
    auto &list = seen.fate == NeighborFate::kept ? set_.neighbors : set_.proved;
    list.push_back({std::string(text), mutator, changed, 1, seen.fate});
  }

  Hash128 text_key(std::string_view text) const {
    return hash128(options_.merging == NeighborMerging::paper ? text : folded(text));
  }

  std::optional<Hash128> form_key(std::string_view text) const {
    const auto form = normal_form(text, *schema_.database, schema_.keys);
    return form ? std::optional(hash128(*form)) : std::nullopt;
  }

  std::optional<Hash128> program_key(std::string_view text) {
    return suite::program_key(
        [this](std::string_view sql, RowVisitor visit) {
          QueryOutcome outcome = session_.run(sql, visit);
          steps_ += outcome.steps;
          return outcome;
        },
        text);
  }

  const NeighborSchema &schema_;
  const NeighborOptions &options_;
  SqliteSession &session_;
  NeighborSet set_;
  std::string blank_gold_;
  SeenQueries texts_, programs_, forms_;
  struct Amount {
    std::size_t candidates = 0, bytes = 0, runnable_bytes = 0;
  };
  Amount left_ = {options_.candidates, options_.candidate_bytes, options_.runnable_bytes};
  Amount share_, spent_;  // of the current mutator
  std::uint32_t mutator_ = 0, next_mutator_ = 0;
  std::uint64_t steps_ = 0;
};

std::shared_ptr<const SqliteImage> present(std::shared_ptr<const SqliteImage> image) {
  if (image == nullptr) {
    throw Error(ErrorCode::invalid_argument,
                "NeighborSchema::empty is null, expected an empty database");
  }
  return image;
}

QueryLimits limits_of(const NeighborOptions &options) {
  QueryLimits limits;
  limits.steps = options.steps;
  limits.rows = options.steps;
  return limits;
}

}  // namespace

struct NeighborSorter::State {
  State(NeighborSchema of, const NeighborOptions &with, CancellationToken until)
      : schema(std::move(of)),
        options(with),
        token(until),
        session(present(schema.empty), limits_of(options), std::move(until)) {
    if (schema.database == nullptr) {
      throw Error(ErrorCode::invalid_argument,
                  "NeighborSchema::database is null, expected a schema");
    }
  }

  NeighborSchema schema;
  NeighborOptions options;
  CancellationToken token;
  SqliteSession session;
  std::uint64_t seed = 0;  // of the gold
  std::optional<NeighborSearch> search;
};

NeighborSorter::NeighborSorter(NeighborSchema schema, const NeighborOptions &options,
                               CancellationToken token)
    : state_(std::make_unique<State>(std::move(schema), options, std::move(token))) {}
NeighborSorter::NeighborSorter(NeighborSorter &&) noexcept = default;
NeighborSorter &NeighborSorter::operator=(NeighborSorter &&) noexcept = default;
NeighborSorter::~NeighborSorter() = default;

bool NeighborSorter::begin(std::string_view gold, std::size_t mutators) {
  state_->seed = hash64(gold, state_->options.seed);
  state_->search.emplace(state_->schema, state_->options, state_->session, mutators);
  return state_->search->take_gold(gold);
}

GoldQuery NeighborSorter::read(std::string_view gold) const {
  return GoldQuery(gold, *state_->schema.database);
}

std::uint64_t NeighborSorter::begin_mutator(std::string_view name) {
  state_->search->start();
  return hash64(name, state_->seed);
}

bool NeighborSorter::take(std::string_view text, TextSpan changed) {
  state_->token.check();
  return state_->search->take(text, changed);
}

NeighborSet NeighborSorter::finish() {
  NeighborSet found = state_->search->take_set();
  state_->search.reset();
  return found;
}

template class BasicNeighborFinder<AnyMutator>;

}  // namespace sluice::inline v0
