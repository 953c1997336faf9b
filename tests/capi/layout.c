/* The interface in C. Does not compile if the layout of a struct has changed, which would break
 * compiled programs, or if the header is not plain C. */

#include "sluice.h"

#define CHECK_THAT(name, condition) typedef char check_##name[(condition) ? 1 : -1]

/* Checks that a field starts where the one before it ends, without padding: a field added later
 * must not fall into padding that older programs never set. */
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
CHECK_THAT(load_before, FOLLOWS(sluice_load_options, before, progress));
CHECK_THAT(load_dialect, FOLLOWS(sluice_load_options, dialect, before));
CHECK_THAT(load_end, ENDS_WITH(sluice_load_options, dialect));

CHECK_THAT(skipped_size, offsetof(sluice_skipped, struct_size) == 0);
CHECK_THAT(skipped_where, FOLLOWS(sluice_skipped, where, struct_size));
CHECK_THAT(skipped_reason, FOLLOWS(sluice_skipped, reason, where));
CHECK_THAT(skipped_end, ENDS_WITH(sluice_skipped, reason));

CHECK_THAT(database_size, offsetof(sluice_database_options, struct_size) == 0);
CHECK_THAT(database_description, FOLLOWS(sluice_database_options, description, struct_size));
CHECK_THAT(database_dialect, FOLLOWS(sluice_database_options, dialect, description));
CHECK_THAT(database_end, ENDS_WITH(sluice_database_options, dialect));

CHECK_THAT(table_size, offsetof(sluice_table_options, struct_size) == 0);
CHECK_THAT(table_qualifier, FOLLOWS(sluice_table_options, qualifier, struct_size));
CHECK_THAT(table_title, FOLLOWS(sluice_table_options, title, qualifier));
CHECK_THAT(table_description, FOLLOWS(sluice_table_options, description, title));
CHECK_THAT(table_first, FOLLOWS(sluice_table_options, first_member, description));
CHECK_THAT(table_last, FOLLOWS(sluice_table_options, last_member, first_member));
CHECK_THAT(table_kind, FOLLOWS(sluice_table_options, kind, last_member));
CHECK_THAT(table_members, FOLLOWS(sluice_table_options, member_count, kind));
CHECK_THAT(table_end, ENDS_WITH(sluice_table_options, member_count));

CHECK_THAT(column_size, offsetof(sluice_column_options, struct_size) == 0);
CHECK_THAT(column_type, FOLLOWS(sluice_column_options, type, struct_size));
CHECK_THAT(column_title, FOLLOWS(sluice_column_options, title, type));
CHECK_THAT(column_description, FOLLOWS(sluice_column_options, description, title));
CHECK_THAT(column_samples, FOLLOWS(sluice_column_options, samples, description));
CHECK_THAT(column_sample_count, FOLLOWS(sluice_column_options, sample_count, samples));
CHECK_THAT(column_values, FOLLOWS(sluice_column_options, values, sample_count));
CHECK_THAT(column_value_count, FOLLOWS(sluice_column_options, value_count, values));
CHECK_THAT(column_nullable, FOLLOWS(sluice_column_options, nullable, value_count));
CHECK_THAT(column_generated, FOLLOWS(sluice_column_options, generated, nullable));
CHECK_THAT(column_nested, FOLLOWS(sluice_column_options, nested, generated));
CHECK_THAT(column_reserved, FOLLOWS(sluice_column_options, reserved, nested));
CHECK_THAT(column_end, ENDS_WITH(sluice_column_options, reserved));

CHECK_THAT(key_size, offsetof(sluice_foreign_key, struct_size) == 0);
CHECK_THAT(key_columns, FOLLOWS(sluice_foreign_key, columns, struct_size));
CHECK_THAT(key_count, FOLLOWS(sluice_foreign_key, count, columns));
CHECK_THAT(key_table, FOLLOWS(sluice_foreign_key, referenced_table, count));
CHECK_THAT(key_referenced, FOLLOWS(sluice_foreign_key, referenced_columns, referenced_table));
CHECK_THAT(key_evidence, FOLLOWS(sluice_foreign_key, evidence, referenced_columns));
CHECK_THAT(key_reserved, FOLLOWS(sluice_foreign_key, reserved, evidence));
CHECK_THAT(key_end, ENDS_WITH(sluice_foreign_key, reserved));

CHECK_THAT(embedder_size, offsetof(sluice_embedder, struct_size) == 0);
CHECK_THAT(embedder_user, FOLLOWS(sluice_embedder, user, struct_size));
CHECK_THAT(embedder_embed, FOLLOWS(sluice_embedder, embed, user));
CHECK_THAT(embedder_destroy, FOLLOWS(sluice_embedder, destroy, embed));
CHECK_THAT(embedder_name, FOLLOWS(sluice_embedder, name, destroy));
CHECK_THAT(embedder_name_size, FOLLOWS(sluice_embedder, name_size, name));
CHECK_THAT(embedder_dimensions, FOLLOWS(sluice_embedder, dimensions, name_size));
CHECK_THAT(embedder_batch, FOLLOWS(sluice_embedder, batch, dimensions));
CHECK_THAT(embedder_flags, FOLLOWS(sluice_embedder, flags, batch));
CHECK_THAT(embedder_reserved, FOLLOWS(sluice_embedder, reserved, flags));
CHECK_THAT(embedder_end, ENDS_WITH(sluice_embedder, reserved));

CHECK_THAT(retriever_size, offsetof(sluice_retriever_options, struct_size) == 0);
CHECK_THAT(retriever_embedder, FOLLOWS(sluice_retriever_options, embedder, struct_size));
CHECK_THAT(retriever_before, FOLLOWS(sluice_retriever_options, before, embedder));
CHECK_THAT(retriever_end, ENDS_WITH(sluice_retriever_options, before));

CHECK_THAT(routed_size, offsetof(sluice_routed, struct_size) == 0);
CHECK_THAT(routed_database, FOLLOWS(sluice_routed, database, struct_size));
CHECK_THAT(routed_score, FOLLOWS(sluice_routed, score, database));
CHECK_THAT(routed_id, FOLLOWS(sluice_routed, database_id, score));
CHECK_THAT(routed_is_probability, FOLLOWS(sluice_routed, is_probability, database_id));
CHECK_THAT(routed_end, ENDS_WITH(sluice_routed, is_probability));

CHECK_THAT(retrieve_size, offsetof(sluice_retrieve_options, struct_size) == 0);
CHECK_THAT(retrieve_budget, FOLLOWS(sluice_retrieve_options, budget, struct_size));
CHECK_THAT(retrieve_databases, FOLLOWS(sluice_retrieve_options, databases, budget));
CHECK_THAT(retrieve_text, FOLLOWS(sluice_retrieve_options, hallucinated, databases));
CHECK_THAT(retrieve_text_size, FOLLOWS(sluice_retrieve_options, hallucinated_size, hallucinated));
CHECK_THAT(retrieve_cancellation,
           FOLLOWS(sluice_retrieve_options, cancellation, hallucinated_size));
CHECK_THAT(retrieve_end, ENDS_WITH(sluice_retrieve_options, cancellation));

CHECK_THAT(route_size, offsetof(sluice_route_options, struct_size) == 0);
CHECK_THAT(route_cancellation, FOLLOWS(sluice_route_options, cancellation, struct_size));
CHECK_THAT(route_end, ENDS_WITH(sluice_route_options, cancellation));

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

CHECK_THAT(judge_size, offsetof(sluice_judge_options, struct_size) == 0);
CHECK_THAT(judge_comparison, FOLLOWS(sluice_judge_options, comparison, struct_size));
CHECK_THAT(judge_distinct, FOLLOWS(sluice_judge_options, keep_distinct, comparison));
CHECK_THAT(judge_plug, FOLLOWS(sluice_judge_options, plug_values, keep_distinct));
CHECK_THAT(judge_ties, FOLLOWS(sluice_judge_options, ties, plug_values));
CHECK_THAT(judge_steps, FOLLOWS(sluice_judge_options, steps, ties));
CHECK_THAT(judge_seconds, FOLLOWS(sluice_judge_options, seconds, steps));
CHECK_THAT(judge_cancellation, FOLLOWS(sluice_judge_options, cancellation, seconds));
CHECK_THAT(judge_progress, FOLLOWS(sluice_judge_options, progress, cancellation));
CHECK_THAT(judge_end, ENDS_WITH(sluice_judge_options, progress));

CHECK_THAT(refute_size, offsetof(sluice_refute_options, struct_size) == 0);
CHECK_THAT(refute_comparison, FOLLOWS(sluice_refute_options, comparison, struct_size));
CHECK_THAT(refute_mined, FOLLOWS(sluice_refute_options, mined, comparison));
CHECK_THAT(refute_seed, FOLLOWS(sluice_refute_options, seed, mined));
CHECK_THAT(refute_databases, FOLLOWS(sluice_refute_options, databases, seed));
CHECK_THAT(refute_cancellation, FOLLOWS(sluice_refute_options, cancellation, databases));
CHECK_THAT(refute_mask, FOLLOWS(sluice_refute_options, mask, cancellation));
CHECK_THAT(refute_end, ENDS_WITH(sluice_refute_options, mask));

CHECK_THAT(info_size, offsetof(sluice_verdict_info, struct_size) == 0);
CHECK_THAT(info_verdict, FOLLOWS(sluice_verdict_info, verdict, struct_size));
CHECK_THAT(info_gold_failed, FOLLOWS(sluice_verdict_info, gold_failed, verdict));
CHECK_THAT(info_name, FOLLOWS(sluice_verdict_info, name, gold_failed));
CHECK_THAT(info_kind, FOLLOWS(sluice_verdict_info, kind, name));
CHECK_THAT(info_title, FOLLOWS(sluice_verdict_info, title, kind));
CHECK_THAT(info_message, FOLLOWS(sluice_verdict_info, message, title));
CHECK_THAT(info_script, FOLLOWS(sluice_verdict_info, script, message));
CHECK_THAT(info_databases, FOLLOWS(sluice_verdict_info, databases, script));
CHECK_THAT(info_score, FOLLOWS(sluice_verdict_info, score, databases));
CHECK_THAT(info_end, ENDS_WITH(sluice_verdict_info, score));

CHECK_THAT(index_size, offsetof(sluice_index_options, struct_size) == 0);
CHECK_THAT(index_embedder, FOLLOWS(sluice_index_options, embedder, struct_size));
CHECK_THAT(index_threads, FOLLOWS(sluice_index_options, threads, embedder));
CHECK_THAT(index_cancellation, FOLLOWS(sluice_index_options, cancellation, threads));
CHECK_THAT(index_progress, FOLLOWS(sluice_index_options, progress, cancellation));
CHECK_THAT(index_end, ENDS_WITH(sluice_index_options, progress));

CHECK_THAT(build_size, offsetof(sluice_suite_options, struct_size) == 0);
CHECK_THAT(build_seed, FOLLOWS(sluice_suite_options, seed, struct_size));
CHECK_THAT(build_infer_keys, FOLLOWS(sluice_suite_options, infer_keys, seed));
CHECK_THAT(build_jobs, FOLLOWS(sluice_suite_options, jobs, infer_keys));
CHECK_THAT(build_cancellation, FOLLOWS(sluice_suite_options, cancellation, jobs));
CHECK_THAT(build_progress, FOLLOWS(sluice_suite_options, progress, cancellation));
CHECK_THAT(build_end, ENDS_WITH(sluice_suite_options, progress));

CHECK_THAT(suite_run_size, offsetof(sluice_suite_run_options, struct_size) == 0);
CHECK_THAT(suite_run_golds, FOLLOWS(sluice_suite_run_options, golds, struct_size));
CHECK_THAT(suite_run_gold_count, FOLLOWS(sluice_suite_run_options, gold_count, golds));
CHECK_THAT(suite_run_tables, FOLLOWS(sluice_suite_run_options, tables, gold_count));
CHECK_THAT(suite_run_seed, FOLLOWS(sluice_suite_run_options, seed, tables));
CHECK_THAT(suite_run_shard, FOLLOWS(sluice_suite_run_options, shard, seed));
CHECK_THAT(suite_run_shards, FOLLOWS(sluice_suite_run_options, shards, shard));
CHECK_THAT(suite_run_mutators, FOLLOWS(sluice_suite_run_options, mutators, shards));
CHECK_THAT(suite_run_data, FOLLOWS(sluice_suite_run_options, data, mutators));
CHECK_THAT(suite_run_infer_keys, FOLLOWS(sluice_suite_run_options, infer_keys, data));
CHECK_THAT(suite_run_resume, FOLLOWS(sluice_suite_run_options, resume, infer_keys));
CHECK_THAT(suite_run_jobs, FOLLOWS(sluice_suite_run_options, jobs, resume));
CHECK_THAT(suite_run_reserved, FOLLOWS(sluice_suite_run_options, reserved, jobs));
CHECK_THAT(suite_run_save_every, FOLLOWS(sluice_suite_run_options, save_every, reserved));
CHECK_THAT(suite_run_cancellation, FOLLOWS(sluice_suite_run_options, cancellation, save_every));
CHECK_THAT(suite_run_progress, FOLLOWS(sluice_suite_run_options, progress, cancellation));
CHECK_THAT(suite_run_end, ENDS_WITH(sluice_suite_run_options, progress));

CHECK_THAT(score_item_database, offsetof(sluice_score_item, database) == 0);
CHECK_THAT(score_item_gold, FOLLOWS(sluice_score_item, gold, database));
CHECK_THAT(score_item_predicted, FOLLOWS(sluice_score_item, predicted, gold));
CHECK_THAT(score_item_end, ENDS_WITH(sluice_score_item, predicted));

CHECK_THAT(score_size, offsetof(sluice_score_options, struct_size) == 0);
CHECK_THAT(score_items, FOLLOWS(sluice_score_options, items, struct_size));
CHECK_THAT(score_item_count, FOLLOWS(sluice_score_options, item_count, items));
CHECK_THAT(score_comparison, FOLLOWS(sluice_score_options, comparison, item_count));
CHECK_THAT(score_kind, FOLLOWS(sluice_score_options, kind, comparison));
CHECK_THAT(score_distinct, FOLLOWS(sluice_score_options, keep_distinct, kind));
CHECK_THAT(score_plug, FOLLOWS(sluice_score_options, plug_values, keep_distinct));
CHECK_THAT(score_ties, FOLLOWS(sluice_score_options, ties, plug_values));
CHECK_THAT(score_best_only, FOLLOWS(sluice_score_options, best_only, ties));
CHECK_THAT(score_official, FOLLOWS(sluice_score_options, official, best_only));
CHECK_THAT(score_refute, FOLLOWS(sluice_score_options, refute, official));
CHECK_THAT(score_mined, FOLLOWS(sluice_score_options, mined, refute));
CHECK_THAT(score_jobs, FOLLOWS(sluice_score_options, jobs, mined));
CHECK_THAT(score_steps, FOLLOWS(sluice_score_options, steps, jobs));
CHECK_THAT(score_seconds, FOLLOWS(sluice_score_options, seconds, steps));
CHECK_THAT(score_refute_databases, FOLLOWS(sluice_score_options, refute_databases, seconds));
CHECK_THAT(score_tables, FOLLOWS(sluice_score_options, tables, refute_databases));
CHECK_THAT(score_reports, FOLLOWS(sluice_score_options, reports, tables));
CHECK_THAT(score_report_count, FOLLOWS(sluice_score_options, report_count, reports));
CHECK_THAT(score_resume, FOLLOWS(sluice_score_options, resume, report_count));
CHECK_THAT(score_baseline, FOLLOWS(sluice_score_options, baseline, resume));
CHECK_THAT(score_save_every, FOLLOWS(sluice_score_options, save_every, baseline));
CHECK_THAT(score_cancellation, FOLLOWS(sluice_score_options, cancellation, save_every));
CHECK_THAT(score_progress, FOLLOWS(sluice_score_options, progress, cancellation));
CHECK_THAT(score_end, ENDS_WITH(sluice_score_options, progress));

CHECK_THAT(rank_size, offsetof(sluice_rank_options, struct_size) == 0);
CHECK_THAT(rank_count, FOLLOWS(sluice_rank_options, count, struct_size));
CHECK_THAT(rank_guesses, FOLLOWS(sluice_rank_options, guesses, count));
CHECK_THAT(rank_guess_count, FOLLOWS(sluice_rank_options, guess_count, guesses));
CHECK_THAT(rank_database, FOLLOWS(sluice_rank_options, database, guess_count));
CHECK_THAT(rank_reserved, FOLLOWS(sluice_rank_options, reserved, database));
CHECK_THAT(rank_except_database, FOLLOWS(sluice_rank_options, except_database, reserved));
CHECK_THAT(rank_except_database_size,
           FOLLOWS(sluice_rank_options, except_database_size, except_database));
CHECK_THAT(rank_cancellation, FOLLOWS(sluice_rank_options, cancellation, except_database_size));
CHECK_THAT(rank_end, ENDS_WITH(sluice_rank_options, cancellation));

CHECK_THAT(ranked_size, offsetof(sluice_ranked, struct_size) == 0);
CHECK_THAT(ranked_question, FOLLOWS(sluice_ranked, question, struct_size));
CHECK_THAT(ranked_database, FOLLOWS(sluice_ranked, database, question));
CHECK_THAT(ranked_sql, FOLLOWS(sluice_ranked, sql, database));
CHECK_THAT(ranked_score, FOLLOWS(sluice_ranked, score, sql));
CHECK_THAT(ranked_similarity, FOLLOWS(sluice_ranked, similarity, score));
CHECK_THAT(ranked_end, ENDS_WITH(sluice_ranked, similarity));

CHECK_THAT(completer_size, offsetof(sluice_completer, struct_size) == 0);
CHECK_THAT(completer_user, FOLLOWS(sluice_completer, user, struct_size));
CHECK_THAT(completer_complete, FOLLOWS(sluice_completer, complete, user));
CHECK_THAT(completer_destroy, FOLLOWS(sluice_completer, destroy, complete));
CHECK_THAT(completer_end, ENDS_WITH(sluice_completer, destroy));

CHECK_THAT(answer_size, offsetof(sluice_answer_options, struct_size) == 0);
CHECK_THAT(answer_completer, FOLLOWS(sluice_answer_options, completer, struct_size));
CHECK_THAT(answer_examples, FOLLOWS(sluice_answer_options, examples, completer));
CHECK_THAT(answer_databases, FOLLOWS(sluice_answer_options, databases, examples));
CHECK_THAT(answer_example_count, FOLLOWS(sluice_answer_options, example_count, databases));
CHECK_THAT(answer_budget, FOLLOWS(sluice_answer_options, budget, example_count));
CHECK_THAT(answer_repairs, FOLLOWS(sluice_answer_options, repairs, budget));
CHECK_THAT(answer_rows, FOLLOWS(sluice_answer_options, rows, repairs));
CHECK_THAT(answer_cancellation, FOLLOWS(sluice_answer_options, cancellation, rows));
CHECK_THAT(answer_progress, FOLLOWS(sluice_answer_options, progress, cancellation));
CHECK_THAT(answer_end, ENDS_WITH(sluice_answer_options, progress));

CHECK_THAT(gold_database, offsetof(sluice_gold, database) == 0);
CHECK_THAT(gold_sql, FOLLOWS(sluice_gold, sql, database));
CHECK_THAT(gold_end, ENDS_WITH(sluice_gold, sql));

CHECK_THAT(message_role, offsetof(sluice_message, role) == 0);
CHECK_THAT(message_text, FOLLOWS(sluice_message, text, role));
CHECK_THAT(message_end, ENDS_WITH(sluice_message, text));

/* Size in bytes, if pointers have eight bytes. */
#define SIZE_IS(type, bytes) (sizeof(void *) != 8 || sizeof(type) == (bytes))
CHECK_THAT(str_bytes, SIZE_IS(sluice_str, 16));
CHECK_THAT(progress_bytes, SIZE_IS(sluice_progress, 32));
CHECK_THAT(load_options_bytes, SIZE_IS(sluice_load_options, 56));
CHECK_THAT(skipped_bytes, SIZE_IS(sluice_skipped, 40));
CHECK_THAT(database_options_bytes, SIZE_IS(sluice_database_options, 40));
CHECK_THAT(table_options_bytes, SIZE_IS(sluice_table_options, 96));
CHECK_THAT(column_options_bytes, SIZE_IS(sluice_column_options, 104));
CHECK_THAT(foreign_key_bytes, SIZE_IS(sluice_foreign_key, 56));
CHECK_THAT(retriever_options_bytes, SIZE_IS(sluice_retriever_options, 24));
CHECK_THAT(retrieve_options_bytes, SIZE_IS(sluice_retrieve_options, 48));
CHECK_THAT(route_options_bytes, SIZE_IS(sluice_route_options, 16));
CHECK_THAT(embedder_bytes, SIZE_IS(sluice_embedder, 72));
CHECK_THAT(routed_bytes, SIZE_IS(sluice_routed, 40));
CHECK_THAT(judge_options_bytes, SIZE_IS(sluice_judge_options, 56));
CHECK_THAT(refute_options_bytes, SIZE_IS(sluice_refute_options, 48));
CHECK_THAT(verdict_info_bytes, SIZE_IS(sluice_verdict_info, 112));
CHECK_THAT(reason_bytes, SIZE_IS(sluice_reason, 32));
CHECK_THAT(item_bytes, SIZE_IS(sluice_item, 88));
CHECK_THAT(index_options_bytes, SIZE_IS(sluice_index_options, 40));
CHECK_THAT(suite_options_bytes, SIZE_IS(sluice_suite_options, 40));
CHECK_THAT(rank_options_bytes, SIZE_IS(sluice_rank_options, 64));
CHECK_THAT(ranked_bytes, SIZE_IS(sluice_ranked, 72));
CHECK_THAT(completer_bytes, SIZE_IS(sluice_completer, 32));
CHECK_THAT(answer_options_bytes, SIZE_IS(sluice_answer_options, 80));
CHECK_THAT(gold_bytes, SIZE_IS(sluice_gold, 32));
CHECK_THAT(suite_run_options_bytes, SIZE_IS(sluice_suite_run_options, 104));
CHECK_THAT(score_item_bytes, SIZE_IS(sluice_score_item, 48));
CHECK_THAT(score_options_bytes, SIZE_IS(sluice_score_options, 176));
CHECK_THAT(message_bytes, SIZE_IS(sluice_message, 32));
CHECK_THAT(render_options_bytes, SIZE_IS(sluice_render_options, 24));

/* Values that compiled programs contain. */
CHECK_THAT(statuses, SLUICE_OK == 0 && SLUICE_INVALID_ARGUMENT == 1 && SLUICE_NOT_FOUND == 2 &&
                         SLUICE_MALFORMED == 3 && SLUICE_UNSUPPORTED == 4 && SLUICE_MISMATCH == 5 &&
                         SLUICE_IO == 6 && SLUICE_LIMIT_EXCEEDED == 7 && SLUICE_CANCELLED == 8 &&
                         SLUICE_INTERNAL == 9 && SLUICE_OUT_OF_MEMORY == 100);
CHECK_THAT(kinds, SLUICE_DATABASE == 1 && SLUICE_TABLE == 2 && SLUICE_COLUMN == 3);
CHECK_THAT(properties, SLUICE_DESCRIPTION == 1 && SLUICE_TITLE == 2 && SLUICE_DIALECT == 3 &&
                           SLUICE_TABLE_KIND == 4 && SLUICE_QUALIFIER == 5 &&
                           SLUICE_PRIMARY_KEY == 6 && SLUICE_TYPE == 7 && SLUICE_PATH == 8 &&
                           SLUICE_SAMPLES == 9 && SLUICE_VALUES == 10);
CHECK_THAT(table_kinds, SLUICE_KIND_TABLE == 1 && SLUICE_KIND_VIEW == 2 &&
                            SLUICE_KIND_MATERIALIZED_VIEW == 3 && SLUICE_KIND_VIRTUAL == 4 &&
                            SLUICE_KIND_EXTERNAL == 5 && SLUICE_KIND_FAMILY == 6);
CHECK_THAT(evidence, SLUICE_KEY_DECLARED == 1 && SLUICE_KEY_TESTED == 2 && SLUICE_KEY_VIEW == 3);
CHECK_THAT(forms, SLUICE_FORM_PROMPT == 1 && SLUICE_FORM_CREATE_TABLE == 2 &&
                      SLUICE_FORM_COMPACT == 3 && SLUICE_FORM_JSON == 4);
CHECK_THAT(dialects, SLUICE_SQLITE == 1 && SLUICE_POSTGRESQL == 2 && SLUICE_PERMISSIVE == 3);
CHECK_THAT(query_forms,
           SLUICE_QUERY_PRINTED == 1 && SLUICE_QUERY_NORMALIZED == 2 && SLUICE_QUERY_MASKED == 3);
CHECK_THAT(comparisons, SLUICE_TEST_SUITE == 1 && SLUICE_STRICT == 2 && SLUICE_BIRD == 3 &&
                            SLUICE_SOFT_F1 == 4 && SLUICE_R_VES == 5 && SLUICE_SPIDER2 == 6);
CHECK_THAT(mutators,
           SLUICE_MUTATORS_ALL == 1 && SLUICE_MUTATORS_PAPER == 2 && SLUICE_MUTATORS_TREE == 3);
CHECK_THAT(suite_data, SLUICE_SUITE_DATA_ALL == 1 && SLUICE_SUITE_DATA_DIRECTED == 2 &&
                           SLUICE_SUITE_DATA_RANDOM == 3);
CHECK_THAT(score_kinds,
           SLUICE_SCORE_EXECUTION == 1 && SLUICE_SCORE_MATCH == 2 && SLUICE_SCORE_BOTH == 3);
CHECK_THAT(verdicts, SLUICE_RIGHT == 1 && SLUICE_WRONG == 2 && SLUICE_FAILED == 3 &&
                         SLUICE_REFUTED == 4 && SLUICE_PROVED == 5 && SLUICE_NOT_REFUTED == 6);
CHECK_THAT(flags, SLUICE_CALLBACK_THREAD_SAFE == 1);
CHECK_THAT(sentinels, SLUICE_NO_OFFSET == (size_t)-1 && SLUICE_NUL == (size_t)-1 &&
                          SLUICE_UNLIMITED == (size_t)-1 && SLUICE_NO_ID == (uint32_t)-1);

/* Tests the _INIT macros in C. Returns the number of structs whose struct_size is right. */
int sluice_test_initialized_in_c(void);
int sluice_test_initialized_in_c(void) {
  sluice_progress progress = SLUICE_PROGRESS_INIT;
  sluice_load_options load = SLUICE_LOAD_OPTIONS_INIT;
  sluice_skipped skipped = SLUICE_SKIPPED_INIT;
  sluice_database_options database = SLUICE_DATABASE_OPTIONS_INIT;
  sluice_table_options table = SLUICE_TABLE_OPTIONS_INIT;
  sluice_column_options column = SLUICE_COLUMN_OPTIONS_INIT;
  sluice_foreign_key key = SLUICE_FOREIGN_KEY_INIT;
  sluice_retriever_options retriever = SLUICE_RETRIEVER_OPTIONS_INIT;
  sluice_retrieve_options retrieve = SLUICE_RETRIEVE_OPTIONS_INIT;
  sluice_item item = SLUICE_ITEM_INIT;
  sluice_render_options render = SLUICE_RENDER_OPTIONS_INIT;
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  sluice_routed routed = SLUICE_ROUTED_INIT;
  sluice_judge_options judge = SLUICE_JUDGE_OPTIONS_INIT;
  sluice_refute_options refute = SLUICE_REFUTE_OPTIONS_INIT;
  sluice_verdict_info info = SLUICE_VERDICT_INFO_INIT;
  sluice_index_options index = SLUICE_INDEX_OPTIONS_INIT;
  sluice_suite_options suite = SLUICE_SUITE_OPTIONS_INIT;
  sluice_rank_options rank = SLUICE_RANK_OPTIONS_INIT;
  sluice_ranked ranked = SLUICE_RANKED_INIT;
  sluice_completer completer = SLUICE_COMPLETER_INIT;
  sluice_answer_options answer = SLUICE_ANSWER_OPTIONS_INIT;
  sluice_suite_run_options suite_run = SLUICE_SUITE_RUN_OPTIONS_INIT;
  sluice_score_options score = SLUICE_SCORE_OPTIONS_INIT;
  return (progress.struct_size == sizeof progress) + (load.struct_size == sizeof load) +
         (retriever.struct_size == sizeof retriever) + (retrieve.struct_size == sizeof retrieve) +
         (item.struct_size == sizeof item) + (render.struct_size == sizeof render) +
         (embedder.struct_size == sizeof embedder) + (routed.struct_size == sizeof routed) +
         (judge.struct_size == sizeof judge) + (refute.struct_size == sizeof refute) +
         (info.struct_size == sizeof info) + (index.struct_size == sizeof index) +
         (suite.struct_size == sizeof suite) + (rank.struct_size == sizeof rank) +
         (ranked.struct_size == sizeof ranked) + (completer.struct_size == sizeof completer) +
         (answer.struct_size == sizeof answer) + (suite_run.struct_size == sizeof suite_run) +
         (score.struct_size == sizeof score) + (skipped.struct_size == sizeof skipped) +
         (database.struct_size == sizeof database) + (table.struct_size == sizeof table) +
         (column.struct_size == sizeof column) + (key.struct_size == sizeof key);
}
