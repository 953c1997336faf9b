/// `sluice train`: makes the weights that sluice runs on.

#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "command.hpp"
#include "command_line.hpp"
#include "sluice/embed/distil.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/wordnet.hpp"

namespace sluice::cli {
namespace {

struct Arguments {
  std::string encoder;
  std::string wordnet;
  std::string out;
  DistilOptions distil;
};

void print_written(const std::string &path) {
  fmt::print("{} · {}\n", path,
             bytes_text(static_cast<std::size_t>(std::filesystem::file_size(path))));
}

void add_out(const Command &command, Arguments &arguments) {
  command.add_option("--out", arguments.out, "The file to write").type_name("FILE").required();
}

void add_files(const Command &command, Arguments &arguments) {
  command
      .add_option("--encoder", arguments.encoder,
                  "Folder with config.json, tokenizer.json, model.safetensors")
      .type_name("DIR")
      .required();
  add_out(command, arguments);
}

void add_static(const Command &train) {
  auto arguments = std::make_shared<Arguments>();
  const Command command =
      train.add_command("static", "A table of word-piece vectors, distilled from an encoder");
  add_files(command, *arguments);
  command.add_option("--dimensions", arguments->distil.dimensions, "Numbers a piece");
  command.add_option("--smoothing", arguments->distil.smoothing,
                     "How strongly frequent words are damped; larger: less");
  command.footer(
      "Example:\n  sluice train static --encoder all-MiniLM-L6-v2 --out static_128.table");
  command.callback([arguments] {
    ProgressLine line;
    distil(Encoder::load(arguments->encoder), arguments->out, arguments->distil, Progress(line));
    print_written(arguments->out);
  });
}

void add_quantise(const Command &train) {
  auto arguments = std::make_shared<Arguments>();
  const Command command =
      train.add_command("quantise", "An encoder in 8 bits, in one file that is mapped into memory");
  add_files(command, *arguments);
  command.footer("Example:\n  sluice train quantise --encoder all-MiniLM-L6-v2 --out minilm.int8");
  command.callback([arguments] {
    Encoder::load(arguments->encoder, EncoderPrecision::int8).store(arguments->out);
    print_written(arguments->out);
  });
}

void add_synonyms(const Command &train) {
  auto arguments = std::make_shared<Arguments>();
  const Command command =
      train.add_command("synonyms", "A graph of words that mean alike, out of WordNet");
  command
      .add_option("--wordnet", arguments->wordnet,
                  "Folder with data.noun, index.noun, noun.exc and the same of verb and adj")
      .type_name("DIR")
      .required();
  add_out(command, *arguments);
  command.footer(
      "Example:\n  sluice train synonyms --wordnet /usr/share/wordnet --out synonyms.graph");
  command.callback([arguments] {
    make_synonyms(arguments->wordnet, arguments->out);
    print_written(arguments->out);
  });
}

}  // namespace

void add_train(const Command &app) {
  const Command train = app.add_group("train", "Make weights");
  train.footer("Example:\n  sluice train static --encoder all-MiniLM-L6-v2 --out static_128.table");
  add_static(train);
  add_quantise(train);
  add_synonyms(train);
}

}  // namespace sluice::cli
