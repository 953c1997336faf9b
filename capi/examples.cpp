/// Examples: opening, ranking, items.

#include "examples.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "progress.hpp"
#include "sluice/core/file.hpp"
#include "sluice/core/json.hpp"
#include "sluice/embed/hashed_embedder.hpp"
#include "sluice/embed/open_embedder.hpp"
#include "sluice/schema/visible_catalog.hpp"

using namespace sluice::capi;

struct sluice_ranking {
  std::shared_ptr<const sluice::ExampleStore> store;
  sluice::ExampleRanking ranking;
};

namespace {

sluice::AnyEmbedder store_embedder() {
  if (auto embedder = sluice::default_embedder()) return *embedder;
  return sluice::HashedEmbedder();
}

sluice::ExampleStore opened(const std::string &path, const sluice::Catalog *catalog) {
  const std::string text = sluice::read_file(path);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != text.npos && text[first] != '{')
    return sluice::ExampleStore::open(path, store_embedder());
  std::vector<sluice::Example> examples;
  sluice::each_json_line(text, path, [&](sluice::JsonValue record) {
    sluice::Example example;
    example.question = record.at("question").as_string();
    if (const auto database = record.find("db_id")) example.database = database->as_string();
    const auto query = record.find("query");
    example.sql = query ? query->as_string() : record.at("sql").as_string();
    examples.push_back(std::move(example));
  });
  return sluice::ExampleStore(store_embedder()).with(examples, catalog).store;
}

const sluice::Database *database_of(const sluice_examples &examples, std::uint32_t id) {
  if (id == SLUICE_NO_ID) return nullptr;
  if (id >= examples.databases.size())
    refuse("the examples' catalog has no database with id " + std::to_string(id));
  return examples.databases[id].get();
}

}  // namespace

sluice_status sluice_examples_open(const sluice_catalog *catalog, const sluice_mask *mask,
                                   const char *path, size_t path_size, sluice_examples **out,
                                   sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(out, "out");
    const std::string file = path_in(path, path_size);
    const sluice::Catalog *known = catalog == nullptr ? nullptr : catalog->named->catalog().get();
    const sluice::Mask *seen = mask == nullptr ? nullptr : &mask->mask;
    if (known == nullptr && seen != nullptr)
      throw sluice::Error(sluice::ErrorCode::mismatch, "mask is given without a catalog");
    std::vector<std::shared_ptr<const sluice::Database>> databases;
    if (known != nullptr) {
      sluice::check_mask(seen, *known);
      for (const sluice::DatabaseId id : known->databases()) {
        databases.push_back(
            sluice::visible(seen, id) ? sluice::visible_part(*known, id, seen).database : nullptr);
      }
    }
    sluice::ExampleStore store = opened(file, known);
    if (seen != nullptr) store = store.masked_by(*seen).store;
    *out = new sluice_examples(std::make_shared<const sluice::ExampleStore>(std::move(store)),
                               std::move(databases));
  });
}

sluice_status sluice_examples_rank(const sluice_examples *examples, const char *question,
                                   size_t question_size, const sluice_rank_options *options,
                                   sluice_ranking **out, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(examples, "examples");
    require(out, "out");
    const auto chosen =
        options_in(options, sluice_rank_options SLUICE_RANK_OPTIONS_INIT, "options");
    if (chosen.count == 0) refuse("the options ask for 0 examples, expected at least 1");
    check_reserved(chosen.reserved, "options");
    if (chosen.guess_count > 0) require(chosen.guesses, "options->guesses");
    std::vector<sluice::ApproximatedQuery> guesses;
    for (std::size_t i = 0; i < chosen.guess_count; ++i)
      guesses.push_back({std::string(text_in(chosen.guesses[i], "options->guesses")), 1});
    sluice::ExampleQuery query;
    query.question = text_in(question, question_size, "question");
    query.database = database_of(*examples, chosen.database);
    query.approximations = guesses;
    query.count = chosen.count;
    const sluice::CancellationToken token = token_of(chosen.cancellation);  // may be released now
    query.token = &token;
    sluice::check_cancelled(query.token);
    sluice::QuestionForm form;
    if (query.database != nullptr) {
      if (const auto &labels = examples->labels.get())
        form = labels->form(query.question, *query.database);
    }
    query.form = &form;
    if (chosen.except_database != nullptr) {
      query.except_database =
          text_in(chosen.except_database, chosen.except_database_size, "options->except_database");
    }
    *out = new sluice_ranking{examples->store, examples->ranker.rank(query)};
  });
}

void sluice_examples_release(sluice_examples *examples) noexcept { delete examples; }

size_t sluice_ranking_size(const sluice_ranking *ranking) noexcept {
  return ranking == nullptr ? 0 : ranking->ranking.examples.size();
}

sluice_status sluice_ranking_item(const sluice_ranking *ranking, size_t position,
                                  sluice_ranked *out, sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(ranking, "ranking");
    require(out, "out");
    const auto &ranked = ranking->ranking.examples;
    if (position >= ranked.size()) {
      refuse("position is " + std::to_string(position) + ", and there are " +
             std::to_string(ranked.size()) + " examples");
    }
    const sluice::Example &example = (*ranking->store)[ranked[position].id];
    sluice_ranked item = SLUICE_RANKED_INIT;
    item.question = text_out(example.question);
    item.database = text_out(example.database);
    item.sql = text_out(example.sql);
    item.score = ranked[position].score;
    item.similarity = ranked[position].question_similarity;
    struct_out(item, out, "out");
  });
}

void sluice_ranking_free(sluice_ranking *ranking) noexcept { delete ranking; }
