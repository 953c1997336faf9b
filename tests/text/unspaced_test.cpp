#include "text/unspaced.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "sluice/core/random.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/text/analyzer.hpp"
#include "sluice/text/question.hpp"
#include "support/random_text.hpp"
#include "text/identifier.hpp"
#include "text/stem.hpp"
#include "text/unicode.hpp"
#include "text/word_parts.hpp"

using namespace sluice;

namespace {

using Terms = std::vector<std::string>;

Terms terms_of(std::string_view text) { return Analyzer()(text); }

Terms characters_of(std::string_view word) {
  Terms pieces;
  text_detail::each_character(word,
                              [&](std::string_view piece, bool) { pieces.emplace_back(piece); });
  return pieces;
}

Terms runs_in(std::string_view word) {
  Terms runs;
  text_detail::each_inner_run(word, [&](std::string_view run) {
    runs.emplace_back(run);
    return false;
  });
  return runs;
}

bool has(const Terms &terms, std::string_view term) {
  return std::ranges::find(terms, term) != terms.end();
}

/// Whether the terms of `name` occur in those of `text` in sequence.
bool contains(std::string_view text, std::string_view name) {
  const Terms whole = terms_of(text), part = terms_of(name);
  return std::search(whole.begin(), whole.end(), part.begin(), part.end()) != whole.end();
}

}  // namespace

TEST_CASE("Chinese text gives overlapping pairs of characters, and a lone character itself") {
  CHECK(terms_of("基金净值") == Terms{"基金", "金净", "净值"});
  CHECK(terms_of("基金") == Terms{"基金"});
  CHECK(terms_of("年") == Terms{"年"});
  CHECK(terms_of("东京、大阪") == Terms{"东京", "大阪"});
  CHECK(terms_of("𠮷野家") == Terms{"𠮷野", "野家"});
}

TEST_CASE("other scripts and numbers inside unspaced text are terms of their own") {
  CHECK(terms_of("ETF基金净值") == Terms{"etf", "基金", "金净", "净值"});
  CHECK(terms_of("A股配股") == Terms{"a", "股配", "配股"});
  CHECK(terms_of("2024年度第3四半期") == Terms{"2024", "年度", "度第", "3", "四半", "半期"});
  CHECK(terms_of("用户Id_名称") == Terms{"用户", "id", "名称"});
  CHECK(terms_of("ＥＴＦ２基金") == Terms{"etf", "2", "基金"});
  CHECK(terms_of("ปี๒๕๖๗") == Terms{"ปี", "๒๕๖๗"});
}

TEST_CASE("katakana are a run of their own, whose last length mark does not matter") {
  CHECK(terms_of("売上データ合計") == Terms{"売上", "データ", "合計"});
  CHECK(terms_of("クレジットカード") == Terms{"クレ", "レジッ", "ジット", "トカー", "カード"});
  CHECK(terms_of("カード番号") == Terms{"カード", "番号"});
  CHECK(terms_of("ユーザー") == terms_of("ユーザ"));
  CHECK(terms_of("カテゴリー") == terms_of("カテゴリ"));
  CHECK(terms_of("キー").size() == 1);
}

TEST_CASE("half-width and full-width forms give the terms of the usual forms") {
  CHECK(terms_of("ｶﾞｽ料金") == terms_of("ガス料金"));
  CHECK(terms_of("ﾊﾟﾝ") == terms_of("パン"));
  CHECK(terms_of("か\u3099く") == terms_of("がく"));
  CHECK(terms_of("ガス") != terms_of("カス"));
  CHECK(fold("ﾊﾟｽﾜｰﾄﾞ") == "パスワード");
}

TEST_CASE("a character has its marks, and the signs written around it") {
  CHECK(characters_of("ลูกค้า") == Terms{"ลู", "ก", "ค้า"});
  CHECK(characters_of("เงิน") == Terms{"เงิ", "น"});
  CHECK(characters_of("ທະນາຄານ") == Terms{"ທະ", "ນາ", "ຄາ", "ນ"});
  CHECK(characters_of("ខ្មែរ") == Terms{"ខ្មែ", "រ"});
  CHECK(characters_of("ショッピング") == Terms{"ショッ", "ピ", "ン", "グ"});
  CHECK(characters_of("サーバー") == Terms{"サー", "バー"});
  CHECK(characters_of("abc中2") == Terms{"abc", "中", "2"});
  CHECK(terms_of("ลูกค้า") == Terms{"ลูก", "กค้า"});
}

TEST_CASE("a name is found in a question wherever it is") {
  CHECK(contains("显示指标周期为一个月的基金收益", "指标周期"));
  CHECK(contains("入院日数が30日以上だった患者の氏名", "入院日数"));
  CHECK(contains("ขอรายชื่อลูกค้าที่มีวงเงินเครดิต", "วงเงินเครดิต"));
  CHECK(!contains("显示指标周期", "周期指标"));
  CHECK(!contains("ขอรายชื่อพนักงาน", "สินค้า"));
}

TEST_CASE("names and questions get the same terms in every part of the library") {
  for (const std::string_view text :
       {"ETF基金净值", "患者の氏名と電話番号", "ลูกค้าที่มีวงเงิน2024", "ユーザーID"}) {
    Terms stems;
    const Question question(text);
    for (const QuestionPart &part : question.parts()) stems.push_back(part.stem);
    CHECK(stems == terms_of(text));
    Terms names = split_identifier(text);
    for (std::string &name : names) name = stem(name);
    CHECK(names == terms_of(text));
  }
}

TEST_CASE("texts of scripts with spaces give the terms that they gave before") {
  // The parts of a word, folded, are its terms, as in releases without unspaced scripts.
  for (const std::string_view text :
       {"How many singers are there in custAddr2?", "Größe der Straße, naïve Café",
        "Сколько певцов в номерЗаказа2", "Πόσοι τραγουδιστές υπάρχουν", "كم عدد المطربين في 2014",
        "가수가 몇 명입니까", "कितने गायक हैं", "כמה זמרים", "it’s “quoted” — 3.5% €"}) {
    CAPTURE(text);
    Terms expected;
    each_word(text, [&](std::string_view word) {
      text_detail::each_part(word, true, true, [&](std::string_view part) {
        each_word(fold(part), [&](std::string_view folded) { expected.push_back(stem(folded)); });
      });
    });
    CHECK(terms_of(text) == expected);
    CHECK(!text_detail::has_unspaced(text));
    CHECK(runs_in(text).empty());
  }
  CHECK(terms_of("가수가 몇 명입니까") == Terms{"가수가", "몇", "명입니까"});
  CHECK(terms_of("Сколько певцов") == Terms{"сколько", "певцов"});
  CHECK(terms_of("كم عدد") == Terms{"كم", "عدد"});
}

TEST_CASE("the pieces of a word are the word for any text") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    std::string text;
    for (std::uint64_t n = random.below(12); n > 0; --n) {
      static constexpr std::string_view pieces[] = {"中",   "の",     "カ",     "ー", "ｶ", "ﾞ",
                                                    "เ",    "ก",      "\u0E49", "า",  "a", "2",
                                                    "\xE0", "\u3099", "ខ",      "្",   "é", "한"};
      text += pieces[random.below(18)];
    }
    std::string joined;
    for (const std::string &piece : characters_of(text)) joined += piece;
    CHECK(joined == text);
    for (const std::string &term : terms_of(text)) CHECK(!term.empty());
    CHECK(fold(fold(text)) == fold(text));
  }
}

TEST_CASE("inner runs begin and end at characters and leave out what matches by chance") {
  const Terms runs = runs_in("周期为一个月的");
  CHECK(has(runs, "一个月"));
  CHECK(has(runs, "周期"));
  CHECK(!has(runs, "月"));
  CHECK(has(runs_in("股票600519的"), "600519"));
  CHECK(!has(runs_in("股票60的"), "60"));
  CHECK(!has(runs_in("ください"), "くだ"));
  CHECK(has(runs_in("ｶﾞｽ会社"), "ガス会社"));
  CHECK(runs_in("customers2014").empty());
  Terms found;
  text_detail::each_inner_run("北京和上海", [&](std::string_view run) {
    if (run != "北京" && run != "上海" && run != "京和") return false;
    found.emplace_back(run);
    return true;
  });
  CHECK(found == Terms{"北京", "上海"});
}

TEST_CASE("long runs without spaces are read within the bounds") {
  std::string text;
  while (text.size() < 1'000'000) text += "基金净值";
  CHECK(split_identifier(text).size() == text.size() / 3 - 1);
  CHECK(Question(text).parts().size() <= max_question_words);
  CHECK(Question(Question(text).text()).text() == Question(text).text());
}
