#include "sluice/embed/wordpiece.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "text/basic_tokens.hpp"

namespace sluice {
namespace {

const std::string small = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nsing\n##er\n##ers\nthe\ncafe\n?\nнет\n##s\n";

std::vector<std::uint32_t> ids_of(const WordPiece &pieces, std::string_view text,
                                  bool frame = false) {
  std::vector<std::uint32_t> ids;
  pieces.encode(text, ids, frame);
  return ids;
}

std::string words_of(std::string_view text) {
  std::string words;
  each_basic_token(text, [&](std::string_view word) { words += std::string(word) + '|'; });
  return words;
}

using Ids = std::vector<std::uint32_t>;

TEST_CASE("basic tokens are lower-case words, and single punctuation marks and ideographs") {
  CHECK(words_of("Hello, World") == "hello|,|world|");
  CHECK(words_of("naïve Café_Name") == "naive|cafe|_|name|");
  CHECK(words_of("a\tb\r\nc\x01"
                 "d") == "a|b|cd|");
  CHECK(words_of("表中x") == "表|中|x|");
  CHECK(words_of("no\u00A0break\u2014dash") == "no|break|\u2014|dash|");
  CHECK(words_of("МОСКВА") == "москва|");
  CHECK(words_of("zero\u200Bwidth \uFFFD!") == "zerowidth|!|");
  CHECK(words_of("stray\xFF"
                 "byte \xC3") == "straybyte|");
  CHECK(words_of("").empty());
}

TEST_CASE("a word is split into its longest pieces from the left, or is unknown as a whole") {
  const WordPiece pieces = WordPiece::from_vocab(small, "small");
  CHECK(pieces.size() == 12);
  CHECK(ids_of(pieces, "The singers?") == Ids{7, 4, 6, 9});
  CHECK(ids_of(pieces, "singer", true) == Ids{2, 4, 5, 3});
  CHECK(ids_of(pieces, "singx the") == Ids{1, 7});
  CHECK(ids_of(pieces, "CAFÉS") == Ids{8, 11});
  CHECK(ids_of(pieces, "нет").front() == 10);
  CHECK(ids_of(pieces, "er") == Ids{1});
  CHECK(ids_of(pieces, "").empty());
  CHECK(ids_of(pieces, "a [CLS] b [SEP") == Ids{1, 2, 1, 1, 1});
}

TEST_CASE("MPNet's vocabulary has its own start, end and control tokens") {
  const WordPiece pieces = WordPiece::from_vocab(
      "<s>\n<pad>\n</s>\n<unk>\n[UNK]\n[CLS]\n[SEP]\na\n<\n<mask>\n", "small");
  CHECK(ids_of(pieces, "a", true) == Ids{0, 7, 2});
  CHECK(ids_of(pieces, "a<mask>a </s> < a") == Ids{7, 9, 7, 2, 8, 7});
  CHECK(ids_of(pieces, "[UNK] [CLS]") == Ids{4, 4, 4, 4});
}

TEST_CASE("words of more than a hundred characters are unknown, however long") {
  const WordPiece pieces = WordPiece::from_vocab("[UNK]\na\n##a\n##я\nя\n", "small");
  CHECK(ids_of(pieces, std::string(100, 'a')).size() == 100);
  CHECK(ids_of(pieces, std::string(101, 'a')) == Ids{0});
  std::string cyrillic;
  for (int i = 0; i < 100; ++i) cyrillic += "я";
  CHECK(ids_of(pieces, cyrillic).size() == 100);
  CHECK(ids_of(pieces, cyrillic + "я") == Ids{0});
  CHECK(ids_of(pieces, std::string(1'000'000, 'a')) == Ids{0});
}

TEST_CASE("a tokenizer.json gives the same tokens as its vocab.txt") {
  const std::string json =
      R"({"truncation": {"max_length": 2}, "padding": {"strategy": {"Fixed": 9}},
    "normalizer": {"type": "BertNormalizer", "lowercase": true, "strip_accents": null},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
      "vocab": {"##er": 5, "[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "sing": 4}}})";
  const WordPiece read = WordPiece::from_tokenizer_json(json, "t.json");
  const WordPiece plain = WordPiece::from_vocab("[PAD]\n[UNK]\n[CLS]\n[SEP]\nsing\n##er", "v.txt");
  CHECK(read.fingerprint() == plain.fingerprint());
  CHECK(ids_of(read, "singer singer", true) == Ids{2, 4, 5, 4, 5, 3});
}

TEST_CASE("an invalid vocabulary is rejected with the location of the error") {
  const auto vocab = [](const std::string &text) {
    return test::what_of([&] { return WordPiece::from_vocab(text, "v.txt"); });
  };
  CHECK(vocab("a\nb\n") == "v.txt: there is no piece [UNK]");
  CHECK(vocab("[UNK]\na\na\n") == "v.txt:3: the piece \"a\" occurs a second time");
  CHECK(vocab("[UNK]\n\xFF\n") == "v.txt:2: a piece that is not UTF-8");
  CHECK(vocab("[UNK]\na\r\r\n") == "v.txt:2: a piece with a line break");
  CHECK(vocab("") == "v.txt: there is no piece [UNK]");
  std::string many = "[UNK]\n";
  for (int i = 0; i < 1'100'000; ++i) many += std::to_string(i) + '\n';
  CHECK(vocab(many) == "v.txt:1048577: more than 1,048,576 pieces");
  CHECK(test::contains(vocab(std::string(std::size_t{17} << 20, 'x')), "more than 16 MB"));

  const auto json = [](const std::string &text) {
    return test::what_of([&] { return WordPiece::from_tokenizer_json(text, "t.json"); });
  };
  CHECK(test::contains(json("{"), "t.json"));
  CHECK(test::contains(json(R"({"model": {"type": "BPE"}})"), "model is not of type WordPiece"));
  const std::string start = R"({"normalizer": {"type": "BertNormalizer", "lowercase": true},
    "pre_tokenizer": {"type": "BertPreTokenizer"}, "model": {"type": "WordPiece", "vocab": )";
  CHECK(test::contains(json(start + R"({"[UNK]": 1}}})"), "ids must be 0 to 0, each once"));
  CHECK(test::contains(json(start + R"({"[UNK]": 0, "a": 0}}})"), "each once"));
  // It could not be written back with one piece per line.
  CHECK(json(start + R"({"[UNK]": 0, "a\nb": 1}}})") == "t.json:2: a piece with a line break");
}

TEST_CASE("ids are those of the reference implementation") {
  const auto recorded = test::data_directory() / "encoder_reference/minilm.jsonl.gz";
  if (!std::filesystem::exists(recorded))
    return test::skip("no encoder_reference under SLUICE_DATA");
  if (!std::filesystem::exists(test::encoder_directory() / "tokenizer.json")) {
    return test::skip("no encoder; cmake/encoder_weights.sh fetches it");
  }
  const WordPiece json = WordPiece::load(test::encoder_directory().string());
  const std::string vocab = (test::encoder_directory() / "vocab.txt").string();
  const WordPiece lines = WordPiece::from_vocab(read_file(vocab), vocab);
  CHECK(json.fingerprint() == lines.fingerprint());
  std::size_t texts = 0;
  each_json_line(read_file(recorded.string()), "reference", [&](JsonValue line) {
    Ids expected;
    for (const JsonValue id : line.at("ids"))
      expected.push_back(static_cast<std::uint32_t>(id.as_integer()));
    const std::string text(line.at("text").as_string());
    CAPTURE(text);
    CHECK(ids_of(json, text, true) == expected);
    ++texts;
  });
  CHECK(texts == 38);
}

}  // namespace
}  // namespace sluice
