#include "sluice/suite/suite_file.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "byte_stream.hpp"
#include "core/compression.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/hash.hpp"
#include "sluice/core/segment_file.hpp"
#include "sluice/schema/load.hpp"

namespace sluice::inline v0 {
namespace {

using suite::append_raw;
using suite::append_text;
using suite::BytesReader;

constexpr FourCc kind{'S', 'U', 'I', 'T'};
constexpr FourCc body{'b', 'o', 'd', 'y'};
/// Version of the body; increase when its layout changes. 1 was never released.
constexpr std::uint32_t format_version = 2;
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;

template <class Size>
void append_size(std::string &bytes, const Size &sized) {
  append_raw(bytes, static_cast<std::uint32_t>(sized.size()));
}

/// Names, types and keys; descriptions and values are omitted.
std::string schema_text(const Database &schema) {
  DatabaseDefinition definition = schema.definition();
  definition.description.clear();
  for (TableDefinition &table : definition.tables) {
    table.title.clear();
    table.description.clear();
    for (ColumnDefinition &column : table.columns) {
      column.title.clear();
      column.description.clear();
      column.samples.clear();
    }
  }
  return to_json(*Catalog::make({Database::make(std::move(definition))}));
}

void append(std::string &bytes, const SuiteGold &gold) {
  append_text(bytes, gold.text);
  append_raw(bytes, hash64(gold.text));
  append_raw(bytes, gold.lines);
  append_text(bytes, gold.problem);
  append_raw(bytes, gold.neighbors);
  append_raw(bytes, gold.proved);
  append_raw(bytes, static_cast<std::uint8_t>(gold.complete));
  append_raw(bytes, static_cast<std::uint8_t>(gold.shows_rows));
  append_size(bytes, gold.databases);
  for (const std::uint32_t database : gold.databases) append_raw(bytes, database);
  append_raw(bytes, gold.best);
  append_size(bytes, gold.undistinguished);
  for (const UndistinguishedNeighbor &neighbor : gold.undistinguished) {
    append_text(bytes, neighbor.text);
    append_text(bytes, neighbor.mutator);
    append_raw(bytes, neighbor.copies);
    append_raw(bytes, static_cast<std::uint8_t>(neighbor.out_of_steps));
  }
  append_size(bytes, gold.proofs);
  for (const ProvedNeighbor &proof : gold.proofs) {
    append_text(bytes, proof.text);
    append_text(bytes, proof.mutator);
    append_raw(bytes, static_cast<std::uint8_t>(proof.by_program));
    append_size(bytes, proof.relied_on);
    for (const std::string &constraint : proof.relied_on) append_text(bytes, constraint);
  }
}

void append(std::string &bytes, const SuiteSchema &schema) {
  append_text(bytes, schema.id);
  append_raw(bytes, schema.fingerprint);
  append_text(bytes, schema_text(*schema.schema));
  append_text(bytes, schema.definitions);
  append_size(bytes, schema.inferred_keys);
  for (const std::string &key : schema.inferred_keys) append_text(bytes, key);
  append_size(bytes, schema.databases);
  for (const SuiteDatabase &database : schema.databases) {
    append_text(bytes, database.origin);
    append_raw(bytes, database.rows);
    append_text(bytes, database.bytes);
  }
  append_size(bytes, schema.golds);
  for (const SuiteGold &gold : schema.golds) append(bytes, gold);
}

// Each element takes at least a known number of bytes, so a forged count cannot reserve much
// memory.

SuiteGold read_gold(BytesReader &reader, std::size_t databases) {
  SuiteGold gold;
  gold.text = reader.text();
  if (reader.number<std::uint64_t>() != hash64(gold.text))
    reader.fail("has a gold query that does not match its hash");
  gold.lines = reader.number<std::uint32_t>();
  gold.problem = reader.text();
  gold.neighbors = reader.number<std::uint64_t>();
  gold.proved = reader.number<std::uint64_t>();
  gold.complete = reader.truth();
  gold.shows_rows = reader.truth();
  for (std::uint32_t left = reader.count(4); left > 0; --left) {
    const auto database = reader.number<std::uint32_t>();
    if (database >= databases || (!gold.databases.empty() && database <= gold.databases.back())) {
      reader.fail("has a gold query with an invalid list of databases");
    }
    gold.databases.push_back(database);
  }
  gold.best = reader.number<std::uint32_t>();
  if (!gold.databases.empty() &&
      !std::binary_search(gold.databases.begin(), gold.databases.end(), gold.best)) {
    reader.fail("has a gold query whose best database does not serve it");
  }
  for (std::uint32_t left = reader.count(13); left > 0; --left) {
    UndistinguishedNeighbor &neighbor = gold.undistinguished.emplace_back();
    neighbor.text = reader.text();
    neighbor.mutator = reader.text();
    neighbor.copies = reader.number<std::uint32_t>();
    neighbor.out_of_steps = reader.truth();
  }
  for (std::uint32_t left = reader.count(13); left > 0; --left) {
    ProvedNeighbor &proof = gold.proofs.emplace_back();
    proof.text = reader.text();
    proof.mutator = reader.text();
    proof.by_program = reader.truth();
    for (std::uint32_t more = reader.count(4); more > 0; --more) {
      proof.relied_on.emplace_back(reader.text());
    }
  }
  if (gold.proofs.size() != gold.proved)
    reader.fail("has a gold query whose number of proofs is wrong");
  return gold;
}

SuiteSchema read_schema(BytesReader &reader, const std::string &path) {
  SuiteSchema schema;
  schema.id = reader.text();
  schema.fingerprint = reader.number<std::uint64_t>();
  const Databases read = load_catalog_json(reader.text(), path);
  if (read.size() != 1) reader.fail("has an entry that does not contain exactly one schema");
  schema.schema = read.front();
  schema.definitions = reader.text();
  for (std::uint32_t left = reader.count(4); left > 0; --left) {
    schema.inferred_keys.emplace_back(reader.text());
  }
  for (std::uint32_t left = reader.count(12); left > 0; --left) {
    SuiteDatabase &database = schema.databases.emplace_back();
    database.origin = reader.text();
    database.rows = reader.number<std::uint32_t>();
    database.bytes = reader.text();
  }
  for (std::uint32_t left = reader.count(54); left > 0; --left) {
    schema.golds.push_back(read_gold(reader, schema.databases.size()));
  }
  const auto unsorted =
      std::adjacent_find(schema.golds.begin(), schema.golds.end(),
                         [](const SuiteGold &a, const SuiteGold &b) { return a.text >= b.text; });
  if (unsorted != schema.golds.end()) reader.fail("has gold queries that are not sorted");
  return schema;
}

}  // namespace

std::string suite_bytes(const Suite &suite) {
  std::string bytes;
  append_raw(bytes, format_version);
  append_text(bytes, suite.settings);
  append_size(bytes, suite.schemas);
  for (const SuiteSchema &schema : suite.schemas) {
    append(bytes, schema);
    if (bytes.size() > max_bytes) {
      throw Error(ErrorCode::limit_exceeded, "the suite is larger than 1 GB", {schema.id});
    }
  }
  SegmentWriter writer(kind, hash64(suite.settings));
  writer.add(body, compressed(bytes));
  return writer.bytes();
}

void write_suite(const Suite &suite, const std::string &path) {
  write_file(path, suite_bytes(suite));
}

Suite read_suite(const std::string &path) {
  const SegmentFile file(path, kind);
  const std::string bytes = decompressed(file.section(body), path, max_bytes);
  BytesReader reader(bytes, path);
  if (reader.number<std::uint32_t>() != format_version) {
    throw Error(ErrorCode::unsupported, "the suite is from a different release; build it again",
                {path});
  }
  Suite suite;
  suite.settings = reader.text();
  if (file.fingerprint() != hash64(suite.settings))
    reader.fail("has settings that do not match their hash");
  for (std::uint32_t left = reader.count(32); left > 0; --left) {
    suite.schemas.push_back(read_schema(reader, path));
    const std::size_t size = suite.schemas.size();
    if (size > 1 && suite.schemas[size - 2].id >= suite.schemas[size - 1].id) {
      reader.fail("has schemas that are not sorted");
    }
  }
  if (!reader.at_end()) reader.fail("has extra bytes after the last schema");
  return suite;
}

}  // namespace sluice::inline v0
