/// Checks the help of every command: its form, and that its examples run.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "embed/tiny_encoder.hpp"
#include "run.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "train/tiny_wordnet.hpp"

namespace fs = std::filesystem;
using namespace sluice;
using test::run;

namespace {

struct Described {
  std::vector<std::string> words;  ///< Without "sluice".
  std::string help;

  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    std::istringstream text(help);
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
  }
  std::vector<std::string> examples() const {
    std::vector<std::string> found;
    for (const std::string &line : lines()) {
      if (line.starts_with("  sluice ")) found.push_back(line.substr(2));
    }
    return found;
  }
  bool lists(std::string_view flag) const {
    return help.find("\n  " + std::string(flag) + ' ') != std::string::npos ||
           help.find("\n  " + std::string(flag) + '\n') != std::string::npos;
  }
};

/// Appends the command and those below it, as its help lists them.
void add_commands(std::vector<std::string> words, std::vector<Described> &all) {
  std::vector<std::string> line = words;
  line.emplace_back("--help");
  const Described command{words, run(line).out};
  all.push_back(command);
  bool is_listing = false;
  for (const std::string &text : command.lines()) {
    if (text == "Subcommands:") {
      is_listing = true;
    } else if (is_listing && text.empty()) {
      return;
    } else if (is_listing && text.size() > 3 && text[2] != ' ') {
      std::vector<std::string> below = words;
      below.push_back(text.substr(2, text.find(' ', 2) - 2));
      add_commands(std::move(below), all);
    }
  }
}

/// All commands of this build, with the program itself first.
const std::vector<Described> &commands() {
  static const auto all = [] {
    std::vector<Described> found;
    add_commands({}, found);
    return found;
  }();
  return all;
}

std::string joined(const std::vector<std::string> &words) {
  std::string text = "sluice";
  for (const std::string &word : words) text += ' ' + word;
  return text;
}

/// A folder with the files that the examples name.
class ExampleFolder {
 public:
  ExampleFolder() {
    fs::create_directories(path("bin"));
    fs::create_directories(path("training"));
    fs::create_directories(path("databases"));
    fs::create_symlink(SLUICE_COMMAND, path("bin/sluice"));
    fs::create_directory_symlink(encoder_.folder(), path("all-MiniLM-L6-v2"));
    add_database("shop",
                 "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, email TEXT);"
                 "CREATE TABLE sale (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES "
                 "customer(id), wine TEXT, country TEXT, price INTEGER);"
                 "INSERT INTO customer VALUES (1, 'Ann', 'ann@x'), (2, 'Bob', 'bob@x');"
                 "INSERT INTO sale VALUES (1, 1, 'Rioja', 'Spain', 7), (2, 1, 'Port', 'Portugal', "
                 "NULL);");
    add_database("zoo", "CREATE TABLE animal (id INTEGER PRIMARY KEY, species TEXT, age INTEGER);"
                        "CREATE TABLE cage (id INTEGER PRIMARY KEY, animal_id INTEGER REFERENCES "
                        "animal(id));"
                        "INSERT INTO animal VALUES (1, 'owl', 3), (2, 'elk', 9);");
    add_questions("shop", "sale", "price");
    add_questions("zoo", "animal", "species");
    for (const std::string thing :
         {"singer", "ship", "city", "book", "player", "course", "museum"}) {
      add_database(thing, "CREATE TABLE " + thing +
                              " (id INTEGER PRIMARY KEY, name TEXT, kind TEXT);"
                              "INSERT INTO " +
                              thing + " VALUES (1, 'Ann', 'Red'), (2, 'Bob', 'Blue');");
      add_questions(thing, thing, "name");
    }
    fs::copy(path("databases/shop.sqlite"), path("shop.sqlite"));
    write("tables.json", tables_ + "]");
    write("train.jsonl", questions_);
    write("more.jsonl", R"({"db_id":"zoo","question":"How old is each animal?",)"
                        R"("sql":"SELECT age FROM animal"})"
                        "\n");
    write("dev.jsonl", R"({"db_id":"zoo","question":"Which species are there?",)"
                       R"("sql":"SELECT DISTINCT species FROM animal",)"
                       R"("gold_tables":["animal"],"gold_columns":["animal.species"]})"
                       "\n");
    write("dev_gold.sql", "SELECT count(*) FROM sale\tshop\n");
    write("gold.sql", "SELECT count(*) FROM sale\n");
    write("predicted.sql", "SELECT count(price) FROM sale\n");
    write("candidates.sql",
          "SELECT count(*) FROM sale\nSELECT count(id) FROM sale\nSELECT count(price) FROM sale\n");
    write("schema.txt", "Animal(species, age)\n");
    write("warehouse.sql", "CREATE TABLE stock (id INTEGER PRIMARY KEY, wine TEXT);\n");
    write("warehouse_new.sql", "CREATE TABLE stock (id INTEGER PRIMARY KEY, wine VARCHAR(80));\n");
    write("training/glossary.txt", "fowl = bird\n");
  }

  /// Runs a line of the shell. What needs files of another example must come after it.
  test::CommandResult run_line(std::string line) const {
    const std::string wordnet = "/usr/share/wordnet";
    if (const std::size_t at = line.find(wordnet); at != line.npos)
      line.replace(at, wordnet.size(), wordnet_.folder());
    write("line.sh", "cd '" + folder_.path().string() +
                         "'\nPATH=\"$PWD/bin:$PATH\"\n"
                         "{ " +
                         line + "\n} < /dev/null > line.out 2> line.error\n");
    const int status = std::system(("sh '" + path("line.sh") + "'").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, test::bytes_of(path("line.out")),
            test::bytes_of(path("line.error"))};
  }

 private:
  std::string path(const std::string &name) const { return (folder_.path() / name).string(); }
  void write(const std::string &name, const std::string &text) const {
    test::write_bytes(path(name), text);
  }

  void add_database(const std::string &name, const std::string &script) {
    const std::string file = path("databases/" + name + ".sqlite");
    test::make_sqlite(file, script);
    fs::create_directories(path("database/" + name));
    fs::copy(file, path("database/" + name + "/" + name + ".sqlite"));
    tables_ += tables_.empty() ? "[" : ",";
    tables_ += spider_schema(name);
  }

  /// The schema in the form of Spider's tables.json.
  static std::string spider_schema(const std::string &name) {
    struct Table {
      std::string name;
      std::vector<std::string> columns;
    };
    std::vector<Table> tables{{name, {"id", "name", "kind"}}};
    std::string keys = "[]";
    if (name == "shop") {
      tables = {{"customer", {"id", "name", "email"}},
                {"sale", {"id", "customer_id", "wine", "country", "price"}}};
      keys = "[[5,1]]";
    } else if (name == "zoo") {
      tables = {{"animal", {"id", "species", "age"}}, {"cage", {"id", "animal_id"}}};
      keys = "[[5,1]]";
    }
    std::string names, columns = R"([-1,"*"])", types = R"("text")", primary;
    std::size_t position = 0;
    for (std::size_t t = 0; t < tables.size(); ++t) {
      names += (t == 0 ? "\"" : ",\"") + tables[t].name + '"';
      for (const std::string &column : tables[t].columns) {
        ++position;
        columns += ",[" + std::to_string(t) + ",\"" + column + "\"]";
        types += column == "id" || column == "age" || column == "price" || column.ends_with("_id")
                     ? R"(,"number")"
                     : R"(,"text")";
        if (column == "id") primary += (primary.empty() ? "" : ",") + std::to_string(position);
      }
    }
    return R"({"db_id":")" + name + R"(","table_names_original":[)" + names +
           R"(],"table_names":[)" + names + R"(],"column_names_original":[)" + columns +
           R"(],"column_names":[)" + columns + R"(],"column_types":[)" + types +
           R"(],"primary_keys":[)" + primary + R"(],"foreign_keys":)" + keys + "}";
  }

  void add_questions(const std::string &database, const std::string &table,
                     const std::string &column) {
    const auto add = [&](const std::string &question, const std::string &sql,
                         const std::string &columns) {
      questions_ += R"({"db_id":")" + database + R"(","question":")" + question + R"(","sql":")" +
                    sql + R"(","gold_tables":[")" + table + R"("],"gold_columns":[)" + columns +
                    "]}\n";
    };
    add("How many " + table + "s are there?", "SELECT count(*) FROM " + table, "");
    add("What is the " + column + " of each " + table + "?", "SELECT " + column + " FROM " + table,
        '"' + table + '.' + column + '"');
  }

  test::TemporaryDirectory folder_;
  test::TinyEncoder encoder_{3};
  test::TinyWordnet wordnet_;
  std::string tables_;
  std::string questions_;
};

/// Whether an example needs what a test does not have.
bool is_runnable(const std::string &line) {
  static constexpr std::array needed{
      "://",                  // a server
      "serve-replay",         // runs until interrupted
      "all-mpnet-base-v2",    // the real encoder
      "learned.safetensors",  // the output of training/cross_encoder.py
      "static_128",           // an encoder with more dimensions than the tiny one
  };
  return std::ranges::none_of(needed,
                              [&](const char *part) { return line.find(part) != line.npos; });
}

void check_examples(const ExampleFolder &folder, const Described &command) {
  for (const std::string &line : command.examples()) {
    if (!is_runnable(line)) continue;
    CAPTURE(line);
    const test::CommandResult result = folder.run_line(line);
    CAPTURE(result.error);
    CHECK((result.status == 0 || result.status == 1));
    CHECK(result.error.empty());
  }
}

}  // namespace

TEST_CASE("the help of each command has a summary, and examples with flags that it lists") {
  CHECK(commands().size() > 30);
  for (const Described &command : commands()) {
    const std::string name = joined(command.words);
    CAPTURE(name);
    const std::vector<std::string> lines = command.lines();
    REQUIRE(lines.size() > 3);
    CHECK(lines[1].starts_with("Usage: sluice"));
    CHECK(lines[0].size() < 100);
    CHECK(std::ranges::count(lines, "Examples:") + std::ranges::count(lines, "Example:") == 1);
    for (const std::string &line : lines)
      CHECK((line.size() < 130 || line.starts_with("  sluice ")));
    CHECK(!command.examples().empty());
    for (const std::string &example : command.examples()) {
      CAPTURE(example);
      CHECK(example.starts_with(name + ' '));
      std::istringstream words(example);
      for (std::string word; words >> word;) {
        const bool is_flag = !command.words.empty() && word.starts_with("--");
        const bool is_of_group = command.help.find("\nSubcommands:") != command.help.npos;
        if (is_flag && !is_of_group) CHECK(command.lists(word));
      }
    }
  }
}

TEST_CASE("the examples in the help of all commands except trainers run") {
  if (!default_embedder()) return test::skip("this build has no weights");
  const ExampleFolder folder;
  for (const Described &command : commands()) {
    if (command.words.empty() || command.words[0] != "train") check_examples(folder, command);
  }
}

TEST_CASE("the examples in the help of trainers run") {
  if (!default_embedder()) return test::skip("this build has no weights");
  const ExampleFolder folder;
  for (const Described &command : commands()) {
    if (!command.words.empty() && command.words[0] == "train") check_examples(folder, command);
  }
}
