#ifndef SLUICE_TESTS_TRAIN_TINY_WORDNET_HPP
#define SLUICE_TESTS_TRAIN_TINY_WORDNET_HPP

/// A WordNet of a dozen words, in its file format, for tests that damage it.

#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "support/support.hpp"

namespace sluice::test {

class TinyWordnet {
 public:
  TinyWordnet() {
    for (const auto &[name, text] : files()) write(name, std::string(text));
  }

  std::string folder() const { return folder_.path().string(); }
  std::string path(std::string_view name) const { return (folder_.path() / name).string(); }
  void write(std::string_view name, const std::string &text) const {
    std::ofstream(folder_.path() / name, std::ios::binary) << text;
  }
  static std::string text_of(std::string_view name) {
    for (const auto &[other, text] : files()) {
      if (other == name) return std::string(text);
    }
    return {};
  }

 private:
  using File = std::pair<std::string_view, std::string_view>;
  static const std::array<File, 10> &files() {
    static const std::array<File, 10> all = {{
        {"data.noun",
         "  1 a licence  \n"
         "00000100 03 n 01 entity 0 001 ~ 00000200 n 0000 | all  \n"
         "00000200 18 n 01 person 0 001 @ 00000100 n 0000 | one  \n"
         "00000300 18 n 02 musician 0 player 1 001 @ 00000200 n 0000 | who plays  \n"
         "00000400 18 n 02 singer 0 vocalist 0 002 @ 00000300 n 0000 + 00000100 v 0101 | sings  \n"
         "00000500 06 n 0b zip_code 0 ZIP 0 c 0 d 0 e 0 f 0 g 0 h 0 i 0 j 0 k 0 000 | code  \n"
         "00000600 18 n 01 Caruso 0 001 @i 00000400 n 0000 | a tenor  \n"},
        {"index.noun", "  1 a licence  \n"
                       "caruso n 1 1 @ 1 0 00000600  \n"
                       "entity n 1 1 ~ 1 1 00000100  \n"
                       "musician n 1 1 @ 1 1 00000300  \n"
                       "person n 1 2 @ ~ 1 1 00000200  \n"
                       "player n 2 1 @ 2 1 00000200 00000300  \n"
                       "singer n 1 1 @ 1 1 00000400  \n"
                       "vocalist n 1 1 @ 1 1 00000400  \n"
                       "zip_code n 1 0 1 1 00000500  \n"},
        {"data.verb", "00000100 39 v 01 sing 0 001 + 00000400 n 0101 01 + 02 00 | tones  \n"},
        {"index.verb", "sing v 1 1 + 1 1 00000100  \n"},
        {"data.adj",
         "00000100 00 a 01 happy 0 001 & 00000200 a 0000 | glad  \n"
         "00000200 00 s 01 cheery(p) 0 002 & 00000100 a 0000 \\ 00000700 r 0101 | bright  \n"},
        {"data.adv", "00000100 02 r 01 out_of_hand 0 000 | at once; \"do it now\"; soon  \n"},
        {"index.adj", "cheery a 1 1 & 1 0 00000200  \nhappy a 1 1 & 1 1 00000100  \n"},
        {"noun.exc", "musica musician\ncanta singers person\n"},
        {"verb.exc", "sang sing\nsung sing\n"},
        {"adj.exc", "happier happy\n"},
    }};
    return all;
  }

  TemporaryDirectory folder_;
};

}  // namespace sluice::test

#endif
