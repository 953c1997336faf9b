#ifndef SLUICE_TRAIN_WORDNET_HPP
#define SLUICE_TRAIN_WORDNET_HPP

/// Extracts the data for sluice's weights from WordNet's text files.

#include <string>
#include <vector>

#include "sluice/core/language.hpp"

namespace sluice::inline v0 {

/// Reads data.noun, index.noun, noun.exc and the same files of verb and adj in `folder` (Debian's
/// package wordnet-base has them in /usr/share/wordnet; format: WordNet's wndb(5)), and writes a
/// graph of lemmas, synsets, hypernyms, derivations and similar adjectives, and the license, to
/// `path`. The same files give the same bytes. Throws Error: not_found, io, malformed (with file
/// and line).
void make_synonyms(const std::string &folder, const std::string &path);

/// Returns the lemmas, definitions and examples in data.noun and the same files of verb, adj and
/// adv in `folder`, without duplicates, in their order. Throws Error(not_found), Error(io), and
/// Error(malformed) with file and line.
std::vector<std::string> wordnet_texts(const std::string &folder);

}  // namespace sluice::inline v0

#endif
