#ifndef SLUICE_SRC_INDEX_LEXICAL_STORAGE_HPP
#define SLUICE_SRC_INDEX_LEXICAL_STORAGE_HPP

/// Storage of a lexical index's postings.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/shared_map.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/index/lexical_index.hpp"

namespace sluice::inline v0 {
namespace index_detail {

/// The sort key of a term's postings.
inline auto place_of(const Posting &posting) {
  return std::tuple(posting.level, posting.object, posting.field);
}

}  // namespace index_detail

/// External postings, cached after the first request.
class LexicalIndex::ExternalPostings {
 public:
  explicit ExternalPostings(std::shared_ptr<const PostingSource> source)
      : source_(std::move(source)) {}

  std::span<const Posting> postings(std::string_view term) const;
  void fetch(std::span<const std::string> terms) const;
  std::size_t term_count() const noexcept;

 private:
  std::shared_ptr<const PostingSource> source_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::vector<Posting>, std::less<>> read_;  // entries are never
                                                                           // removed
};

struct LexicalIndex::Storage {
  // One of four forms: built in memory,
  std::string terms;
  std::vector<std::uint32_t> term_ends;
  std::vector<std::uint32_t> posting_ends;
  std::vector<Posting> postings;
  std::array<std::vector<FieldCounts>, level_count> lengths;
  // mapped from a file,
  std::optional<SegmentFile> file;
  // based on another index, with some terms and lengths changed,
  std::shared_ptr<const LexicalIndex> base;  // is not itself based on another
  detail::SharedMap<std::shared_ptr<const std::vector<Posting>>> changed;
  std::array<std::shared_ptr<const std::vector<FieldCounts>>, level_count> changed_lengths;
  // or external.
  std::unique_ptr<const ExternalPostings> external;

  void add(std::string_view term, std::span<const Posting> of_term) {
    terms += term;
    postings.insert(postings.end(), of_term.begin(), of_term.end());
    term_ends.push_back(static_cast<std::uint32_t>(terms.size()));
    posting_ends.push_back(static_cast<std::uint32_t>(postings.size()));
  }
};

/// For an index that is not based on another; calls `visit(term, postings)` in order.
template <class Visit>
void LexicalIndex::each_own_term(Visit visit) const {
  std::size_t term = 0, posting = 0;
  for (std::size_t i = 0; i < term_ends_.size(); ++i) {
    visit(terms_.substr(term, term_ends_[i] - term),
          postings_.subspan(posting, posting_ends_[i] - posting));
    term = term_ends_[i];
    posting = posting_ends_[i];
  }
}

}  // namespace sluice::inline v0

#endif
