#ifndef SLUICE_SRC_ROUTE_EVIDENCE_EVIDENCE_READER_HPP
#define SLUICE_SRC_ROUTE_EVIDENCE_EVIDENCE_READER_HPP

/// Computes what the words of a question say about each database and table.

#include <memory>
#include <span>
#include <vector>

#include "evidence_features.hpp"
#include "route/features/schema_layout.hpp"
#include "route/features/word_matcher.hpp"
#include "sluice/core/cancellation.hpp"
#include "sluice/index/lexical_index.hpp"
#include "sluice/route/content_words.hpp"
#include "sluice/route/translation_model.hpp"
#include "sluice/text/question.hpp"

namespace sluice::inline v0::route_detail {

/// The signals of a question except for those that rankings and add_circumstances give. `matches`:
/// of the content words, by word. A word means the stems that it has, that abbreviate it or that
/// are near it, and is looked up as it is in descriptions and values. These count less the more the
/// names of a database speak for themselves. How surprising it is that a database or table contains
/// a word depends on how many names it has: -log of the probability that some of them contain the
/// word by chance. `frequencies`: how often questions contain a word; frequent ones count less.
/// O(words × tables + occurrences of matched stems). Throws Error(cancelled), and the errors of
/// reading external postings.
EvidenceSignals read_evidence(const SchemaLayout &layout, const LexicalIndex &index,
                              const Question &question, std::span<const ContentWord> words,
                              std::span<const std::shared_ptr<const WordMatches>> matches,
                              const TranslationModel &frequencies, const CancellationToken *token);

/// Sets the circumstances of the tables of these databases.
void add_circumstances(const SchemaLayout &layout, std::span<const std::uint32_t> databases,
                       EvidenceSignals &signals);

}  // namespace sluice::inline v0::route_detail

#endif
