/// Suites: the databases that predictions are judged on.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "callback_hold.hpp"
#include "golds.hpp"
#include "internal.hpp"
#include "progress.hpp"
#include "sluice/core/file.hpp"
#include "sluice/db/sqlite.hpp"
#include "sluice/judge/database_image.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/visible_catalog.hpp"
#include "sluice/suite/suite_builder.hpp"
#include "sluice/suite/suite_file.hpp"
#include "sluice/suite/suite_source.hpp"
#include "suite.hpp"
#include "verdict.hpp"

namespace sluice::inline v0::capi {

/// A SQLite database in memory, and the constraints of its schema.
class HeldDatabase final : public DatabaseSource {
 public:
  HeldDatabase(std::shared_ptr<const Database> schema, std::shared_ptr<const SqliteImage> image)
      : image_(std::move(image)), declared_(constraints_of(std::move(schema), *this)) {}

  std::string_view name() const noexcept { return declared_->schema().name(); }

  FoundDatabases find(std::string_view database_id) const override {
    check(database_id);
    return {{std::make_shared<const DatabaseImage>(image_)}};
  }

  std::shared_ptr<const Constraints> constraints(std::string_view database_id, bool mined) const {
    check(database_id);
    if (!mined) return declared_;
    Constraints constraints = *declared_;
    SqliteConnection connection = SqliteConnection::from_image(image_);
    constraints.mine(connection);
    return std::make_shared<const Constraints>(std::move(constraints));
  }

 private:
  static std::shared_ptr<const Constraints> constraints_of(std::shared_ptr<const Database> schema,
                                                           const HeldDatabase &held) {
    SqliteConnection connection = SqliteConnection::from_image(held.image_);
    return std::make_shared<const Constraints>(
        Constraints::declared(std::move(schema), connection));
  }

  void check(std::string_view database_id) const {
    if (database_id == name()) return;
    throw Error(ErrorCode::not_found,
                "there is one database, called \"" + std::string(name()) + '"',
                {std::string(database_id)});
  }

  std::shared_ptr<const SqliteImage> image_;
  std::shared_ptr<const Constraints> declared_;
};

namespace {

std::shared_ptr<const HeldDatabase> hold_file(const std::string &path) {
  std::shared_ptr<const SqliteImage> image = SqliteImage::load(path);
  if (!image->bytes().starts_with("SQLite format 3")) {
    throw Error(ErrorCode::malformed, "is neither a suite nor a SQLite database", {path});
  }
  const Databases schemas = load(path, {.samples = 0});
  return std::make_shared<const HeldDatabase>(schemas.front(), std::move(image));
}

std::shared_ptr<const HeldDatabase> hold_script(std::string_view script, const std::string &name) {
  constexpr const char *source = "sql";
  SqliteConnection made = SqliteConnection::scratch(source);
  made.run_script(script);
  std::shared_ptr<const Database> schema =
      load_ddl(script, name, source, {.samples = 0, .dialect = sql::Dialect::sqlite});
  return std::make_shared<const HeldDatabase>(std::move(schema),
                                              SqliteImage::from_bytes(made.image(), name));
}

}  // namespace
}  // namespace sluice::inline v0::capi

using namespace sluice::capi;

namespace {

bool is_our_file(const std::string &path) {
  return sluice::MappedFile(path).bytes().starts_with("SLUICE");
}

sluice_suite opened(const std::string &path) {
  sluice_suite suite;
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) {
    suite.folder = std::make_shared<const sluice::SqliteFolder>(path);
    suite.source = suite.folder;
  } else if (is_our_file(path)) {
    suite.suite = std::make_shared<const sluice::Suite>(sluice::read_suite(path));
    suite.source = std::make_shared<const sluice::SuiteSource>(suite.suite);
  } else {
    suite.held = hold_file(path);
    suite.source = suite.held;
  }
  return suite;
}

std::string name_in(const sluice_suite &suite, const char *database, std::size_t size) {
  if (database != nullptr) return std::string(text_in(database, size, "database"));
  if (suite.held != nullptr) return std::string(suite.held->name());
  if (suite.suite != nullptr && suite.suite->schemas.size() == 1)
    return suite.suite->schemas.front().id;
  refuse("database is NULL, and there are several");
}

std::shared_ptr<const sluice::Constraints> constraints_of(const sluice_suite &suite,
                                                          const std::string &name, bool mined) {
  if (suite.held != nullptr) return suite.held->constraints(name, mined);
  if (suite.folder != nullptr) {
    std::shared_ptr<const sluice::Constraints> constraints;
    suite.folder->read_first(name, [&](const std::string &path) {
      const auto held = hold_file(path);
      constraints = held->constraints(held->name(), mined);
    });
    return constraints;
  }
  const auto &schemas = suite.suite->schemas;
  const auto found = std::ranges::find(schemas, name, &sluice::SuiteSchema::id);
  if (found == schemas.end())
    throw sluice::Error(sluice::ErrorCode::not_found, "the suite has no such schema", {name});
  return std::make_shared<const sluice::Constraints>(found->constraints());
}

/// Constraints of the part of a database that a mask shows, in the mask's catalog.
std::shared_ptr<const sluice::Constraints> visible_constraints(const sluice::Mask &mask,
                                                               const std::string &name) {
  const sluice::Catalog &catalog = *mask.catalog();
  const auto id = catalog.find_database(name);
  if (!id || !mask.visible(*id))
    throw sluice::Error(sluice::ErrorCode::not_found, "the catalog has no such database", {name});
  return std::make_shared<const sluice::Constraints>(
      sluice::Constraints::declared(sluice::visible_part(catalog, *id, &mask).database));
}

sluice::ComparisonMode mode_of(sluice_comparison comparison) {
  switch (comparison) {
    case SLUICE_TEST_SUITE: return sluice::ComparisonMode::test_suite;
    case SLUICE_STRICT: return sluice::ComparisonMode::strict;
    case SLUICE_BIRD: return sluice::ComparisonMode::bird;
    default:
      refuse("comparison is " + std::to_string(comparison) +
             ", expected SLUICE_TEST_SUITE, _STRICT or _BIRD");
  }
}

sluice::ExecutionOptions execution_options(const sluice_judge_options &given) {
  sluice::ExecutionOptions options;
  options.mode = mode_of(given.comparison);
  if (options.mode != sluice::ComparisonMode::bird) {
    options.keep_distinct = given.keep_distinct != 0;
    options.plug_values = given.plug_values != 0;
    options.ties = given.ties != 0;
  }
  if (!(given.seconds > 0)) refuse("seconds in the options must be greater than 0");
  options.limits.steps = given.steps;
  options.limits.seconds = given.seconds;
  options.jobs = 1;
  return options;
}

sluice_verdict judged(const sluice_suite &suite, sluice::EvaluationItem item,
                      const sluice::ExecutionOptions &options, const sluice::Progress &progress) {
  const std::vector<sluice::EvaluationItem> items{std::move(item)};
  sluice::ExecutionScores scores = sluice::score_execution(items, *suite.source, options, progress);
  if (scores.cancelled || !scores.verdicts.front())
    throw sluice::Error(sluice::ErrorCode::cancelled, "stopped by the caller");
  const auto misses =
      sluice::examine_misses(items, scores.verdicts, *suite.source, options, {}, progress);
  return verdict_of(*scores.verdicts.front(), misses.front());
}

}  // namespace

sluice_status sluice_suite_open(const char *path, size_t path_size, sluice_suite **out,
                                sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(out, "out");
    *out = new sluice_suite(opened(path_in(path, path_size)));
  });
}

sluice_status sluice_suite_open_ddl(const char *sql, size_t sql_size, const char *name,
                                    size_t name_size, sluice_suite **out,
                                    sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(out, "out");
    const std::string_view script = text_in(sql, sql_size, "sql");
    const std::string database(text_in(name, name_size, "name"));
    if (database.empty()) refuse("name is empty");
    sluice_suite suite;
    suite.held = hold_script(script, database);
    suite.source = suite.held;
    *out = new sluice_suite(std::move(suite));
  });
}

sluice_status sluice_suite_judge(const sluice_suite *suite, const char *database,
                                 size_t database_size, const char *gold, size_t gold_size,
                                 const char *predicted, size_t predicted_size,
                                 const sluice_judge_options *options, sluice_verdict **out,
                                 sluice_error **error) noexcept {
  const CallbackHold hold(options, &sluice_judge_options::progress);
  return guarded(error, [&] {
    require(suite, "suite");
    require(out, "out");
    sluice::EvaluationItem item;
    item.golds.emplace_back(text_in(gold, gold_size, "gold"));
    item.predicted = text_in(predicted, predicted_size, "predicted");
    const auto chosen =
        options_in(options, sluice_judge_options SLUICE_JUDGE_OPTIONS_INIT, "options");
    Reporter reporter(chosen.progress);
    item.database_id = name_in(*suite, database, database_size);
    const sluice::Progress progress(reporter, token_of(chosen.cancellation));
    *out = new sluice_verdict(judged(*suite, std::move(item), execution_options(chosen), progress));
  });
}

sluice_status sluice_suite_refute(const sluice_suite *suite, const char *database,
                                  size_t database_size, const char *gold, size_t gold_size,
                                  const char *predicted, size_t predicted_size,
                                  const sluice_refute_options *options, sluice_verdict **out,
                                  sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(suite, "suite");
    require(out, "out");
    const std::string_view right = text_in(gold, gold_size, "gold");
    const std::string_view other = text_in(predicted, predicted_size, "predicted");
    const auto chosen =
        options_in(options, sluice_refute_options SLUICE_REFUTE_OPTIONS_INIT, "options");
    sluice::RefuterOptions refuting;
    refuting.mode = mode_of(chosen.comparison);
    refuting.seed = chosen.seed;
    refuting.databases = chosen.databases;
    const std::string name = name_in(*suite, database, database_size);
    const sluice::Refuter refuter(chosen.mask != nullptr
                                      ? visible_constraints(chosen.mask->mask, name)
                                      : constraints_of(*suite, name, chosen.mined != 0),
                                  refuting, token_of(chosen.cancellation));
    *out = new sluice_verdict(verdict_of(refuter.refute(right, other)));
  });
}

sluice_status sluice_suite_build(const sluice_gold *golds, size_t count, const char *folder,
                                 size_t folder_size, const sluice_suite_options *options,
                                 sluice_suite **out, sluice_error **error) noexcept {
  const CallbackHold hold(options, &sluice_suite_options::progress);
  return guarded(error, [&] {
    require(out, "out");
    const std::string path = path_in(folder, folder_size, "folder");
    const std::vector<sluice::GoldLine> lines = golds_in(golds, count, "golds");
    const auto chosen =
        options_in(options, sluice_suite_options SLUICE_SUITE_OPTIONS_INIT, "options");
    if (chosen.jobs == 0) refuse("the options ask for 0 jobs, expected at least 1");
    sluice::SuiteOptions building;
    building.distill.seed = chosen.seed;
    building.infer_keys = chosen.infer_keys != 0;
    building.jobs = chosen.jobs;
    Reporter reporter(chosen.progress);
    const sluice::Progress progress(reporter, token_of(chosen.cancellation));
    sluice_suite suite;
    suite.suite = std::make_shared<const sluice::Suite>(
        sluice::build_suite(lines, path, {}, building, {}, progress, {}, &suite.skipped));
    suite.source = std::make_shared<const sluice::SuiteSource>(suite.suite);
    *out = new sluice_suite(std::move(suite));
  });
}

size_t sluice_suite_skipped_count(const sluice_suite *suite) noexcept {
  return suite == nullptr ? 0 : suite->skipped.size();
}

sluice_status sluice_suite_skipped(const sluice_suite *suite, size_t position, sluice_skipped *out,
                                   sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(suite, "suite");
    require(out, "out");
    struct_out(skipped_at(suite->skipped, position), out, "out");
  });
}

sluice_status sluice_suite_save(const sluice_suite *suite, const char *path, size_t path_size,
                                sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(suite, "suite");
    const std::string file = path_in(path, path_size);
    if (suite->suite == nullptr) {
      throw sluice::Error(sluice::ErrorCode::unsupported,
                          "the suite was opened from databases; only one that was built, or "
                          "opened from a suite file, can be saved");
    }
    sluice::write_suite(*suite->suite, file);
  });
}

void sluice_suite_release(sluice_suite *suite) noexcept { delete suite; }
