/// `sluice train static`, `quantize`, `cross-encoder` and `synonyms`: weights from encoders and
/// WordNet.

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/route/cross_encoder.hpp"
#include "sluice/schema/glossary.hpp"
#include "sluice/train/distill.hpp"
#include "sluice/train/frequent_words.hpp"
#include "sluice/train/wordnet.hpp"
#include "train.hpp"

namespace sluice::cli {
namespace {

struct TrainVectorsArguments {
  std::string embedder;
  std::string wordnet;
  std::string glossary;
  std::string out;
  bool as_cross_encoder = false;
  EncoderDistillOptions distill;
};

struct CrossEncoderArguments {
  std::string weights;
  std::string about;
  std::string out;
};

void add_files(const Command &command, TrainVectorsArguments &arguments) {
  command
      .add_option("--embedder", arguments.embedder,
                  "A folder with config.json, tokenizer.json and model.safetensors")
      .type_name("DIR")
      .required();
  add_out(command, arguments.out);
}

/// The terms and meanings of the glossary, without duplicates.
std::vector<std::string> texts_of_glossary(const std::string &path) {
  std::vector<std::string> texts;
  std::unordered_set<std::string> known;
  for (const GlossaryEntry &entry : parse_glossary(read_file(path), path)) {
    for (const std::string *text : {&entry.term, &entry.meaning}) {
      if (known.insert(*text).second) texts.push_back(*text);
    }
  }
  return texts;
}

/// Reads the texts that a table is fitted to, and the words that get a row: the frequent words of
/// WordNet and all words of the glossary.
void read_texts(const TrainVectorsArguments &arguments, EncoderDistillOptions &options) {
  constexpr std::size_t frequent = 4;
  const auto add = [&](const std::vector<std::string> &texts, std::size_t least) {
    const std::vector<std::string> words = frequent_words(texts, least);
    options.texts.insert(options.texts.end(), texts.begin(), texts.end());
    options.words.insert(options.words.end(), words.begin(), words.end());
  };
  if (!arguments.wordnet.empty()) add(wordnet_texts(arguments.wordnet), frequent);
  if (!arguments.glossary.empty()) add(texts_of_glossary(arguments.glossary), 1);
}

void add_static(const Command &train) {
  auto arguments = std::make_shared<TrainVectorsArguments>();
  const Command command =
      train.add_command("static", "Distill an encoder into a table of word-piece vectors");
  add_files(command, *arguments);
  command.add_option("--dimensions", arguments->distill.dimensions,
                     "Number of dimensions of the vectors");
  command.add_option(
      "--smoothing", arguments->distill.smoothing,
      "Frequent words have less weight; the larger this is, the smaller the difference");
  command
      .add_option(
          "--wordnet", arguments->wordnet,
          "A folder with data.noun, data.verb, data.adj and data.adv; the vectors are fitted to "
          "their lemmas, definitions and examples")
      .type_name("DIR");
  command
      .add_option("--glossary", arguments->glossary,
                  "Lines `term = meaning, meaning`, which the vectors are fitted to as well")
      .type_name("FILE");
  command.footer(
      "Examples:\n"
      "  sluice train static --embedder all-MiniLM-L6-v2 --dimensions 32 --out small.table\n"
      "  sluice train static --embedder all-MiniLM-L6-v2 --wordnet /usr/share/wordnet "
      "--glossary training/glossary.txt --out static_128.table");
  command.callback([arguments] {
    ProgressLine line;
    read_texts(*arguments, arguments->distill);
    arguments->distill.threads = std::max(1U, std::thread::hardware_concurrency());
    distill(Encoder::load(arguments->embedder), arguments->out, arguments->distill, Progress(line));
    print_written(arguments->out);
  });
}

void add_quantize(const Command &train) {
  auto arguments = std::make_shared<TrainVectorsArguments>();
  const Command command = train.add_command(
      "quantize", "Convert an encoder to 8 bits, in one file that is mapped into memory");
  add_files(command, *arguments);
  command.add_flag("--as-cross-encoder", arguments->as_cross_encoder,
                   "Add the built-in weights of the cross-encoder, which were trained on top of "
                   "all-mpnet-base-v2");
  command.footer("Examples:\n"
                 "  sluice train quantize --embedder all-MiniLM-L6-v2 --out minilm.int8\n"
                 "  sluice train quantize --embedder all-mpnet-base-v2 --as-cross-encoder --out "
                 "mpnet_cross.int8");
  command.callback([arguments] {
    const auto learned = arguments->as_cross_encoder ? CrossEncoderModel::shipped() : nullptr;
    if (arguments->as_cross_encoder && learned == nullptr)
      throw Error(ErrorCode::unsupported, "this build has no weights of the cross-encoder");
    Encoder::load(arguments->embedder, EncoderPrecision::int8,
                  learned != nullptr ? &learned->update : nullptr)
        .store(arguments->out);
    print_written(arguments->out);
  });
}

void add_cross_encoder(const Command &train) {
  auto arguments = std::make_shared<CrossEncoderArguments>();
  const Command command =
      train.add_command("cross-encoder", "Convert the weights of a cross-encoder to 8 bits");
  command
      .add_option("--weights", arguments->weights,
                  "A .safetensors file by training/cross_encoder.py")
      .type_name("FILE")
      .required();
  command.add_option("--about", arguments->about, "The training data, as a text for the file")
      .required();
  add_out(command, arguments->out);
  command.footer("Example:\n"
                 "  sluice train cross-encoder --weights learned.safetensors "
                 "--about \"Spider's train questions\" --out mpnet.cross");
  command.callback([arguments] {
    write_file(arguments->out,
               CrossEncoderModel::load(arguments->weights, arguments->about).bytes());
    print_written(arguments->out);
  });
}

void add_synonyms(const Command &train) {
  auto arguments = std::make_shared<TrainVectorsArguments>();
  const Command command = train.add_command("synonyms", "Extract a graph of synonyms from WordNet");
  command
      .add_option(
          "--wordnet", arguments->wordnet,
          "A folder with data.noun, index.noun, noun.exc, and the same files for verb and adj")
      .type_name("DIR")
      .required();
  add_out(command, arguments->out);
  command.footer("Example:\n"
                 "  sluice train synonyms --wordnet /usr/share/wordnet --out synonyms.graph");
  command.callback([arguments] {
    make_synonyms(arguments->wordnet, arguments->out);
    print_written(arguments->out);
  });
}

}  // namespace

void add_train_vectors(const Command &train) {
  add_static(train);
  add_quantize(train);
  add_cross_encoder(train);
  add_synonyms(train);
}

}  // namespace sluice::cli
