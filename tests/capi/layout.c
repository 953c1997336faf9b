/* The interface as C sees it. Fails to compile where a struct's layout has changed, which would
 * break every program that was compiled before, or where the header is not plain C. */

#include "sluice.h"

#define CHECK_THAT(name, condition) typedef char check_##name[(condition) ? 1 : -1]

/* A field that starts where the one before it ends, so that nothing hides in between, and no field
 * that is added later fits into padding that older programs never set. */
#define FOLLOWS(type, field, before) \
  (offsetof(type, field) == offsetof(type, before) + sizeof(((type *)0)->before))
#define ENDS_WITH(type, field) (sizeof(type) == offsetof(type, field) + sizeof(((type *)0)->field))

CHECK_THAT(status, sizeof(sluice_status) == 4 && (sluice_status)-1 < 0);
CHECK_THAT(kind, sizeof(sluice_kind) == 4);
CHECK_THAT(form, sizeof(sluice_form) == 4);

CHECK_THAT(str_data, offsetof(sluice_str, data) == 0);
CHECK_THAT(str_size, FOLLOWS(sluice_str, size, data));
CHECK_THAT(str_end, ENDS_WITH(sluice_str, size));

CHECK_THAT(progress_size, offsetof(sluice_progress, struct_size) == 0);
CHECK_THAT(progress_user, FOLLOWS(sluice_progress, user, struct_size));
CHECK_THAT(progress_step, FOLLOWS(sluice_progress, step, user));
CHECK_THAT(progress_destroy, FOLLOWS(sluice_progress, destroy, step));
CHECK_THAT(progress_end, ENDS_WITH(sluice_progress, destroy));

CHECK_THAT(load_size, offsetof(sluice_load_options, struct_size) == 0);
CHECK_THAT(load_samples, FOLLOWS(sluice_load_options, samples, struct_size));
CHECK_THAT(load_bytes, FOLLOWS(sluice_load_options, max_sample_bytes, samples));
CHECK_THAT(load_progress, FOLLOWS(sluice_load_options, progress, max_sample_bytes));
CHECK_THAT(load_end, ENDS_WITH(sluice_load_options, progress));

CHECK_THAT(retriever_size, offsetof(sluice_retriever_options, struct_size) == 0);
CHECK_THAT(retriever_end, ENDS_WITH(sluice_retriever_options, struct_size));

CHECK_THAT(retrieve_size, offsetof(sluice_retrieve_options, struct_size) == 0);
CHECK_THAT(retrieve_budget, FOLLOWS(sluice_retrieve_options, budget, struct_size));
CHECK_THAT(retrieve_databases, FOLLOWS(sluice_retrieve_options, databases, budget));
CHECK_THAT(retrieve_text, FOLLOWS(sluice_retrieve_options, hallucinated, databases));
CHECK_THAT(retrieve_text_size, FOLLOWS(sluice_retrieve_options, hallucinated_size, hallucinated));
CHECK_THAT(retrieve_end, ENDS_WITH(sluice_retrieve_options, hallucinated_size));

CHECK_THAT(reason_kind, offsetof(sluice_reason, kind) == 0);
CHECK_THAT(reason_text, FOLLOWS(sluice_reason, text, kind));
CHECK_THAT(reason_end, ENDS_WITH(sluice_reason, text));

CHECK_THAT(item_size, offsetof(sluice_item, struct_size) == 0);
CHECK_THAT(item_reasons, FOLLOWS(sluice_item, reasons, struct_size));
CHECK_THAT(item_database, FOLLOWS(sluice_item, database, reasons));
CHECK_THAT(item_table, FOLLOWS(sluice_item, table, database));
CHECK_THAT(item_column, FOLLOWS(sluice_item, column, table));
CHECK_THAT(item_database_id, FOLLOWS(sluice_item, database_id, column));
CHECK_THAT(item_table_id, FOLLOWS(sluice_item, table_id, database_id));
CHECK_THAT(item_column_id, FOLLOWS(sluice_item, column_id, table_id));
CHECK_THAT(item_reason_count, FOLLOWS(sluice_item, reason_count, column_id));
CHECK_THAT(item_score, FOLLOWS(sluice_item, score, reason_count));
CHECK_THAT(item_end, ENDS_WITH(sluice_item, score));

CHECK_THAT(render_size, offsetof(sluice_render_options, struct_size) == 0);
CHECK_THAT(render_budget, FOLLOWS(sluice_render_options, token_budget, struct_size));
CHECK_THAT(render_samples, FOLLOWS(sluice_render_options, samples, token_budget));
CHECK_THAT(render_end, ENDS_WITH(sluice_render_options, samples));

/* In bytes, where pointers have eight. */
#define SIZE_IS(type, bytes) (sizeof(void *) != 8 || sizeof(type) == (bytes))
CHECK_THAT(str_bytes, SIZE_IS(sluice_str, 16));
CHECK_THAT(progress_bytes, SIZE_IS(sluice_progress, 32));
CHECK_THAT(load_options_bytes, SIZE_IS(sluice_load_options, 32));
CHECK_THAT(retriever_options_bytes, SIZE_IS(sluice_retriever_options, 8));
CHECK_THAT(retrieve_options_bytes, SIZE_IS(sluice_retrieve_options, 40));
CHECK_THAT(reason_bytes, SIZE_IS(sluice_reason, 32));
CHECK_THAT(item_bytes, SIZE_IS(sluice_item, 88));
CHECK_THAT(render_options_bytes, SIZE_IS(sluice_render_options, 24));

/* Values that programs were compiled with. */
CHECK_THAT(statuses, SLUICE_OK == 0 && SLUICE_INVALID_ARGUMENT == 1 && SLUICE_NOT_FOUND == 2 &&
                         SLUICE_MALFORMED == 3 && SLUICE_UNSUPPORTED == 4 && SLUICE_MISMATCH == 5 &&
                         SLUICE_IO == 6 && SLUICE_LIMIT_EXCEEDED == 7 && SLUICE_CANCELLED == 8 &&
                         SLUICE_INTERNAL == 9 && SLUICE_OUT_OF_MEMORY == 100);
CHECK_THAT(kinds, SLUICE_DATABASE == 1 && SLUICE_TABLE == 2 && SLUICE_COLUMN == 3);
CHECK_THAT(forms, SLUICE_FORM_PROMPT == 1 && SLUICE_FORM_CREATE_TABLE == 2 &&
                      SLUICE_FORM_COMPACT == 3 && SLUICE_FORM_JSON == 4);
CHECK_THAT(sentinels, SLUICE_NUL == (size_t)-1 && SLUICE_UNLIMITED == (size_t)-1 &&
                          SLUICE_NO_ID == (uint32_t)-1);

/* The macros initialise, in C. Returns how many structs have the size that they say. */
int sluice_test_initialised_in_c(void);
int sluice_test_initialised_in_c(void) {
  sluice_progress progress = SLUICE_PROGRESS_INIT;
  sluice_load_options load = SLUICE_LOAD_OPTIONS_INIT;
  sluice_retriever_options retriever = SLUICE_RETRIEVER_OPTIONS_INIT;
  sluice_retrieve_options retrieve = SLUICE_RETRIEVE_OPTIONS_INIT;
  sluice_item item = SLUICE_ITEM_INIT;
  sluice_render_options render = SLUICE_RENDER_OPTIONS_INIT;
  return (progress.struct_size == sizeof progress) + (load.struct_size == sizeof load) +
         (retriever.struct_size == sizeof retriever) + (retrieve.struct_size == sizeof retrieve) +
         (item.struct_size == sizeof item) + (render.struct_size == sizeof render);
}
