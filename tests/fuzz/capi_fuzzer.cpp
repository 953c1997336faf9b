/// Calls of the C interface in any order, with NULL for any parameter, wrong sizes and arbitrary
/// text, over small catalogs in memory. Does not fuzz releasing a handle twice or using it after
/// release.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include <unistd.h>

// Includes the sources of the C library, so that they are instrumented.
#include "../../capi/answer.cpp"
#include "../../capi/audit.cpp"
#include "../../capi/cancellation.cpp"
#include "../../capi/catalog.cpp"
#include "../../capi/embedder.cpp"
#include "../../capi/error.cpp"
#include "../../capi/examples.cpp"
#include "../../capi/library.cpp"
#include "../../capi/mask.cpp"
#include "../../capi/options.cpp"
#include "../../capi/query.cpp"
#include "../../capi/retriever.cpp"
#include "../../capi/routes.cpp"
#include "../../capi/score_run.cpp"
#include "../../capi/subset.cpp"
#include "../../capi/suite.cpp"
#include "../../capi/suite_run.cpp"
#include "../../capi/text.cpp"
#include "../../capi/verdict.cpp"

namespace {

void require_that(bool holds) {
  if (!holds) std::abort();
}

/// The fuzzer's bytes, consumed one decision at a time; zeros after the end.
class Input {
 public:
  Input(const std::uint8_t *data, std::size_t size) : data_(data), size_(size) {}

  bool empty() const { return size_ == 0; }
  std::uint8_t byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  std::size_t below(std::size_t bound) { return byte() % bound; }
  /// True with low probability, so that most calls pass their first check.
  bool rarely() { return byte() % 16 == 15; }
  std::string bytes() {
    std::string text(below(64), '\0');
    for (char &c : text) c = static_cast<char>(byte());
    return text;
  }

 private:
  const std::uint8_t *data_;
  std::size_t size_;
};

constexpr std::array<const char *, 15> phrases{
    "Which customers bought wine?",
    "shop",
    "shop.customer",
    "SHOP.customer.name",
    "a.b.c.d",
    "Buyers(name, wine)\n2: Orders(date)",
    "[\"Buyers(name)\", {\"table\": \"Orders\", \"columns\": [\"date\"]}]",
    "CREATE TABLE t (a INT PRIMARY KEY, b TEXT); INSERT INTO t VALUES (1, 'wine');",
    "[]",
    "{\"databases\": [{\"name\": \"shop\", \"tables\": [{\"name\": \"customer\", \"columns\": "
    "[{\"name\": \"id\"}, {\"name\": \"name\"}]}, {\"name\": \"wine\", \"columns\": "
    "[{\"name\": \"id\"}]}]}, {\"name\": \"a.b\", \"tables\": [{\"name\": \"c\", "
    "\"columns\": [{\"name\": \"d\"}]}]}]}",
    "",
    "SELECT count(*) FROM t",
    "SELECT count(b) FROM t",
    "SELECT name FROM customer WHERE id = 7",
    "SELECT T1.name, x FROM customer AS T1 JOIN wine ON wine.id = T1.id ORDER BY"};

/// A string parameter, in memory that ends with the string.
class Text {
 public:
  Text(Input &input, std::size_t usual, const std::string &prefix = {}) {
    if (input.rarely()) {
      size_ = input.rarely() ? SLUICE_NUL : input.below(8);
      return;  // NULL, of any size
    }
    const std::string text =
        prefix + (input.rarely() ? input.bytes() : phrases[pick(input, usual)]);
    const bool terminated = input.below(2) == 0;
    const std::size_t held = text.size() + (terminated ? 1 : 0);
    memory_ = std::make_unique<char[]>(std::max<std::size_t>(held, 1));
    std::memcpy(memory_.get(), text.data(), text.size());
    if (terminated) memory_[text.size()] = '\0';
    size_ = terminated ? SLUICE_NUL : text.size();
  }

  const char *data() const { return memory_.get(); }
  std::size_t size() const { return size_; }

 private:
  static std::size_t pick(Input &input, std::size_t usual) {
    return input.rarely() ? input.below(phrases.size()) : usual;
  }

  std::unique_ptr<char[]> memory_;
  std::size_t size_ = 0;
};

/// A struct parameter: NULL, valid, or with a wrong size, in memory that ends at that size, if the
/// size is possible.
template <class Struct>
class Passed {
 public:
  Passed(Input &input, Struct filled, bool may_be_null = true) {
    if (may_be_null && input.below(4) == 0) return;
    std::size_t size = sizeof(Struct);
    if (input.rarely()) size = input.below(2 * sizeof(Struct));
    const bool absurd = input.rarely();
    const std::size_t held = absurd ? sizeof(std::size_t) : std::max(size, sizeof(std::size_t));
    memory_ = std::make_unique<unsigned char[]>(held);
    std::memcpy(memory_.get(), &filled, std::min(held, sizeof filled));
    if (held > sizeof filled && input.below(2) == 0) memory_[held - 1] = input.byte();
    if (absurd) size = SIZE_MAX - input.byte();
    std::memcpy(memory_.get(), &size, sizeof size);
  }

  Struct *get() const { return reinterpret_cast<Struct *>(memory_.get()); }
  std::size_t size() const {
    std::size_t size = 0;
    if (memory_) std::memcpy(&size, memory_.get(), sizeof size);
    return size;
  }

 private:
  std::unique_ptr<unsigned char[]> memory_;
};

void end(sluice_catalog *catalog) { sluice_catalog_release(catalog); }
void end(sluice_mask *mask) { sluice_mask_free(mask); }
void end(sluice_retriever *retriever) { sluice_retriever_release(retriever); }
void end(sluice_subset *subset) { sluice_subset_free(subset); }
void end(sluice_routes *routes) { sluice_routes_free(routes); }
void end(sluice_query *query) { sluice_query_release(query); }
void end(sluice_suite *suite) { sluice_suite_release(suite); }
void end(sluice_verdict *verdict) { sluice_verdict_free(verdict); }
void end(sluice_cancellation *cancellation) { sluice_cancellation_release(cancellation); }
void end(sluice_examples *examples) { sluice_examples_release(examples); }
void end(sluice_ranking *ranking) { sluice_ranking_free(ranking); }
void end(sluice_text *text) { sluice_text_free(text); }
void end(sluice_error *error) { sluice_error_free(error); }

/// Some handles of a kind; empty slots are NULL.
template <class Handle>
class Slots {
 public:
  Slots() = default;
  ~Slots() {
    for (Handle *handle : handles_) end(handle);
  }
  Slots(const Slots &) = delete;
  Slots &operator=(const Slots &) = delete;

  Handle *pick(Input &input) const { return handles_[input.below(handles_.size())]; }
  void put(Input &input, Handle *handle) {
    Handle *&slot = handles_[input.below(handles_.size())];
    end(slot);
    slot = handle;
  }

 private:
  std::array<Handle *, 3> handles_{};
};

void check_view(sluice_str text) {
  require_that(text.data != nullptr && text.data[text.size] == '\0');
  require_that(sluice::is_utf8({text.data, text.size}));
}

/// One run of a program that ignores all rules.
class Program {
 public:
  explicit Program(Input input) : input_(input) {}

  void run() {
    load_json(9);
    while (!input_.empty()) step();
  }

 private:
  void step() {
    switch (input_.below(29)) {
      case 0: return load_json(9);
      case 1: return load_json(8);
      case 2: return load_ddl();
      case 3: return load_path();
      case 4: return look_up();
      case 5: return names();
      case 6: return new_mask();
      case 7: return set_mask();
      case 8: return new_retriever();
      case 9:
      case 10: return retrieve();
      case 11: return items();
      case 12:
      case 13: return render();
      case 14: return views();
      case 15: return cancellation();
      case 16: return route();
      case 17: return parse();
      case 18: return write_query();
      case 19: return compare();
      case 20: return open_suite();
      case 21: return judge();
      case 22: return verdicts();
      case 23: return open_examples();
      case 24:
      case 25: return rank();
      case 26: return answer();
      case 27: return write_files();
      default: return drop();
    }
  }

  /// Makes a call and checks the rules of all calls. `out` is the parameter that the call may set.
  template <class Out, class Call>
  bool succeeds(Out &out, Call call) {
    const Out before = out;
    sluice_error *error = input_.rarely() ? errors_.pick(input_) : nullptr;
    sluice_error *const held = error;
    const bool wanted = !input_.rarely();
    const sluice_status status = call(wanted ? &error : nullptr);
    if (status != SLUICE_OK) require_that(out == before);
    if (wanted && held != nullptr) {
      require_that(status == SLUICE_INVALID_ARGUMENT && error == held);
    } else if (wanted) {
      require_that((status != SLUICE_OK) == (error != nullptr));
      require_that(sluice_error_status(error) == status);
      require_that(status != SLUICE_INTERNAL);
      check_view(sluice_error_message(error));
      check_view(sluice_error_where(error));
      if (error != nullptr) errors_.put(input_, error);
    }
    check_view({sluice_status_name(status), std::strlen(sluice_status_name(status))});
    return status == SLUICE_OK;
  }

  /// Makes a call that creates a handle; sometimes `out` is NULL.
  template <class Handle, class Call>
  void make(Slots<Handle> &slots, Call call) {
    Handle *made = nullptr;
    Handle **out = input_.rarely() ? nullptr : &made;
    const bool ok = succeeds(made, [&](sluice_error **error) { return call(out, error); });
    require_that(ok == (made != nullptr));
    if (ok) slots.put(input_, made);
  }

  template <class Load>
  void load(Load call) {
    struct State {
      int destroyed = 0;
      std::uint8_t stop_at;
    } state{0, input_.rarely() ? input_.byte() : std::uint8_t{255}};
    sluice_progress progress = SLUICE_PROGRESS_INIT;
    progress.user = &state;
    progress.step = [](void *user, const char *stage, std::uint64_t done, std::uint64_t total) {
      auto &self = *static_cast<State *>(user);
      require_that(self.destroyed == 0 && stage[0] != '\0' && done <= total);
      return self.stop_at == 0 ? 1 : (--self.stop_at, 0);
    };
    progress.destroy = [](void *user) { ++static_cast<State *>(user)->destroyed; };
    const Passed<sluice_progress> passed_progress(input_, progress);

    sluice_load_options options = SLUICE_LOAD_OPTIONS_INIT;
    options.samples = input_.byte();
    options.progress = passed_progress.get();
    options.before = input_.rarely() ? catalogs_.pick(input_) : nullptr;
    const Passed<sluice_load_options> passed(input_, options);
    make(catalogs_, [&](sluice_catalog **out, sluice_error **error) {
      return call(passed.get(), out, error);
    });
    const auto readable = [](std::size_t size, std::size_t least) {
      return size >= least && size <= 4096;
    };
    const bool read = readable(passed.size(), sizeof options) &&
                      readable(passed_progress.size(), sizeof progress);
    require_that(state.destroyed == (read ? 1 : 0));
  }

  void load_json(std::size_t usual) {
    const Text json(input_, usual);
    load([&](const sluice_load_options *options, sluice_catalog **out, sluice_error **error) {
      return sluice_catalog_load_json(json.data(), json.size(), options, out, error);
    });
  }
  void load_ddl() {
    const Text sql(input_, 7);
    const Text name(input_, 1);
    load([&](const sluice_load_options *options, sluice_catalog **out, sluice_error **error) {
      return sluice_catalog_load_ddl(sql.data(), sql.size(), name.data(), name.size(), options, out,
                                     error);
    });
  }
  void load_path() {
    // No such file exists, so that a run does not depend on the content of files.
    const Text path(input_, 1, "/nowhere/");
    load([&](const sluice_load_options *options, sluice_catalog **out, sluice_error **error) {
      return sluice_catalog_load(path.data(), path.size(), options, out, error);
    });
  }

  sluice_kind kind() {
    return input_.rarely() ? static_cast<sluice_kind>(input_.byte()) - 128
                           : static_cast<sluice_kind>(1 + input_.below(3));
  }
  std::uint32_t id() { return input_.rarely() ? SLUICE_NO_ID - input_.byte() : input_.byte() % 8U; }

  void look_up() {
    const sluice_catalog *catalog = catalogs_.pick(input_);
    const sluice_kind sought = kind();
    const Text path(input_, 1 + input_.below(4));
    std::uint32_t found = SLUICE_NO_ID;
    std::uint32_t *out = input_.rarely() ? nullptr : &found;
    const bool ok = succeeds(found, [&](sluice_error **error) {
      return sluice_catalog_find(catalog, sought, path.data(), path.size(), out, error);
    });
    require_that(ok == (found != SLUICE_NO_ID));
    require_that(!ok || found < sluice_catalog_count(catalog, sought));
  }
  void names() {
    const sluice_catalog *catalog = catalogs_.pick(input_);
    const sluice_kind named = kind();
    const std::uint32_t object = id();
    const bool there = object < sluice_catalog_count(catalog, named);
    const sluice_str name = sluice_catalog_name(catalog, named, object);
    check_view(name);
    require_that(there == (name.size > 0));
    const std::uint32_t parent = sluice_catalog_parent(catalog, named, object);
    if (there && named != SLUICE_DATABASE) {
      require_that(parent < sluice_catalog_count(catalog, named - 1));
    } else {
      require_that(parent == SLUICE_NO_ID);
    }
  }

  void new_mask() {
    const sluice_catalog *catalog = catalogs_.pick(input_);
    const std::int32_t visible = input_.byte() % 3 - 1;
    make(masks_, [&](sluice_mask **out, sluice_error **error) {
      return sluice_mask_new(catalog, visible, out, error);
    });
  }
  void set_mask() {
    sluice_mask *mask = masks_.pick(input_);
    const sluice_kind set = kind();
    const std::uint32_t object = id();
    const std::int32_t visible = input_.byte() % 3 - 1;
    int nothing = 0;
    succeeds(nothing, [&](sluice_error **error) {
      return sluice_mask_set(mask, set, object, visible, error);
    });
  }

  void follow() {
    const sluice_catalog *catalog = catalogs_.pick(input_);
    sluice_retriever_options chosen = SLUICE_RETRIEVER_OPTIONS_INIT;
    chosen.before = retrievers_.pick(input_);
    const Passed<sluice_retriever_options> options(input_, chosen);
    make(retrievers_, [&](sluice_retriever **out, sluice_error **error) {
      return sluice_retriever_new(catalog, options.get(), out, error);
    });
  }
  void new_retriever() {
    if (input_.rarely()) return follow();
    const sluice_catalog *catalog = catalogs_.pick(input_);
    struct Model {
      int *destroyed;
      std::uint8_t fails_at;
    };
    static constexpr std::size_t dimensions = 4;
    int destroyed = 0;
    const Text name(input_, 1);
    sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
    // May outlive this call with the retriever; `destroyed` is only checked during the call.
    auto *model = new Model{&destroyed, input_.rarely() ? input_.byte() : std::uint8_t{255}};
    embedder.user = model;
    embedder.embed = [](void *user, const sluice_str *texts, std::size_t count, float *vectors) {
      auto &self = *static_cast<Model *>(user);
      for (std::size_t t = 0; t < count; ++t) {
        check_view(texts[t]);
        for (std::size_t i = 0; i < dimensions; ++i)
          vectors[t * dimensions + i] = static_cast<float>(texts[t].size % (i + 2));
      }
      if (self.fails_at == 255) return sluice_status{SLUICE_OK};
      return self.fails_at == 0 ? sluice_status{SLUICE_CANCELLED}
                                : (--self.fails_at, sluice_status{SLUICE_OK});
    };
    embedder.destroy = [](void *user) {
      auto *self = static_cast<Model *>(user);
      if (self->destroyed != nullptr) ++*self->destroyed;
      delete self;
    };
    embedder.name = name.data();
    embedder.name_size = name.size();
    embedder.dimensions = input_.rarely() ? 0 : dimensions;
    embedder.batch = input_.below(16);
    embedder.flags = input_.rarely() ? input_.byte() : input_.byte() % 2U;
    const Passed<sluice_embedder> passed_embedder(input_, embedder);
    sluice_retriever_options chosen = SLUICE_RETRIEVER_OPTIONS_INIT;
    chosen.embedder = passed_embedder.get();
    const Passed<sluice_retriever_options> options(input_, chosen);
    const auto readable = [](std::size_t size, std::size_t least) {
      return size >= least && size <= 4096;
    };
    const bool read = readable(options.size(), sizeof chosen) &&
                      readable(passed_embedder.size(), sizeof embedder);
    sluice_retriever *made = nullptr;
    sluice_retriever **out = input_.rarely() ? nullptr : &made;
    const bool ok = succeeds(made, [&](sluice_error **error) {
      return sluice_retriever_new(catalog, options.get(), out, error);
    });
    require_that(ok == (made != nullptr));
    require_that(destroyed == (read && !ok ? 1 : 0));
    if (!read) {
      delete model;  // the call did not take ownership
    } else if (ok) {
      model->destroyed = nullptr;
    }
    if (ok) retrievers_.put(input_, made);
  }
  void retrieve() {
    const sluice_retriever *retriever = retrievers_.pick(input_);
    const sluice_mask *mask = masks_.pick(input_);
    const Text question(input_, 0);
    const Text hallucinated(input_, 5 + input_.below(2));
    sluice_retrieve_options chosen = SLUICE_RETRIEVE_OPTIONS_INIT;
    chosen.budget = input_.rarely() ? SIZE_MAX - input_.byte() : input_.byte();
    chosen.databases = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(4);
    chosen.hallucinated = hallucinated.data();
    chosen.hallucinated_size = hallucinated.size();
    if (input_.rarely()) chosen.cancellation = cancellations_.pick(input_);
    const Passed<sluice_retrieve_options> options(input_, chosen);
    make(subsets_, [&](sluice_subset **out, sluice_error **error) {
      return sluice_retrieve(retriever, question.data(), question.size(), mask, options.get(), out,
                             error);
    });
  }

  void cancellation() {
    if (input_.rarely()) return sluice_cancellation_cancel(cancellations_.pick(input_));
    make(cancellations_, [&](sluice_cancellation **out, sluice_error **error) {
      return sluice_cancellation_new(out, error);
    });
  }
  void route() {
    const sluice_retriever *retriever = retrievers_.pick(input_);
    const sluice_mask *mask = masks_.pick(input_);
    const Text question(input_, 0);
    sluice_route_options chosen = SLUICE_ROUTE_OPTIONS_INIT;
    if (input_.rarely()) chosen.cancellation = cancellations_.pick(input_);
    const Passed<sluice_route_options> options(input_, chosen);
    make(routes_, [&](sluice_routes **out, sluice_error **error) {
      return sluice_route_with(retriever, question.data(), question.size(), mask, options.get(),
                               out, error);
    });
    const sluice_routes *routes = routes_.pick(input_);
    const std::size_t position = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(4);
    const Passed<sluice_routed> routed(input_, sluice_routed SLUICE_ROUTED_INIT);
    int nothing = 0;
    if (succeeds(nothing, [&](sluice_error **error) {
          return sluice_routes_item(routes, position, routed.get(), error);
        })) {
      require_that(position < sluice_routes_size(routes));
      check_view(routed.get()->database);
    }
  }

  void parse() {
    const sluice_catalog *catalog = input_.rarely() ? nullptr : catalogs_.pick(input_);
    const std::uint32_t database = input_.rarely() ? id() : 0;
    const sluice_dialect dialect = input_.rarely()
                                       ? static_cast<sluice_dialect>(input_.byte())
                                       : static_cast<sluice_dialect>(1 + input_.below(3));
    const Text sql(input_, 11 + input_.below(4));
    make(queries_, [&](sluice_query **out, sluice_error **error) {
      return sluice_query_parse(catalog, database, dialect, sql.data(), sql.size(), out, error);
    });
  }
  void write_query() {
    const sluice_query *query = queries_.pick(input_);
    const auto form = static_cast<sluice_query_form>(input_.below(5));
    if (form == 4) {
      make(texts_, [&](sluice_text **out, sluice_error **error) {
        return sluice_query_reads(query, out, error);
      });
      return;
    }
    make(texts_, [&](sluice_text **out, sluice_error **error) {
      return sluice_query_text(query, form, out, error);
    });
  }
  void compare() {
    const sluice_query *from = queries_.pick(input_);
    const sluice_query *to = queries_.pick(input_);
    double similarity = -1;
    double *out = input_.rarely() ? nullptr : &similarity;
    const bool ok = succeeds(similarity, [&](sluice_error **error) {
      return sluice_query_similarity(from, to, out, error);
    });
    require_that(ok ? similarity >= 0 && similarity <= 1 : similarity == -1);
    const sluice_mask *mask = masks_.pick(input_);
    int nothing = 0;
    succeeds(nothing, [&](sluice_error **error) { return sluice_query_check(from, mask, error); });
  }

  void open_suite() {
    if (input_.rarely()) {
      const Text path(input_, 1, "/nowhere/");
      make(suites_, [&](sluice_suite **out, sluice_error **error) {
        return sluice_suite_open(path.data(), path.size(), out, error);
      });
      return;
    }
    const Text sql(input_, 7);
    const Text name(input_, 1);
    make(suites_, [&](sluice_suite **out, sluice_error **error) {
      return sluice_suite_open_ddl(sql.data(), sql.size(), name.data(), name.size(), out, error);
    });
  }
  void judge() {
    const sluice_suite *suite = suites_.pick(input_);
    const sluice_cancellation *cancellation = cancellations_.pick(input_);
    const bool named = input_.rarely();
    const Text name(input_, 1);
    const char *database = named ? name.data() : nullptr;
    const Text gold(input_, 11);
    const Text predicted(input_, 11 + input_.below(2));
    const auto comparison =
        static_cast<sluice_comparison>(input_.rarely() ? input_.byte() : 1 + input_.below(3));
    if (input_.below(2) == 0) {
      sluice_judge_options options = SLUICE_JUDGE_OPTIONS_INIT;
      options.comparison = comparison;
      options.keep_distinct = input_.byte() % 2;
      options.plug_values = input_.byte() % 2;
      options.ties = input_.byte() % 2;
      options.steps = 10'000;
      options.seconds = input_.rarely() ? 0 : 1;
      options.cancellation = cancellation;
      const Passed<sluice_judge_options> passed(input_, options, false);
      make(verdicts_, [&](sluice_verdict **out, sluice_error **error) {
        return sluice_suite_judge(suite, database, name.size(), gold.data(), gold.size(),
                                  predicted.data(), predicted.size(), passed.get(), out, error);
      });
      return;
    }
    sluice_refute_options options = SLUICE_REFUTE_OPTIONS_INIT;
    options.comparison = comparison;
    options.mined = input_.byte() % 2;
    options.databases = input_.below(8);
    options.cancellation = cancellation;
    options.mask = input_.below(4) == 0 ? masks_.pick(input_) : nullptr;
    const Passed<sluice_refute_options> passed(input_, options, false);
    make(verdicts_, [&](sluice_verdict **out, sluice_error **error) {
      return sluice_suite_refute(suite, database, name.size(), gold.data(), gold.size(),
                                 predicted.data(), predicted.size(), passed.get(), out, error);
    });
  }
  /// Nothing is written, since files cannot be created below a device.
  void write_files() {
    const Text path(input_, 1, "/dev/null/");
    sluice_gold golds[2] = {{{"shop", 4}, {"SELECT 1", SLUICE_NUL}}, {{nullptr, 1}, {"x", 1}}};
    const std::size_t count = input_.below(3);
    const sluice_gold *given = input_.rarely() ? nullptr : golds;
    int nothing = 0;
    switch (input_.below(6)) {
      case 0: {
        sluice_index_options options = SLUICE_INDEX_OPTIONS_INIT;
        options.threads = input_.below(3);
        options.cancellation = cancellations_.pick(input_);
        const Passed<sluice_index_options> passed(input_, options);
        const sluice_catalog *catalog = catalogs_.pick(input_);
        succeeds(nothing, [&](sluice_error **error) {
          return sluice_index_build(catalog, path.data(), path.size(), passed.get(), error);
        });
        return;
      }
      case 1: {
        sluice_suite_options options = SLUICE_SUITE_OPTIONS_INIT;
        options.jobs = static_cast<std::uint32_t>(input_.below(3));
        options.infer_keys = static_cast<std::int32_t>(input_.below(2));
        options.cancellation = cancellations_.pick(input_);
        const Passed<sluice_suite_options> passed(input_, options);
        make(suites_, [&](sluice_suite **out, sluice_error **error) {
          return sluice_suite_build(given, count, path.data(), path.size(), passed.get(), out,
                                    error);
        });
        return;
      }
      case 2: {
        sluice_suite_run_options options = SLUICE_SUITE_RUN_OPTIONS_INIT;
        options.golds = given;
        options.gold_count = count;
        options.shards = static_cast<std::uint32_t>(input_.below(3));
        options.mutators = static_cast<sluice_mutators>(input_.below(5));
        options.data = static_cast<sluice_suite_data>(input_.below(5));
        options.resume = static_cast<std::int32_t>(input_.below(2));
        options.cancellation = cancellations_.pick(input_);
        const Passed<sluice_suite_run_options> passed(input_, options);
        const Text gold(input_, 1, "/dev/null/");
        make(texts_, [&](sluice_text **out, sluice_error **error) {
          return sluice_suite_run(gold.data(), gold.size(), path.data(), path.size(), path.data(),
                                  path.size(), passed.get(), out, error);
        });
        return;
      }
      case 3: return score(path);
      case 4: {
        const sluice_suite *suite = suites_.pick(input_);
        succeeds(nothing, [&](sluice_error **error) {
          return sluice_suite_save(suite, path.data(), path.size(), error);
        });
        return;
      }
      default:
        make(texts_, [&](sluice_text **out, sluice_error **error) {
          return sluice_audit(path.data(), path.size(), given, count, nullptr, out, error);
        });
    }
  }
  void score(const Text &path) {
    const Text gold(input_, 11 + input_.below(2));
    const Text predicted(input_, 11 + input_.below(2));
    const sluice_score_item items[1] = {
        {{"shop", 4}, {gold.data(), gold.size()}, {predicted.data(), predicted.size()}}};
    const sluice_str reports[1] = {{path.data(), path.size()}};
    sluice_score_options options = SLUICE_SCORE_OPTIONS_INIT;
    options.items = input_.rarely() ? nullptr : items;
    options.item_count = input_.below(2);
    options.comparison = static_cast<sluice_comparison>(input_.below(8));
    options.kind = static_cast<sluice_score_kind>(input_.below(5));
    options.official = static_cast<std::int32_t>(input_.below(2));
    options.refute = static_cast<std::int32_t>(input_.below(2));
    options.refute_databases = input_.below(8);
    options.jobs = 1;
    options.steps = 100'000;
    options.reports = input_.rarely() ? reports : nullptr;
    options.report_count = input_.rarely() ? 1 : 0;
    options.cancellation = cancellations_.pick(input_);
    static const std::string databases = [] {
      const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                           ("sluice_capi_fuzzer_" + std::to_string(getpid()));
      std::filesystem::create_directories(folder);
      sluice::SqliteConnection made = sluice::SqliteConnection::scratch("shop");
      made.run_script("CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);"
                      "INSERT INTO customer VALUES (1, 'Zoe'), (2, NULL);");
      sluice::write_file((folder / "shop.sqlite").string(), made.image());
      return folder.string();
    }();
    const Passed<sluice_score_options> passed(input_, options);
    make(texts_, [&](sluice_text **out, sluice_error **error) {
      return sluice_score_run(nullptr, 0, nullptr, 0, databases.c_str(), SLUICE_NUL, passed.get(),
                              out, error);
    });
  }
  void open_examples() {
    static const std::string lines = [] {
      std::string path = (std::filesystem::temp_directory_path() /
                          ("sluice_capi_fuzzer_" + std::to_string(getpid()) + ".jsonl"))
                             .string();
      sluice::write_file(
          path,
          "{\"question\": \"Which customers?\", \"db_id\": \"shop\", \"sql\": \"SELECT name FROM "
          "customer\"}\n{\"question\": \"How many rows?\", \"sql\": \"SELECT count(*) FROM t\"}\n");
      return path;
    }();
    const sluice_catalog *catalog = input_.rarely() ? nullptr : catalogs_.pick(input_);
    const sluice_mask *mask = input_.below(2) == 0 ? nullptr : masks_.pick(input_);
    if (input_.rarely()) {
      const Text path(input_, 1, "/nowhere/");
      make(examples_, [&](sluice_examples **out, sluice_error **error) {
        return sluice_examples_open(catalog, mask, path.data(), path.size(), out, error);
      });
      return;
    }
    make(examples_, [&](sluice_examples **out, sluice_error **error) {
      return sluice_examples_open(catalog, mask, lines.c_str(), SLUICE_NUL, out, error);
    });
  }
  void rank() {
    const sluice_examples *examples = examples_.pick(input_);
    const Text question(input_, 0);
    const Text guess(input_, 11 + input_.below(2));
    const Text except(input_, 1);
    const sluice_str guesses[1] = {{guess.data(), guess.size()}};
    sluice_rank_options chosen = SLUICE_RANK_OPTIONS_INIT;
    chosen.count = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(4);
    chosen.guesses = input_.rarely() ? nullptr : guesses;
    chosen.guess_count = input_.below(2);
    chosen.database = input_.below(2) == 0 ? SLUICE_NO_ID : id();
    chosen.reserved = input_.rarely() ? 1 : 0;
    if (input_.rarely()) {
      chosen.except_database = except.data();
      chosen.except_database_size = except.size();
    }
    const Passed<sluice_rank_options> options(input_, chosen);
    make(rankings_, [&](sluice_ranking **out, sluice_error **error) {
      return sluice_examples_rank(examples, question.data(), question.size(), options.get(), out,
                                  error);
    });
    const sluice_ranking *ranking = rankings_.pick(input_);
    const std::size_t position = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(3);
    const Passed<sluice_ranked> ranked(input_, sluice_ranked SLUICE_RANKED_INIT);
    int nothing = 0;
    if (succeeds(nothing, [&](sluice_error **error) {
          return sluice_ranking_item(ranking, position, ranked.get(), error);
        })) {
      require_that(position < sluice_ranking_size(ranking));
      check_view(ranked.get()->question);
      check_view(ranked.get()->database);
      check_view(ranked.get()->sql);
    }
  }
  void answer() {
    struct Model {
      std::string reply;
      std::uint8_t status;
      int destroyed = 0;
    } model{input_.rarely() ? input_.bytes() : phrases[11 + input_.below(4)],
            input_.rarely() ? input_.byte() : std::uint8_t{0}};
    sluice_completer completer = SLUICE_COMPLETER_INIT;
    completer.user = &model;
    completer.complete = [](void *user, const sluice_message *messages, std::size_t count,
                            sluice_write write, void *to) {
      const auto &self = *static_cast<Model *>(user);
      require_that(self.destroyed == 0);
      for (std::size_t i = 0; i < count; ++i) {
        check_view(messages[i].role);
        check_view(messages[i].text);
      }
      write(to, self.reply.data(), self.reply.size());
      return sluice_status{self.status};
    };
    completer.destroy = [](void *user) { ++static_cast<Model *>(user)->destroyed; };
    const Passed<sluice_completer> passed_completer(input_, completer);
    sluice_answer_options chosen = SLUICE_ANSWER_OPTIONS_INIT;
    chosen.completer = passed_completer.get();
    chosen.examples = examples_.pick(input_);
    chosen.databases = input_.below(2) == 0 ? nullptr : suites_.pick(input_);
    chosen.budget = input_.below(8);
    chosen.repairs = input_.below(3);
    chosen.rows = input_.below(4);
    chosen.cancellation = cancellations_.pick(input_);
    const Passed<sluice_answer_options> options(input_, chosen);
    const sluice_retriever *retriever = retrievers_.pick(input_);
    const sluice_mask *mask = masks_.pick(input_);
    const Text question(input_, 0);
    // An unknown status of the caller's model is not a bug in the library.
    sluice_text *made = nullptr;
    sluice_error *error = nullptr;
    const sluice_status status = sluice_answer(retriever, question.data(), question.size(), mask,
                                               options.get(), &made, &error);
    require_that((status == SLUICE_OK) == (made != nullptr));
    require_that((status != SLUICE_OK) == (error != nullptr));
    require_that(status != SLUICE_INTERNAL || model.status != 0);
    check_view(sluice_text_view(made));
    check_view(sluice_error_message(error));
    sluice_error_free(error);
    sluice_text_free(made);
    const auto readable = [](std::size_t size, std::size_t least) {
      return size >= least && size <= 4096;
    };
    const bool read = readable(options.size(), sizeof chosen) &&
                      readable(passed_completer.size(), sizeof completer);
    require_that(model.destroyed == (read ? 1 : 0));
  }
  void verdicts() {
    const sluice_verdict *verdict = verdicts_.pick(input_);
    check_view(sluice_verdict_json(verdict));
    const Passed<sluice_verdict_info> info(input_, sluice_verdict_info SLUICE_VERDICT_INFO_INIT);
    int nothing = 0;
    if (!succeeds(nothing, [&](sluice_error **error) {
          return sluice_verdict_get(verdict, info.get(), error);
        })) {
      return;
    }
    const sluice_verdict_info &said = *info.get();
    for (const sluice_str text : {said.name, said.kind, said.title, said.message, said.script})
      check_view(text);
    require_that(said.verdict >= SLUICE_RIGHT && said.verdict <= SLUICE_NOT_REFUTED);
  }

  void items() {
    const sluice_subset *subset = subsets_.pick(input_);
    const std::size_t position = input_.rarely() ? SIZE_MAX - input_.byte() : input_.below(8);
    const Passed<sluice_item> item(input_, sluice_item SLUICE_ITEM_INIT);
    int nothing = 0;
    if (!succeeds(nothing, [&](sluice_error **error) {
          return sluice_subset_item(subset, position, item.get(), error);
        })) {
      return;
    }
    require_that(position < sluice_subset_size(subset));
    const sluice_item &filled = *item.get();
    check_view(filled.database);
    check_view(filled.table);
    check_view(filled.column);
    for (std::uint32_t r = 0; r < filled.reason_count; ++r) {
      check_view(filled.reasons[r].kind);
      check_view(filled.reasons[r].text);
    }
  }
  void render() {
    const sluice_subset *subset = subsets_.pick(input_);
    const sluice_form form = input_.rarely() ? static_cast<sluice_form>(input_.byte()) - 128
                                             : static_cast<sluice_form>(1 + input_.below(4));
    sluice_render_options chosen = SLUICE_RENDER_OPTIONS_INIT;
    chosen.token_budget = input_.rarely() ? SLUICE_UNLIMITED : input_.byte();
    chosen.samples = input_.rarely() ? SIZE_MAX : input_.below(4);
    const Passed<sluice_render_options> options(input_, chosen);
    make(texts_, [&](sluice_text **out, sluice_error **error) {
      return sluice_subset_render(subset, form, options.get(), out, error);
    });
  }

  void views() {
    check_view(sluice_text_view(texts_.pick(input_)));
    sluice_error *error = errors_.pick(input_);
    check_view(sluice_error_message(error));
    check_view(sluice_error_where(error));
    require_that((error == nullptr) == (sluice_error_status(error) == SLUICE_OK));
  }
  void drop() {
    switch (input_.below(13)) {
      case 11: return examples_.put(input_, nullptr);
      case 12: return rankings_.put(input_, nullptr);
      case 6: return routes_.put(input_, nullptr);
      case 7: return queries_.put(input_, nullptr);
      case 8: return suites_.put(input_, nullptr);
      case 9: return verdicts_.put(input_, nullptr);
      case 10: return cancellations_.put(input_, nullptr);
      case 0: return catalogs_.put(input_, nullptr);
      case 1: return masks_.put(input_, nullptr);
      case 2: return retrievers_.put(input_, nullptr);
      case 3: return subsets_.put(input_, nullptr);
      case 4: return texts_.put(input_, nullptr);
      default: return errors_.put(input_, nullptr);
    }
  }

  Input input_;
  Slots<sluice_catalog> catalogs_;
  Slots<sluice_mask> masks_;
  Slots<sluice_retriever> retrievers_;
  Slots<sluice_subset> subsets_;
  Slots<sluice_routes> routes_;
  Slots<sluice_query> queries_;
  Slots<sluice_suite> suites_;
  Slots<sluice_verdict> verdicts_;
  Slots<sluice_cancellation> cancellations_;
  Slots<sluice_examples> examples_;
  Slots<sluice_ranking> rankings_;
  Slots<sluice_text> texts_;
  Slots<sluice_error> errors_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  Program(Input(data, size)).run();
  return 0;
}
