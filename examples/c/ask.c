/* Prints the database and the columns that answer a question, and a prompt.
 *
 *   ask                  asks a question about a small built-in schema
 *   ask PATH             asks the same question about the databases at PATH
 *   ask PATH QUESTION
 *
 * Exit status: 0 if there is an answer, 1 if nothing is related to the question, 2 after an error.
 */

#include <sluice.h>
#include <stdio.h>

static const char question_of_ours[] = "Which customers bought wine last year?";

static const char schema_of_ours[] =
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price REAL);"
    "CREATE TABLE purchase (customer_id INTEGER REFERENCES customer, placed_on DATE,"
    "                       product_id INTEGER REFERENCES product, quantity INTEGER);"
    "CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT, salary REAL, hired_on DATE);"
    "INSERT INTO product VALUES (1, 'Riesling', 'wine', 9.5), (2, 'Gouda', 'cheese', 4.2);";

/* Prints the error and frees it. */
static int failed(sluice_error *error) {
  fprintf(stderr, "ask: %s\n", sluice_error_message(error).data);
  sluice_error_free(error);
  return 2;
}

static sluice_status load(const char *path, sluice_catalog **catalog, sluice_error **error) {
  if (path == NULL) {
    return sluice_catalog_load_ddl(schema_of_ours, SLUICE_NUL, "shop", SLUICE_NUL, NULL, catalog,
                                   error);
  }
  return sluice_catalog_load(path, SLUICE_NUL, NULL, catalog, error);
}

static sluice_status print_columns(const sluice_subset *subset, sluice_error **error) {
  sluice_item item = SLUICE_ITEM_INIT;
  size_t i;
  uint32_t r;
  for (i = 0; i < sluice_subset_size(subset); ++i) {
    const sluice_status status = sluice_subset_item(subset, i, &item, error);
    if (status != SLUICE_OK) return status;
    if (i == 0) printf("%s\n", item.database.data);
    printf("  %s.%s", item.table.data, item.column.data);
    for (r = 0; r < item.reason_count; ++r) {
      const sluice_reason *reason = &item.reasons[r];
      printf("%s%s", r == 0 ? "  " : ", ", reason->kind.data);
      if (reason->text.size > 0) printf(" '%s'", reason->text.data);
    }
    printf("\n");
  }
  return SLUICE_OK;
}

static sluice_status print_prompt(const sluice_subset *subset, sluice_error **error) {
  sluice_text *prompt = NULL;
  const sluice_status status =
      sluice_subset_render(subset, SLUICE_FORM_PROMPT, NULL, &prompt, error);
  if (status == SLUICE_OK) printf("\n%s\n", sluice_text_view(prompt).data);
  sluice_text_free(prompt);
  return status;
}

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : NULL;
  const char *question = argc > 2 ? argv[2] : question_of_ours;
  sluice_retrieve_options options = SLUICE_RETRIEVE_OPTIONS_INIT;
  sluice_catalog *catalog = NULL;
  sluice_retriever *retriever = NULL;
  sluice_subset *subset = NULL;
  sluice_error *error = NULL;
  sluice_status status;
  int found;

  if (sluice_abi_version() != SLUICE_ABI_VERSION) {
    fprintf(stderr, "ask: compiled for another ABI than that of libsluice_c %s\n",
            sluice_version());
    return 2;
  }

  options.budget = 10;
  status = load(path, &catalog, &error);
  if (status == SLUICE_OK) status = sluice_retriever_new(catalog, NULL, &retriever, &error);
  if (status == SLUICE_OK) {
    status = sluice_retrieve(retriever, question, SLUICE_NUL, NULL, &options, &subset, &error);
  }
  found = sluice_subset_size(subset) > 0;
  if (found) status = print_columns(subset, &error);
  if (found && status == SLUICE_OK) status = print_prompt(subset, &error);

  /* In any order: each handle keeps alive what it needs. */
  sluice_catalog_release(catalog);
  sluice_retriever_release(retriever);
  sluice_subset_free(subset);

  if (status != SLUICE_OK) return failed(error);
  if (!found) printf("nothing is related to the question\n");
  return found ? 0 : 1;
}
