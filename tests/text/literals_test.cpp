#include "sluice/text/literals.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace sluice {
namespace {

/// The names of the kinds, separated by commas.
std::string kinds_in(std::string_view text) {
  std::string names;
  for (const LiteralKind kind : literal_kinds(text)) {
    if (!names.empty()) names += ", ";
    names += name_of(kind);
  }
  return names;
}

}  // namespace

TEST_CASE("dates and times are recognized by their separators") {
  for (const char *date : {"on 2012/8/24.", "before '2005-08-23'", "(24.8.2012)", "8/24/12?",
                           "since 2019-05-14T08:30:00Z", "on 24-08-2012,"}) {
    CAPTURE(date);
    CHECK(kinds_in(date) == "a date");
  }
  CHECK(kinds_in("paid at 16:25:00 in 2012/8/24") == "a date, a time");
  CHECK(kinds_in("at 9:05?") == "a time");
  for (const char *other : {"section 1.2.3", "12-34", "a ratio of 3:1", "1/2", "24/7 shops",
                            "::", "2012/13/", "192.168.0.1", "1-800-555"}) {
    CAPTURE(other);
    const std::string kinds = kinds_in(other);
    CHECK(kinds.find("a date") == kinds.npos);
    CHECK(kinds.find("a time") == kinds.npos);
  }
}

TEST_CASE("a month with a day or a year is a date, and a word that may be a verb is not a month") {
  for (const char *date : {"on 24 August", "on August 24th, 2012", "in August 2012?",
                           "on the 3rd of May 2020", "on May 3", "2 October 2023"}) {
    CAPTURE(date);
    CHECK(kinds_in(date) == "a date");
  }
  CHECK(kinds_in("born in August") == "a month");
  CHECK(kinds_in("May I see the trips of the march?").empty());
}

TEST_CASE("years are four digits from 1500 to 2099, alone or at the start of a longer token") {
  for (const char *year :
       {"in 1998", "the 2015/16 season", "in the 1990s", "2015–2016", "in 2016's"}) {
    CAPTURE(year);
    CHECK(kinds_in(year) == "a year");
  }
  for (const char *other : {"1200 metres", "3000", "20160", "room 12", ""}) {
    CAPTURE(other);
    CHECK(kinds_in(other).empty());
  }
}

TEST_CASE("money, percentages and addresses are recognized") {
  CHECK(kinds_in("over £15,000?") == "money");
  CHECK(kinds_in("over €3.50") == "money");
  CHECK(kinds_in("paid 840 USD by 1,000 dollars") == "money");
  CHECK(kinds_in("prices in USD") == "");
  CHECK(kinds_in("more than 12.5%") == "a percentage");
  CHECK(kinds_in("the % of members") == "");
  CHECK(kinds_in("is \"j.doe@mail.example\" known?") == "an email");
  CHECK(kinds_in("@home, at a@b and x@.") == "");
  CHECK(kinds_in("listed at 'http://host.example'") == "a url");
}

TEST_CASE("each kind is returned once, in the order of kinds, for any bytes") {
  CHECK(kinds_in("5% of $4 in 1999 or 2000 or on 1/2/2001 at 3:04") ==
        "a date, a time, a year, money, a percentage");
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += "\xE2\x82$\xFF 1/1/:\"' August ";
  CHECK(kinds_in(bytes) == "a month");
  CHECK(kinds_in("$ £ ' \" . ( %").empty());
}

}  // namespace sluice
