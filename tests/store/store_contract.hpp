#ifndef SLUICE_TESTS_STORE_STORE_CONTRACT_HPP
#define SLUICE_TESTS_STORE_STORE_CONTRACT_HPP

/// Tests for every kind of store. The oracle is an in-process index.

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/index/bm25.hpp"
#include "sluice/retrieve/catalog_index.hpp"
#include "sluice/retrieve/dense_candidates.hpp"
#include "sluice/schema/catalog_delta.hpp"
#include "sluice/store/store_snapshot.hpp"
#include "sluice/store/store_update.hpp"
#include "store/store_vectors.hpp"
#include "support/error_of.hpp"
#include "support/nasty_names.hpp"
#include "support/random_schema.hpp"

namespace sluice::test {

/// The analyses of the systems of `eval`: a Retriever, CRUSH4SQL, tables by BM25.
inline std::vector<AnalyzerOptions> usual_analyses() {
  return {{},
          {.split_digits = false},
          {.split_case = false, .split_digits = false, .drop_stop_words = true}};
}

inline AnyEmbedder usual_embedder() { return HashedEmbedder(32); }

inline StoreUpdateOptions usual_options() {
  return {.analyses = usual_analyses(), .embedder = usual_embedder()};
}

inline const std::vector<std::string> &usual_questions() {
  static const std::vector<std::string> questions{
      "name of the thing",        "which code has the owner id", "größe 北京", "x y kind part",
      "database 1003 line break", "nothing of the kind zzz",     "' OR 1",     "the and of",
      "Owner_ID2 u0041"};
  return questions;
}

/// Scores of words and vectors, with and without masks, equal those of the in-process index bit for
/// bit.
inline void check_same_answers(const std::shared_ptr<const StoreSnapshot> &snapshot,
                               const std::shared_ptr<const Catalog> &catalog) {
  REQUIRE(snapshot->fingerprint() == catalog->fingerprint());
  const Mask mask = random_mask(catalog, 7);
  for (const AnalyzerOptions &analysis : usual_analyses()) {
    const auto here = index_catalog(*catalog, analysis);
    const auto there = snapshot->lexical(analysis);
    for (const Level level : {Level::database, Level::table, Level::column}) {
      for (const bool masked : {false, true}) {
        const auto seen = masked ? std::optional(mask.visibility()) : std::nullopt;
        const Bm25Options options{.granularity = level,
                                  .weights = FieldWeights::names_and_implied(0.3F)};
        const Bm25 mine(here, options, seen), stored(there, options, seen);
        for (const std::string &question : usual_questions()) {
          const auto terms = here->question_analyzer()(question);
          CHECK(mine.scores(terms) == stored.scores(terms));
        }
      }
    }
  }
  const AnyEmbedder model = usual_embedder();
  const DenseCandidates here(catalog, model, embed_columns(*catalog, model));
  const StoreVectorCandidates there(snapshot, model);
  for (const Mask *seen : {static_cast<const Mask *>(nullptr), &mask}) {
    for (const std::string &question : usual_questions()) {
      const ProbeSet probes{question, {question, "owner id", "kind"}};
      const CandidatePool mine = here.candidates(probes, seen, 10);
      const CandidatePool stored = there.candidates(probes, seen, 10);
      CHECK(mine.columns == stored.columns);
      CHECK(mine.similarities == stored.similarities);
      CHECK(there.similarities(probes, seen, mine.columns) == mine.similarities);
    }
  }
}

/// A store follows renamed, new and dropped databases; readers of an old snapshot get an error.
inline void check_following(const std::shared_ptr<CatalogStore> &store) {
  auto catalog = random_catalog(1, 30);
  const StoreUpdate first = update_store(*store, *catalog, usual_options());
  CHECK(first.replaced);
  CHECK(first.found.missing.size() == 30);
  auto snapshot = StoreSnapshot::open(store);
  check_same_answers(snapshot, catalog);
  CHECK(snapshot->catalog()->fingerprint() == catalog->fingerprint());
  CHECK(snapshot->refreshed() == snapshot);

  const StoreUpdate idle = update_store(*store, *catalog, usual_options());
  CHECK((idle.found.none() && !idle.replaced));
  CHECK(idle.version == first.version);

  DatabaseDefinition renamed = catalog->database(DatabaseId(3)).definition();
  renamed.tables.front().name = "zebra crossings";
  DatabaseDefinition grown = catalog->database(DatabaseId(5)).definition();
  grown.tables.push_back(renamed.tables.front());
  CatalogDelta delta{
      {Database::make(renamed), Database::make(grown), Database::make(random_database(77'777))},
      {std::string(catalog->database(DatabaseId(9)).name())}};
  catalog = apply(delta, *catalog);
  CHECK(drift(*store, *catalog).changed.size() == 2);
  const StoreUpdate second = update_store(*store, *catalog, usual_options());
  CHECK_FALSE(second.replaced);
  CHECK(second.found.changed.size() == 2);
  CHECK(second.found.missing.size() == 1);
  CHECK(second.found.surplus.size() == 1);
  CHECK(drift(*store, *catalog).none());

  const std::vector<std::string> zebra{"zebra"};
  const auto old = snapshot->lexical();
  check_code(ErrorCode::mismatch, [&] { return old->postings("zebra").size(); });
  snapshot = snapshot->refreshed();
  CHECK(snapshot->lexical()->postings(old->analyzer()("zebra").front()).size() == 2);
  check_same_answers(snapshot, catalog);
  CHECK(snapshot->catalog()->fingerprint() == catalog->fingerprint());

  StoreUpdateOptions again = usual_options();
  again.reload = true;
  CHECK(update_store(*store, *catalog, again).replaced);
  CHECK(snapshot->refreshed()->version() != snapshot->version());

  // Reloaded with other postings: a snapshot of the old store can still be refreshed.
  StoreUpdateOptions fewer = usual_options();
  fewer.embedder.reset();
  CHECK(update_store(*store, *catalog, fewer).replaced);
  CHECK(snapshot->refreshed()->settings().dimensions == 0);
  CHECK(update_store(*store, *catalog, usual_options()).replaced);
  check_same_answers(snapshot->refreshed(), catalog);
}

/// An updater continues from its known state while others change the store, reload it or fail.
inline void check_updaters(const std::shared_ptr<CatalogStore> &store) {
  auto catalog = random_catalog(3, 12);
  StoreUpdater one(*store, usual_options()), other(*store, usual_options());
  const auto grow = [&](std::uint64_t seed) {
    catalog = apply({{Database::make(random_database(seed))}, {}}, *catalog);
  };
  const auto shrink = [&] {
    const DatabaseId last(catalog->database_count() - 1);
    catalog = apply({{}, {std::string(catalog->database(last).name())}}, *catalog);
  };
  const auto sent = [&](StoreUpdater &by) {
    const StoreUpdate update = by.update(*catalog);
    CHECK(drift(*store, *catalog).none());
    CHECK(update.version == store->state()->version);
    return update.found.missing.size() + update.found.changed.size();
  };
  sent(one);
  CHECK(sent(other) == 0);
  grow(88'001);
  CHECK(sent(one) == 1);
  CHECK(sent(other) == 0);
  // An id that one database has after another.
  shrink();
  grow(88'002);
  CHECK(sent(other) == 1);
  CHECK(sent(one) == 0);
  shrink();
  sent(other);
  grow(88'003);
  CHECK(sent(other) == 1);
  CHECK(sent(one) == 0);
  grow(88'004);
  update_store(*store, *random_catalog(4, 5),
               {.analyses = {{}}, .embedder = usual_embedder(), .reload = true});
  CHECK(sent(one) == catalog->database_count());
  CHECK(sent(other) == 0);
  // A cancelled update sends nothing, and the next one succeeds.
  grow(88'005);
  const CancellationToken stop;
  stop.cancel();
  check_code(ErrorCode::cancelled, [&] { return one.update(*catalog, Progress(stop)); });
  CHECK(sent(one) == 1);
  check_same_answers(StoreSnapshot::open(store), catalog);
}

/// An uncommitted change has no effect; concurrent changes are serialized.
inline void check_changes(const std::shared_ptr<CatalogStore> &store) {
  const auto catalog = random_catalog(2, 6);
  update_store(*store, *catalog, usual_options());
  const StoreState state = *store->state();
  {
    const auto writer = store->change(state.version, state.settings);
    writer->drop(1);
    writer->put(
        2, document_of(catalog->share(DatabaseId(3)), state.settings, usual_options().embedder));
  }
  CHECK(store->state()->version == state.version);
  CHECK(drift(*store, *catalog).none());
  StoreVersion wrong = state.version;
  ++wrong.front();
  check_code(ErrorCode::mismatch, [&] { return store->change(wrong, state.settings); });
  const auto writer = store->change(state.version, state.settings);
  writer->drop(1);
  const StoreVersion after = writer->commit();
  CHECK(after != state.version);
  CHECK(drift(*store, *catalog).missing.size() == 1);
  check_code(ErrorCode::mismatch, [&] { return store->change(state.version, state.settings); });
  CHECK(store->health().healthy());
}

/// Names and questions are only data.
inline void check_nasty_names(const std::shared_ptr<CatalogStore> &store) {
  const auto catalog = nasty_catalog();
  update_store(*store, *catalog, {.analyses = {{}}, .embedder = usual_embedder()});
  const auto snapshot = StoreSnapshot::open(store);
  REQUIRE(snapshot->entries().size() == catalog->database_count());
  for (const DatabaseId id : catalog->databases()) {
    CHECK(snapshot->entries()[id.index()].name == catalog->database(id).name());
  }
  CHECK(snapshot->catalog()->fingerprint() == catalog->fingerprint());
  const auto here = index_catalog(*catalog);
  const Bm25 mine(here), stored(snapshot->lexical());
  const AnyEmbedder model = usual_embedder();
  const std::vector<std::string> names = nasty_names();
  // Also terms that analysis never produces.
  stored.index().fetch(names);
  for (const std::string &name : names) {
    const std::vector<std::string> terms{name, "\"" + name.substr(0, 100)};
    CHECK(mine.scores(terms) == stored.scores(terms));
  }
  const std::vector<std::string> of_largest = here->analyzer()(names.back());
  CHECK(mine.scores(of_largest) == stored.scores(of_largest));
  CHECK(store->route({.terms = names, .vector = {}}).databases.size() <= 50);
  std::vector<float> vector(model.dimensions());
  const std::string_view asked = names.back();
  model.embed({&asked, 1}, vector);
  CHECK(store->route({.terms = of_largest, .vector = vector}).databases.size() <= 50);
  const std::vector<std::string> words = here->analyzer()("word3 word4");
  const Routed routed = store->route({.terms = words, .vector = {}, .databases = 5});
  CHECK(routed.databases.size() == 5);
  CHECK(drift(*store, *catalog).none());
}

}  // namespace sluice::test

#endif
