/// Subsets: their columns, and rendering as text.

#include <utility>

#include "internal.hpp"
#include "sluice/prompt/prompt.hpp"
#include "sluice/prompt/schema_text.hpp"

using namespace sluice::capi;

sluice_subset::sluice_subset(std::shared_ptr<const NamedCatalog> named_catalog,
                             sluice::Answer answer, std::string_view asked)
    : named(std::move(named_catalog)),
      subset(std::move(answer.subset)),
      doubts{std::move(answer.alternatives), answer.unsure},
      question(asked) {
  first_reasons.reserve(subset.columns.size() + 1);
  for (const sluice::SubsetColumn &column : subset.columns) {
    first_reasons.push_back(reasons.size());
    for (const sluice::Reason &reason : column.reasons) {
      const std::string_view kind = sluice::name_of(reason.kind);  // string literals, all of them
      reasons.push_back({{kind.data(), kind.size()}, text_out(reason.text)});
    }
  }
  first_reasons.push_back(reasons.size());
}

namespace {

sluice_item item_at(const sluice_subset &subset, std::size_t position) {
  const sluice::SubsetColumn &chosen = subset.subset.columns[position];
  const sluice::Catalog &catalog = *subset.named->catalog();
  const sluice::TableId table = catalog.table_of(chosen.id);
  const sluice::DatabaseId database = catalog.database_of(table);

  sluice_item item = SLUICE_ITEM_INIT;
  item.reasons = subset.reasons.data() + subset.first_reasons[position];
  item.reason_count = static_cast<std::uint32_t>(chosen.reasons.size());
  item.database = subset.named->name(database);
  item.table = subset.named->name(table);
  item.column = subset.named->name(chosen.id);
  item.database_id = database.value;
  item.table_id = table.value;
  item.column_id = chosen.id.value;
  item.score = chosen.score;
  return item;
}

std::string rendered(const sluice_subset &subset, sluice_form form,
                     const sluice_render_options &options) {
  sluice::SchemaTextOptions text;
  text.token_budget = options.token_budget;
  text.samples = options.samples;
  switch (form) {
    case SLUICE_FORM_PROMPT: return sluice::make_prompt(subset.subset, subset.question, text);
    case SLUICE_FORM_CREATE_TABLE: text.form = sluice::SchemaForm::create_table; break;
    case SLUICE_FORM_COMPACT: text.form = sluice::SchemaForm::compact; break;
    case SLUICE_FORM_JSON: text.form = sluice::SchemaForm::json; break;
    default: refuse("form is " + std::to_string(form) + ", expected one of SLUICE_FORM_…");
  }
  return sluice::schema_text(subset.subset, text).text;
}

}  // namespace

size_t sluice_subset_size(const sluice_subset *subset) noexcept {
  return subset == nullptr ? 0 : subset->subset.columns.size();
}

sluice_status sluice_subset_item(const sluice_subset *subset, size_t position, sluice_item *out,
                                 sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(subset, "subset");
    require(out, "out");
    const std::size_t size = subset->subset.columns.size();
    if (position >= size) {
      refuse("position is " + std::to_string(position) + ", and the subset has " +
             std::to_string(size) + " columns");
    }
    struct_out(item_at(*subset, position), out, "out");
  });
}

sluice_status sluice_subset_render(const sluice_subset *subset, sluice_form form,
                                   const sluice_render_options *options, sluice_text **out,
                                   sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(subset, "subset");
    require(out, "out");
    const auto chosen =
        options_in(options, sluice_render_options SLUICE_RENDER_OPTIONS_INIT, "options");
    *out = new sluice_text{rendered(*subset, form, chosen)};
  });
}

sluice_status sluice_subset_doubts(const sluice_subset *subset, sluice_text **out,
                                   sluice_error **error) noexcept {
  return guarded(error, [&] {
    require(subset, "subset");
    require(out, "out");
    *out = new sluice_text{subset->doubts.json(*subset->named->catalog())};
  });
}

void sluice_subset_free(sluice_subset *subset) noexcept { delete subset; }
