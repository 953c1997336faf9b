#ifndef SLUICE_TESTS_EMBED_TINY_ENCODER_HPP
#define SLUICE_TESTS_EMBED_TINY_ENCODER_HPP

/// A BERT or MPNet with a few thousand random weights, written as a model folder, and a simple
/// implementation in doubles: the oracle for the encoder.

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sluice/core/error.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/random.hpp"
#include "sluice/embed/encoder.hpp"
#include "sluice/embed/wordpiece.hpp"
#include "support/support.hpp"

namespace sluice::test {

enum class Architecture { bert, mpnet };

struct NamedTensor {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<float> numbers;
};

inline std::string safetensors_of(const std::vector<NamedTensor> &tensors) {
  std::string header = "{", data;
  for (const auto &[name, shape, numbers] : tensors) {
    std::string extents;
    for (const std::size_t extent : shape)
      extents += (extents.empty() ? "" : ",") + std::to_string(extent);
    header += (header.size() > 1 ? ",\"" : "\"") + name + R"(":{"dtype":"F32","shape":[)" +
              extents + "],\"data_offsets\":[" + std::to_string(data.size()) + ',';
    data.append(reinterpret_cast<const char *>(numbers.data()), numbers.size() * sizeof(float));
    header += std::to_string(data.size()) + "]}";
  }
  header += '}';
  std::string size;
  for (int i = 0; i < 8; ++i) size += static_cast<char>(header.size() >> (8 * i) & 0xFF);
  return size + header + data;
}

class TinyEncoder {
 public:
  explicit TinyEncoder(std::uint64_t seed, Architecture architecture = Architecture::bert)
      : architecture_(architecture), random_(seed) {
    for (const auto &[name, shape] : shapes()) {
      std::vector<float> &numbers = weights_[name];
      std::size_t size = 1;
      for (const std::size_t extent : shape) size *= extent;
      const bool gain = name.ends_with("LayerNorm.weight");
      for (std::size_t i = 0; i < size; ++i) {
        numbers.push_back(static_cast<float>((gain ? 1.0 : 0.0) + 0.3 * (random_.unit() - 0.5)));
      }
    }
    write("vocab.txt", is_mpnet() ? mpnet_vocabulary : vocabulary);
    write("config.json", config(architecture));
    write("model.safetensors", safetensors());
  }

  std::string folder() const { return directory_.path().string(); }
  void write(const std::string &name, const std::string &bytes) const {
    write_file((directory_.path() / name).string(), bytes);
  }

  /// The kernels that this processor supports.
  std::vector<std::string_view> runnable() const {
    std::vector<std::string_view> names;
    const Encoder encoder = Encoder::load(folder());
    for (const char *name : {"plain", "avx2", "avx512"}) {
      try {
        static_cast<void>(encoder.on(name));
        names.emplace_back(name);
      } catch (const Error &) {
      }
    }
    return names;
  }

  static std::string config(Architecture architecture = Architecture::bert) {
    if (architecture == Architecture::mpnet) {
      return R"({"model_type": "mpnet", "hidden_size": 40, "num_hidden_layers": 2,
        "num_attention_heads": 2, "intermediate_size": 72, "max_position_embeddings": 66,
        "vocab_size": 20, "relative_attention_num_buckets": 8, "hidden_act": "gelu",
        "layer_norm_eps": 1e-12})";
    }
    return R"({"model_type": "bert", "hidden_size": 40, "num_hidden_layers": 2, "num_attention_heads": 2,
      "intermediate_size": 72, "max_position_embeddings": 64, "vocab_size": 20, "type_vocab_size": 2,
      "hidden_act": "gelu", "layer_norm_eps": 1e-12})";
  }

  std::string safetensors() const {
    std::vector<NamedTensor> tensors;
    for (const auto &[name, shape] : shapes()) tensors.push_back({name, shape, weights_.at(name)});
    return safetensors_of(tensors);
  }

  /// Adds `by` to the first numbers of a tensor, also in the file; returns the size of the tensor.
  std::size_t change(const std::string &name, std::span<const float> by) {
    std::vector<float> &numbers = weights_.at(name);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += by[i];
    write("model.safetensors", safetensors());
    return numbers.size();
  }

  /// The mean of the states, scaled to unit length.
  std::vector<float> embed(const WordPiece &tokenizer, std::string_view text) const {
    std::vector<std::uint32_t> ids;
    tokenizer.encode(text, ids, true);
    Rows x(ids.size(), Row(width));
    for (std::size_t t = 0; t < ids.size(); ++t) {
      for (std::size_t i = 0; i < width; ++i) {
        x[t][i] = double{at("embeddings.word_embeddings.weight", ids[t] * width + i)} +
                  at("embeddings.position_embeddings.weight", (first_position() + t) * width + i);
        if (!is_mpnet()) x[t][i] += double{at("embeddings.token_type_embeddings.weight", i)};
      }
    }
    norm(x, "embeddings.LayerNorm");
    for (std::size_t l = 0; l < 2; ++l) layer(x, "encoder.layer." + std::to_string(l) + '.');
    std::vector<float> vector(width);
    double squares = 0;
    Row sum(width);
    for (const Row &row : x) {
      for (std::size_t i = 0; i < width; ++i) sum[i] += row[i];
    }
    for (const double number : sum) squares += number * number;
    for (std::size_t i = 0; i < width; ++i)
      vector[i] = static_cast<float>(sum[i] / std::sqrt(squares));
    return vector;
  }

 private:
  using Row = std::vector<double>;
  using Rows = std::vector<Row>;
  using Shapes = std::vector<std::pair<std::string, std::vector<std::size_t>>>;

  static constexpr std::size_t width = 40, inner = 72, heads = 2, buckets = 8;
  static constexpr const char *vocabulary =
      "[PAD]\n[UNK]\n[CLS]\n[SEP]\nname\nage\nsinger\n##s\nhow\nmany\nare\nthe\nthere\nof\nin\nand\nyear\n"
      "stadium\n?\noldest\n";

  static constexpr const char *mpnet_vocabulary =
      "<s>\n[UNK]\n</s>\n[CLS]\nname\nage\nsinger\n##s\nhow\nmany\nare\nthe\nthere\nof\nin\nand\nyear\n"
      "stadium\n?\n[SEP]\n";

  bool is_mpnet() const { return architecture_ == Architecture::mpnet; }
  std::size_t first_position() const { return is_mpnet() ? 2 : 0; }
  std::vector<std::string> attention() const {
    if (is_mpnet()) {
      return {"attention.attn.q", "attention.attn.k", "attention.attn.v", "attention.attn.o",
              "attention.LayerNorm"};
    }
    return {"attention.self.query", "attention.self.key", "attention.self.value",
            "attention.output.dense", "attention.output.LayerNorm"};
  }

  Shapes shapes() const {
    Shapes shapes = {{"embeddings.word_embeddings.weight", {20, width}},
                     {"embeddings.position_embeddings.weight", {first_position() + 64, width}}};
    if (is_mpnet()) {
      shapes.push_back({"encoder.relative_attention_bias.weight", {buckets, heads}});
    } else {
      shapes.push_back({"embeddings.token_type_embeddings.weight", {2, width}});
    }
    shapes.push_back({"embeddings.LayerNorm.weight", {width}});
    shapes.push_back({"embeddings.LayerNorm.bias", {width}});
    for (std::size_t l = 0; l < 2; ++l) {
      const std::string at = "encoder.layer." + std::to_string(l) + '.';
      const std::vector<std::string> parts = attention();
      for (std::size_t p = 0; p < parts.size(); ++p) {
        const bool is_norm = p + 1 == parts.size();
        shapes.push_back({at + parts[p] + ".weight", {width}});
        if (!is_norm) shapes.back().second.push_back(width);
        shapes.push_back({at + parts[p] + ".bias", {width}});
      }
      shapes.push_back({at + "intermediate.dense.weight", {inner, width}});
      shapes.push_back({at + "intermediate.dense.bias", {inner}});
      shapes.push_back({at + "output.dense.weight", {width, inner}});
      shapes.push_back({at + "output.dense.bias", {width}});
      shapes.push_back({at + "output.LayerNorm.weight", {width}});
      shapes.push_back({at + "output.LayerNorm.bias", {width}});
    }
    return shapes;
  }

  float at(const std::string &name, std::size_t i) const { return weights_.at(name)[i]; }

  Rows linear(const Rows &x, const std::string &name, std::size_t out) const {
    Rows y(x.size(), Row(out));
    for (std::size_t t = 0; t < x.size(); ++t) {
      for (std::size_t o = 0; o < out; ++o) {
        y[t][o] = at(name + ".bias", o);
        for (std::size_t i = 0; i < x[t].size(); ++i)
          y[t][o] += x[t][i] * at(name + ".weight", o * x[t].size() + i);
      }
    }
    return y;
  }

  void norm(Rows &x, const std::string &name) const {
    for (Row &row : x) {
      double mean = 0, variance = 0;
      for (const double number : row) mean += number / static_cast<double>(row.size());
      for (const double number : row)
        variance += (number - mean) * (number - mean) / static_cast<double>(row.size());
      for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] = (row[i] - mean) / std::sqrt(variance + 1e-12) * at(name + ".weight", i) +
                 at(name + ".bias", i);
      }
    }
  }

  static void add(Rows &x, const Rows &y) {
    for (std::size_t t = 0; t < x.size(); ++t) {
      for (std::size_t i = 0; i < x[t].size(); ++i) x[t][i] += y[t][i];
    }
  }

  /// For 8 buckets, written out: distances 0 and 1 have their own, then one up to 15, then one for
  /// the rest.
  static std::size_t bucket_of(std::size_t query, std::size_t key) {
    const std::size_t away = key > query ? key - query : query - key;
    const std::size_t side = key > query ? 4 : 0;
    if (away < 2) return side + away;
    return side + (away < 16 ? 2 : 3);
  }

  void layer(Rows &x, const std::string &name) const {
    const std::vector<std::string> parts = attention();
    const Rows q = linear(x, name + parts[0], width), k = linear(x, name + parts[1], width),
               v = linear(x, name + parts[2], width);
    Rows mixed(x.size(), Row(width));
    const std::size_t part = width / heads;
    for (std::size_t h = 0; h < heads; ++h) {
      for (std::size_t t = 0; t < x.size(); ++t) {
        Row shares(x.size());
        double sum = 0;
        for (std::size_t j = 0; j < x.size(); ++j) {
          double product = 0;
          for (std::size_t d = h * part; d < (h + 1) * part; ++d) product += q[t][d] * k[j][d];
          product /= std::sqrt(static_cast<double>(part));
          if (is_mpnet()) {
            product += at("encoder.relative_attention_bias.weight", bucket_of(t, j) * heads + h);
          }
          shares[j] = std::exp(product);
          sum += shares[j];
        }
        for (std::size_t j = 0; j < x.size(); ++j) {
          for (std::size_t d = h * part; d < (h + 1) * part; ++d)
            mixed[t][d] += shares[j] / sum * v[j][d];
        }
      }
    }
    add(x, linear(mixed, name + parts[3], width));
    norm(x, name + parts[4]);
    Rows wide = linear(x, name + "intermediate.dense", inner);
    for (Row &row : wide) {
      for (double &number : row) number = 0.5 * number * (1 + std::erf(number / std::sqrt(2.0)));
    }
    add(x, linear(wide, name + "output.dense", width));
    norm(x, name + "output.LayerNorm");
  }

  Architecture architecture_;
  TemporaryDirectory directory_;
  Random random_;
  std::map<std::string, std::vector<float>> weights_;
};

}  // namespace sluice::test

#endif
