/// Invalid model files: each gives one clear error that names the file and the part.

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "embed/safetensors.hpp"
#include "fuzz/forged_segment.hpp"
#include "sluice/core/file.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/embed/static_embedder.hpp"
#include "sluice/train/distill.hpp"
#include "support/error_of.hpp"
#include "support/support.hpp"
#include "tiny_encoder.hpp"

namespace sluice {
namespace {

/// The error for a tiny model in which one file was replaced.
std::string load_with(const std::string &file, const std::string &bytes) {
  const test::TinyEncoder tiny(3);
  tiny.write(file, bytes);
  const std::string what = test::what_of([&] { return Encoder::load(tiny.folder()); });
  // Without the folder's name, which differs in each run.
  const std::size_t at = what.find(file);
  return at == std::string::npos ? what : what.substr(at);
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE("the error for a folder without a model names the missing file") {
  const test::TemporaryDirectory empty;
  test::check_code(ErrorCode::not_found, [&] { return Encoder::load(empty.path().string()); });
  CHECK(test::contains(test::what_of([&] { return Encoder::load(empty.path().string()); }),
                       "config.json"));
}

TEST_CASE("an invalid configuration is rejected with its line") {
  const std::string config = test::TinyEncoder::config();
  const auto with = [&](const std::string &from, const std::string &to) {
    return load_with("config.json", replaced(config, from, to));
  };
  CHECK(test::contains(with("\"bert\"", "\"t5\""),
                       "model_type is \"t5\", expected \"bert\" or \"mpnet\""));
  CHECK(test::contains(with("\"gelu\"", "\"swish\""), "hidden_act is \"swish\""));
  CHECK(test::contains(with("\"num_attention_heads\": 2", "\"num_attention_heads\": 3"),
                       "multiple of the number of heads"));
  CHECK(
      test::contains(with("\"hidden_size\": 40", "\"hidden_size\": -1"), "hidden_size must be 1"));
  CHECK(test::contains(with("\"hidden_size\": 40", "\"hidden_size\": 16000000"),
                       "a network that is too large"));
  CHECK(test::contains(with("1e-12", "-1"), "layer_norm_eps"));
  CHECK(test::contains(with("\"hidden_size\": 40", "\"hidden_size\": 44"), "config.json says"));
  CHECK(test::contains(load_with("config.json", "{"), "config.json"));
}

TEST_CASE("tensors with inconsistent headers are rejected by name") {
  const test::TinyEncoder tiny(3);
  const std::string good = tiny.safetensors();
  const auto with = [&](const std::string &from, const std::string &to) {
    REQUIRE(from.size() == to.size());  // the header keeps its size
    return load_with("model.safetensors", replaced(good, from, to));
  };
  CHECK(test::contains(with("\"shape\":[20,40]", "\"shape\":[21,40]"), "its shape requires"));
  CHECK(test::contains(with("\"F32\"", "\"F99\""), "has the unknown type F99"));
  CHECK(test::contains(with("\"F32\"", "\"I32\""), "has type I32, expected F32"));
  CHECK(test::contains(with("embeddings.LayerNorm.bias", "embeddings.LayerNorm.bia2"),
                       "embeddings.LayerNorm.bias\" is missing"));
  CHECK(test::contains(with("[0,3200]", "[1,3201]"), "overlaps"));
  CHECK(test::contains(load_with("model.safetensors", good.substr(0, good.size() - 1)),
                       "reaches outside the file"));
  CHECK(test::contains(load_with("model.safetensors", good.substr(0, 100)), "does not fit"));
  CHECK(test::contains(load_with("model.safetensors", "abc"), "does not fit"));
  CHECK(test::contains(load_with("model.safetensors", std::string(8, '\xFF') + good),
                       "does not fit"));
  CHECK(test::contains(load_with("model.safetensors", replaced(good, "{\"", "[\"")),
                       "model.safetensors"));
  std::string nan = good;
  const float not_a_number = std::numeric_limits<float>::quiet_NaN();
  nan.replace(nan.size() - sizeof not_a_number, sizeof not_a_number,
              reinterpret_cast<const char *>(&not_a_number), sizeof not_a_number);
  CHECK(
      test::contains(load_with("model.safetensors", nan), "contains a number that is not finite"));
  CHECK(test::contains(
      load_with("vocab.txt",
                "[UNK]\n[CLS]\n[SEP]\n1\n2\n3\n4\n5\n6\n7\n8\n9\na\nb\nc\nd\ne\nf\ng\nh\ni\n"),
      "more pieces than config.json says"));
}

TEST_CASE("an invalid MPNet is rejected with the location of the error") {
  const auto with = [](const std::string &from, const std::string &to) {
    const test::TinyEncoder tiny(3, test::Architecture::mpnet);
    tiny.write("config.json",
               replaced(test::TinyEncoder::config(test::Architecture::mpnet), from, to));
    return test::what_of([&] { return Encoder::load(tiny.folder()); });
  };
  CHECK(with("\"mpnet\"", "\"mpnet\"") == "(no error)");
  for (const char *number : {"6", "260"}) {
    CHECK(test::contains(with("num_buckets\": 8", std::string("num_buckets\": ") + number),
                         "relative positions that differ from MPNet's"));
  }
  CHECK(test::contains(with("num_buckets\": 8", "num_buckets\": 0"), "must be 1 to"));
  CHECK(test::contains(with("embeddings\": 66", "embeddings\": 2"),
                       "max_position_embeddings must be above 2"));
  CHECK(test::contains(with("num_buckets\": 8", "num_buckets\": 16"),
                       "encoder.relative_attention_bias.weight"));
}

TEST_CASE("a flipped byte or a cut in our own files is detected at any position") {
  const test::TinyEncoder tiny(5);
  const std::filesystem::path folder(tiny.folder());
  const std::string encoder = (folder / "tiny.int8").string(),
                    table = (folder / "tiny.table").string();
  const Encoder full = Encoder::load(tiny.folder());
  Encoder::load(tiny.folder(), EncoderPrecision::int8).store(encoder);
  distill(full, table, {.dimensions = 8});
  CHECK(Encoder::open(encoder).dimensions() == 40);
  CHECK(StaticEmbedder::open(table).dimensions() == 8);
  for (const std::string &path : {encoder, table}) {
    const std::string good = read_file(path);
    const std::string broken = (folder / "broken").string();
    for (std::size_t i = 0; i < good.size(); i += 1 + good.size() / 97) {
      std::string bytes = good;
      bytes[i] = static_cast<char>(bytes[i] ^ 0x10);
      write_file(broken, bytes);
      const Error error = test::error_of([&] { return open_embedder(broken); });
      CHECK(test::contains(error.what(), "broken"));
      write_file(broken, good.substr(0, i));
      test::error_of([&] { return open_embedder(broken); });
    }
  }
  test::check_code(ErrorCode::mismatch, [&] { return StaticEmbedder::open(encoder); });
  test::check_code(ErrorCode::mismatch, [&] { return Encoder::open(table); });
  test::check_code(ErrorCode::not_found, [&] { return open_embedder("nonsense"); });
}

/// The bytes of our own file with one number of a section replaced, and matching checksums.
std::string with_number(std::string bytes, std::string_view section, std::size_t index,
                        float number) {
  const std::size_t entry = bytes.find(section);
  REQUIRE(entry != std::string::npos);
  std::uint64_t offset = 0;
  std::memcpy(&offset, bytes.data() + entry + 8, sizeof offset);
  std::memcpy(bytes.data() + offset + index * sizeof number, &number, sizeof number);
  fuzz::forge(bytes);
  return bytes;
}

TEST_CASE("invalid numbers in our own files are rejected even if the checksums match") {
  const test::TinyEncoder tiny(5);
  const std::filesystem::path folder(tiny.folder());
  const std::string encoder = (folder / "tiny.int8").string(),
                    table = (folder / "tiny.table").string(), broken = (folder / "broken").string();
  Encoder::load(tiny.folder(), EncoderPrecision::int8).store(encoder);
  distill(Encoder::load(tiny.folder()), table, {.dimensions = 8});
  const auto message = [&](const std::string &path, std::string_view section, float number) {
    write_file(broken, with_number(read_file(path), section, 1, number));
    const auto embed = [&] {
      const AnyEmbedder model = open_embedder(broken);
      const std::string_view text = "name of the singer age";
      std::vector<float> vector(model.dimensions());
      model.embed({&text, 1}, vector);
      return 0;
    };
    return test::what_of(embed);
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(test::contains(message(encoder, "FLOA", nan), "broken: a number that is not finite"));
  CHECK(
      test::contains(message(table, "SCAL", nan), "broken: has a scale that is not in [0, 1e20]"));
  CHECK(test::contains(message(table, "SCAL", 1e30F), "not in [0, 1e20]"));
  CHECK(test::contains(message(table, "SCAL", -1), "not in [0, 1e20]"));
  CHECK(message(encoder, "FLOA", 1) == "(no error)");
}

TEST_CASE("finite weights with infinite sums are an error") {
  const test::TinyEncoder tiny(3);
  std::string huge = tiny.safetensors();
  const float large = 3e38F;  // the last tensor is the norm of the last layer
  for (std::size_t i = 1; i <= 40; ++i) {
    std::memcpy(huge.data() + huge.size() - i * sizeof large, &large, sizeof large);
  }
  tiny.write("model.safetensors", huge);
  for (const auto precision : {EncoderPrecision::float32, EncoderPrecision::int8}) {
    const Encoder encoder = Encoder::load(tiny.folder(), precision);
    const std::string_view text = "name of the singer age";
    std::vector<float> vector(encoder.dimensions());
    const std::string what = test::what_of([&] {
      encoder.embed({&text, 1}, vector);
      return 0;
    });
    CHECK(what == "the encoder's weights give numbers that are not finite");
  }
}

TEST_CASE("a vocabulary of ten million lines is rejected with its file name") {
  std::string empty_lines(10'000'000, '\n'), lines;
  lines.reserve(20'000'000);
  for (int i = 0; i < 10'000'000; ++i) lines += "a\n";
  CHECK(load_with("vocab.txt", empty_lines) == "vocab.txt:1048577: more than 1,048,576 pieces");
  CHECK(test::contains(load_with("vocab.txt", lines), "vocab.txt: "));
  CHECK(test::contains(load_with("vocab.txt", lines), "16"));
}

}  // namespace
}  // namespace sluice
