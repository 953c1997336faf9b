#include "sluice/embed/wordpiece.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <span>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/json.hpp"
#include "sluice/core/utf8.hpp"
#include "text/basic_tokens.hpp"

namespace sluice::inline v0 {
namespace {

constexpr std::size_t max_pieces = std::size_t{1} << 20;
constexpr std::size_t max_bytes = std::size_t{16} << 20;
constexpr std::size_t max_characters = 100;  // characters, as in BERT
constexpr std::string_view continuation_mark = "##";
constexpr std::array<std::string_view, 5> bert_controls{"[PAD]", "[UNK]", "[CLS]", "[SEP]",
                                                        "[MASK]"};
constexpr std::array<std::string_view, 6> mpnet_controls{"<s>",   "<pad>", "</s>",
                                                         "<unk>", "[UNK]", "<mask>"};

[[noreturn]] void refuse(const std::string &source, std::uint64_t line, std::string_view why) {
  throw Error(ErrorCode::malformed, why, {source, line, 0});
}

void check_size(std::string_view text, const std::string &source) {
  if (text.size() > max_bytes) {
    throw Error(ErrorCode::limit_exceeded, "a vocabulary of more than 16 MB", {source, 0, 0});
  }
}

bool is_continuation_byte(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

std::size_t characters_of(std::string_view word) {
  return word.size() - static_cast<std::size_t>(std::ranges::count_if(word, is_continuation_byte));
}

/// The member, if it exists and is not null.
std::optional<JsonValue> given(const JsonValue &object, std::string_view key) {
  const auto value = object.find(key);
  return value && !value->is(JsonKind::null) ? value : std::nullopt;
}

void require_kind(const JsonValue &root, std::string_view part, std::string_view type) {
  const auto value = given(root, part);
  const auto found = value ? given(*value, "type") : std::nullopt;
  if (found && found->as_string() == type) return;
  throw Error(ErrorCode::unsupported,
              std::string(part) + " is not of type " + std::string(type) +
                  "; only BERT's lower-case tokenizers are supported",
              found ? found->place() : root.place());
}

}  // namespace

WordPiece::WordPiece(const std::vector<std::string_view> &pieces, const std::string &source) {
  offsets_.reserve(pieces.size() + 1);
  offsets_.push_back(0);
  slots_.resize(std::bit_ceil(2 * pieces.size() + 1));
  const std::size_t mask = slots_.size() - 1;
  Fingerprint fingerprint;
  for (std::size_t id = 0; id < pieces.size(); ++id) {
    const std::string_view piece = pieces[id];
    if (!is_utf8(piece)) refuse(source, id + 1, "a piece that is not UTF-8");
    if (piece.find_first_of("\r\n") != piece.npos)
      refuse(source, id + 1, "a piece with a line break");
    if (find(piece) != none)
      refuse(source, id + 1, "the piece \"" + std::string(piece) + "\" occurs a second time");
    text_ += piece;
    offsets_.push_back(static_cast<std::uint32_t>(text_.size()));
    fingerprint.add(piece);
    const bool continuation = piece.starts_with(continuation_mark) && piece.size() > 2;
    const std::string_view plain = continuation ? piece.substr(2) : piece;
    longest_ = std::max(longest_, plain.size());
    std::size_t slot = hash64(plain, continuation ? 1 : 0) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(id + 1);
  }
  fingerprint_ = fingerprint.value();
  unknown_ = find("[UNK]");
  // MPNet has its own start and end pieces in addition to BERT's.
  is_mpnet_ = find("<s>") != none && find("</s>") != none;
  start_ = find(is_mpnet_ ? "<s>" : "[CLS]");
  separator_ = find(is_mpnet_ ? "</s>" : "[SEP]");
  if (unknown_ == none) refuse(source, 0, "there is no piece [UNK]");
}

WordPiece WordPiece::from_vocab(std::string_view text, const std::string &source) {
  check_size(text, source);
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (pieces.size() == max_pieces)
      refuse(source, pieces.size() + 1, "more than 1,048,576 pieces");
    pieces.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return WordPiece(pieces, source);
}

WordPiece WordPiece::from_tokenizer_json(std::string_view json, const std::string &source) {
  check_size(json, source);
  const JsonDocument document = JsonDocument::parse(json, source);
  const JsonValue root = document.root();
  require_kind(root, "model", "WordPiece");
  require_kind(root, "normalizer", "BertNormalizer");
  require_kind(root, "pre_tokenizer", "BertPreTokenizer");
  const JsonValue normalizer = root.at("normalizer");
  if (const auto lower = given(normalizer, "lowercase"); !lower || !lower->as_bool()) {
    throw Error(ErrorCode::unsupported, "a case-sensitive tokenizer", normalizer.place());
  }
  const JsonValue model = root.at("model");
  if (const auto prefix = given(model, "continuing_subword_prefix");
      prefix && prefix->as_string() != continuation_mark) {
    throw Error(ErrorCode::unsupported, "continuation pieces do not start with ##",
                prefix->place());
  }
  const JsonValue vocabulary = model.at("vocab");
  const std::size_t size = vocabulary.size();
  if (size > max_pieces)
    throw Error(ErrorCode::limit_exceeded, "more than 1,048,576 pieces", vocabulary.place());
  std::vector<std::string_view> pieces(size);
  std::vector<bool> given_ids(size);
  vocabulary.each_member([&](std::string_view piece, JsonValue id) {
    const std::int64_t number = id.as_integer();
    if (number < 0 || static_cast<std::size_t>(number) >= size ||
        given_ids[static_cast<std::size_t>(number)]) {
      throw Error(ErrorCode::malformed,
                  "ids must be 0 to " + std::to_string(size - 1) + ", each once", id.place());
    }
    given_ids[static_cast<std::size_t>(number)] = true;
    pieces[static_cast<std::size_t>(number)] = piece;
  });
  return WordPiece(pieces, source);
}

WordPiece WordPiece::load(const std::string &folder) {
  const std::filesystem::path root(folder);
  for (const char *name : {"tokenizer.json", "vocab.txt"}) {
    const std::string path = (root / name).string();
    if (!std::filesystem::exists(path)) continue;
    const std::string text = read_file(path, max_bytes);
    return name == std::string_view("vocab.txt") ? from_vocab(text, path)
                                                 : from_tokenizer_json(text, path);
  }
  throw Error(ErrorCode::not_found, "contains neither tokenizer.json nor vocab.txt",
              {folder, 0, 0});
}

std::uint32_t WordPiece::find(std::string_view piece) const noexcept {
  const bool continuation = piece.starts_with(continuation_mark) && piece.size() > 2;
  return find(continuation ? piece.substr(2) : piece, continuation);
}

std::uint32_t WordPiece::find(std::string_view plain, bool continuation) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash64(plain, continuation ? 1 : 0) & mask; slots_[slot] != 0;
       slot = (slot + 1) & mask) {
    const std::uint32_t id = slots_[slot] - 1;
    const std::string_view found = piece(id);
    if (continuation) {
      if (found.size() == plain.size() + 2 && found.starts_with(continuation_mark) &&
          found.ends_with(plain))
        return id;
    } else if (found == plain) {
      return id;
    }
  }
  return none;
}

std::uint32_t WordPiece::start() const {
  if (start_ == none) throw Error(ErrorCode::unsupported, "the vocabulary has no [CLS]");
  return start_;
}

std::uint32_t WordPiece::separator() const {
  if (separator_ == none) throw Error(ErrorCode::unsupported, "the vocabulary has no [SEP]");
  return separator_;
}

void WordPiece::encode(std::string_view text, std::vector<std::uint32_t> &ids, bool frame) const {
  if (frame) ids.push_back(start());
  const auto encode_plain = [&](std::string_view part) {
    each_basic_token(part, [&](std::string_view word) { encode_word(word, ids); });
  };
  std::size_t plain = 0;
  const char *const marks = is_mpnet_ ? "[<" : "[";
  for (std::size_t at = text.find_first_of(marks); at < text.size();
       at = text.find_first_of(marks, at)) {
    const Control control = control_at(text.substr(at));
    if (control.id == none) {
      ++at;
      continue;
    }
    encode_plain(text.substr(plain, at - plain));
    ids.push_back(control.id);
    at += control.size;
    plain = at;
  }
  encode_plain(text.substr(plain));
  if (frame) ids.push_back(separator());
}

WordPiece::Control WordPiece::control_at(std::string_view text) const noexcept {
  const std::span<const std::string_view> controls =
      is_mpnet_ ? std::span<const std::string_view>(mpnet_controls) : bert_controls;
  for (const std::string_view name : controls) {
    if (text.starts_with(name)) return {find(name), name.size()};
  }
  return {};
}

void WordPiece::encode_word(std::string_view word, std::vector<std::uint32_t> &ids) const {
  if (word.size() > max_characters && characters_of(word) > max_characters)
    return ids.push_back(unknown_);
  const std::size_t before = ids.size();
  for (std::size_t at = 0; at < word.size();) {
    std::size_t size = std::min(word.size() - at, longest_);
    std::uint32_t id = none;
    for (; size > 0; --size) {
      if (at + size < word.size() && is_continuation_byte(word[at + size])) continue;
      id = find(word.substr(at, size), at > 0);
      if (id != none) break;
    }
    if (id == none) {  // a single part without a piece makes the whole word unknown
      ids.resize(before);
      return ids.push_back(unknown_);
    }
    ids.push_back(id);
    at += size;
  }
}

}  // namespace sluice::inline v0
