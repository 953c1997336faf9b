#include "reserved_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace sluice::inline v0::sql {
namespace {

// SQLite's list is shorter than its keywords, of which many are names as well. The lists of
// PostgreSQL (15), of MySQL and MariaDB (10.11) and of DuckDB (1.5) are what these engines refuse
// as the name of a table or column; MySQL 8 adds to the second. The others are from the manuals.

constexpr std::string_view sqlite_text =
    "add all alter and as autoincrement between by case cast check collate column commit "
    "constraint create current_date current_time current_timestamp default deferrable delete desc "
    "distinct drop else end escape except exists foreign from group having if in index insert "
    "intersect into is isnull join key limit not nothing notnull null on or order primary raise "
    "references returning select set table then to transaction union unique update using values "
    "when where";

constexpr std::string_view postgresql_text =
    "all analyse analyze and any array as asc asymmetric authorization binary both case cast "
    "check collate collation column concurrently constraint create cross current_catalog "
    "current_date current_role current_schema current_time current_timestamp current_user default "
    "deferrable desc distinct do else end except false fetch for foreign freeze from full grant "
    "group having ilike in initially inner intersect into is isnull join lateral leading left "
    "like limit localtime localtimestamp natural not notnull null offset on only or order outer "
    "overlaps placing primary references returning right select session_user similar some "
    "symmetric table tablesample then to trailing true union unique user using variadic verbose "
    "when where window with";

constexpr std::string_view mysql_text =
    "accessible add all alter analyze and array as asc asensitive before between bigint binary "
    "blob both by call cascade case change char character check collate column condition "
    "constraint continue convert create cross cube cume_dist current_date current_role "
    "current_time current_timestamp current_user cursor databases day_hour day_microsecond "
    "day_minute day_second dec decimal declare default delayed delete delete_domain_id dense_rank "
    "desc describe deterministic distinct distinctrow div do_domain_ids double drop dual each "
    "else elseif empty enclosed escaped except exists exit explain false fetch first_value float "
    "float4 float8 for force foreign from fulltext function generated get grant group grouping "
    "groups having high_priority hour_microsecond hour_minute hour_second if ignore "
    "ignore_domain_ids in index infile inner inout insensitive insert int int1 int2 int3 int4 "
    "int8 integer intersect interval into io_after_gtids io_before_gtids is iterate join "
    "json_table key keys kill lag last_value lateral lead leading leave left library like limit "
    "linear lines load localtime localtimestamp lock long longblob longtext loop low_priority "
    "manual master_bind master_demote_to_replica master_demote_to_slave "
    "master_ssl_verify_server_cert match maxvalue mediumblob mediumint mediumtext middleint "
    "minute_microsecond minute_second mod modifies natural no_write_to_binlog not nth_value ntile "
    "null numeric of offset on optimize optimizer_costs optionally or order out outer outfile "
    "over page_checksum parallel parse_vcol_expr partition percent_rank portion precision primary "
    "procedure purge qualify range rank read read_write reads real recursive ref_system_id "
    "references regexp release rename repeat replace require resignal restrict return returning "
    "revoke right rlike row row_number rows schemas second_microsecond select sensitive separator "
    "set show signal smallint spatial specific sql sql_after_gtids sql_before_gtids "
    "sql_big_result sql_buffer_result sql_cache sql_calc_found_rows sql_no_cache sql_small_result "
    "sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent "
    "stats_sample_pages stored straight_join system table tablesample terminated then tinyblob "
    "tinyint tinytext to trailing trigger true undo union unique unlock unsigned update usage use "
    "using utc_date utc_time utc_timestamp values varbinary varchar varcharacter varying virtual "
    "when where while window with write xor year_month zerofill";

constexpr std::string_view sqlserver_text =
    "add all alter and any as asc authorization backup begin between break browse bulk by cascade "
    "case check checkpoint close clustered coalesce collate column commit compute constraint "
    "contains containstable continue convert create cross current current_date current_time "
    "current_timestamp current_user cursor database dbcc deallocate declare default delete deny "
    "desc disk distinct distributed double drop dump else end errlvl escape except exec execute "
    "exists exit external fetch file fillfactor for foreign freetext freetexttable from full "
    "function goto grant group having holdlock identity identity_insert identitycol if in index "
    "inner insert intersect into is join key kill left like lineno load merge national nocheck "
    "nonclustered not null nullif of off offsets on open opendatasource openquery openrowset "
    "openxml option or order outer over percent pivot plan precision primary print proc procedure "
    "public raiserror read readtext reconfigure references replication restore restrict return "
    "revert revoke right rollback rowcount rowguidcol rule save schema securityaudit select "
    "semantickeyphrasetable semanticsimilaritydetailstable semanticsimilaritytable session_user "
    "set setuser shutdown some statistics system_user table tablesample textsize then to top tran "
    "transaction trigger truncate try_convert tsequal union unique unpivot update updatetext use "
    "user values varying view waitfor when where while with within writetext";

constexpr std::string_view oracle_text =
    "access add all alter and any as asc audit between by char check cluster column column_value "
    "comment compress connect create current date decimal default delete desc distinct drop else "
    "exclusive exists file float for from grant group having identified immediate in increment "
    "index initial insert integer intersect into is level like lock long maxextents minus "
    "mlslabel mode modify nested_table_id noaudit nocompress not nowait null number of offline on "
    "online option or order pctfree prior public raw rename resource revoke row rowid rownum rows "
    "select session set share size smallint start successful synonym sysdate table then to "
    "trigger uid union unique update user validate values varchar varchar2 view whenever where "
    "with";

constexpr std::string_view snowflake_text =
    "account all alter and any as asof between by case cast check column connect connection "
    "constraint create cross current current_date current_time current_timestamp current_user "
    "database delete distinct drop else exists false following for from full grant group "
    "gscluster having ilike in increment inner insert intersect into is issue join lateral left "
    "like limit localtime localtimestamp minus natural not null of on or order organization "
    "qualify regexp revoke right rlike row rows sample schema select set some start table "
    "tablesample then to trigger true try_cast union unique update using values view when "
    "whenever where window with";

constexpr std::string_view bigquery_text =
    "all and any array as asc assert_rows_modified at between by case cast collate contains "
    "create cross cube current default define desc distinct else end enum escape except exclude "
    "exists extract false fetch following for from full graph_table group grouping groups hash "
    "having if ignore in inner intersect interval into is join lateral left like limit lookup "
    "merge natural new no not null nulls of on or order outer over partition preceding proto "
    "qualify range recursive respect right rollup rows select set some struct tablesample then to "
    "treat true unbounded union unnest using when where window with within";

constexpr std::string_view redshift_text =
    "aes128 aes256 all allowoverwrite analyse analyze and any array as asc authorization az64 "
    "backup between binary blanksasnull both bytedict bzip2 case cast check collate column "
    "connect constraint create credentials cross current_date current_time current_timestamp "
    "current_user current_user_id default deferrable deflate defrag delta delta32k desc disable "
    "distinct do else emptyasnull enable encode encrypt encryption end except explicit false for "
    "foreign freeze from full globaldict256 globaldict64k grant group gzip having identity ignore "
    "ilike in initially inner intersect interval into is isnull join leading left like limit "
    "localtime localtimestamp lun luns lzo lzop minus mostly16 mostly32 mostly8 natural new not "
    "notnull null nulls off offline offset oid old on only open or order outer overlaps parallel "
    "partition percent permissions pivot placing primary qualify raw readratio recover references "
    "rejectlog resort respect restore right select session_user similar snapshot some sysdate "
    "system table tag tdes text255 text32k then timestamp to top trailing true truncatecolumns "
    "type union unique unnest unpivot user using verbose wallet when where with without";

constexpr std::string_view duckdb_text =
    "all analyse analyze and anti any array as asc asof asymmetric at authorization binary both "
    "by case cast check collate collation column concurrently constraint create cross default "
    "deferrable desc describe distinct do else end except false fetch for foreign freeze from "
    "full glob group having ilike in initially inner intersect into is isnull join lambda lateral "
    "leading left like limit natural not notnull null offset on only or order outer overlaps "
    "pivot pivot_longer pivot_wider placing positional primary qualify references returning right "
    "select semi show similar some summarize symmetric table tablesample then to trailing true "
    "union unique unpack unpivot using variadic verbose when where window with";

constexpr std::string_view clickhouse_text =
    "all and anti any array as asc asof between by case cross cube desc distinct else end except "
    "false fetch final for format from full global group having ilike in inner intersect interval "
    "into is join lateral left like limit not null offset on or order outer paste prewhere "
    "qualify right rollup sample select semi set settings then top totals true union using values "
    "view when where window with";

constexpr std::string_view spark_text =
    "all and anti any as authorization both by case cast check collate column constraint create "
    "cross current_date current_time current_timestamp current_user distinct else end escape "
    "except exists false fetch filter for foreign from full grant group having in inner intersect "
    "into is join lateral leading left like minus natural not null offset on only or order outer "
    "overlaps primary qualify references right select semi session_user some table tablesample "
    "then time to trailing union unique unknown user using values when where window with within";

constexpr std::string_view trino_text =
    "alter and as between by case cast constraint create cross cube current_catalog current_date "
    "current_path current_role current_schema current_time current_timestamp current_user "
    "deallocate delete describe distinct drop else end escape except execute exists extract false "
    "for from full group grouping having in inner insert intersect into is join json_array "
    "json_exists json_object json_query json_table json_value lateral left like listagg localtime "
    "localtimestamp natural normalize not null on or order outer prepare recursive right rollup "
    "select skip table then trim true uescape union unnest using values when where with";

constexpr std::string_view db2_text =
    "access add after alias all allocate allow alter and any array as asensitive associate "
    "asutime at attributes audit authorization aux auxiliary before begin between binary "
    "bufferpool by cache call called capture cardinality cascaded case cast ccsid char character "
    "check clone close cluster collection collid column comment commit concat condition connect "
    "connection constraint contains continue count count_big create cross current current_date "
    "current_lc_ctype current_path current_schema current_server current_time current_timestamp "
    "current_timezone current_user cursor cycle data database datapartitionname datapartitionnum "
    "date day days db2general db2sql dbinfo dbpartitionname dbpartitionnum deallocate declare "
    "default defaults definition delete dense_rank denserank describe descriptor deterministic "
    "diagnostics disable disallow disconnect distinct do document double drop dssize dynamic each "
    "editproc else elseif enable encoding encryption end ending erase escape every except "
    "exception excluding exclusive execute exists exit explain external extract fenced fetch "
    "fieldproc file final for foreign free from full function general generated get global go "
    "goto grant graphic group handler hash hashed_value having hint hold hour hours identity if "
    "immediate in including inclusive increment index indicator inherit inner inout insensitive "
    "insert integrity intersect into is isobid isolation iterate jar java join keep key label "
    "language lateral lc_ctype leave left like limit linktype local localdate locale localtime "
    "localtimestamp locator locators lock lockmax locksize long loop maintained materialized "
    "maxvalue microsecond microseconds minute minutes minvalue mode modifies month months new "
    "new_table nextval no nocache nocycle nodename nodenumber nomaxvalue nominvalue none noorder "
    "normalized not null nulls numparts obid of offset old old_table on open optimization "
    "optimize option or order out outer over overriding package padded pagesize parameter part "
    "partition partitioned partitioning partitions password path percent piecesize plan position "
    "precision prepare prevval primary priqty privileges procedure program psid public query "
    "queryno range rank read reads recovery references referencing refresh release rename repeat "
    "reset resignal restart restrict result result_set_locator return returns revoke right role "
    "rollback round_ceiling round_down round_floor round_half_down round_half_even round_half_up "
    "round_up routine row row_number rownumber rows rowset rrn run savepoint schema scratchpad "
    "scroll search second seconds secqty security select sensitive sequence session session_user "
    "set signal simple snan some source specific sql sqlid stacked standard start starting "
    "statement static statment stay stogroup stores style substring summary synonym sysfun sysibm "
    "sysproc system system_user table tablespace then time timestamp to transaction trigger trim "
    "truncate type undo union unique until update usage user using validproc value values "
    "variable variant vcat version view volatile volumes when whenever where while with without "
    "wlm write xmlelement xmlexists xmlnamespaces year years";

/// The words of a text, in which one blank separates them.
template <const std::string_view &text>
constexpr auto words_of = [] {
  std::array<std::string_view, std::ranges::count(text, ' ') + 1> words;
  std::string_view rest = text;
  for (std::string_view &word : words) {
    word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return words;
}();

/// Checks the order, which the binary search needs.
template <const std::string_view &text>
constexpr std::span<const std::string_view> ordered() {
  static_assert(std::ranges::is_sorted(words_of<text>));
  return words_of<text>;
}

}  // namespace

std::span<const std::string_view> reserved_words(Dialect dialect) noexcept {
  switch (dialect) {
    case Dialect::sqlite: return ordered<sqlite_text>();
    case Dialect::postgresql: return ordered<postgresql_text>();
    case Dialect::mysql:
    case Dialect::mariadb: return ordered<mysql_text>();
    case Dialect::sqlserver: return ordered<sqlserver_text>();
    case Dialect::oracle: return ordered<oracle_text>();
    case Dialect::snowflake: return ordered<snowflake_text>();
    case Dialect::bigquery: return ordered<bigquery_text>();
    case Dialect::redshift: return ordered<redshift_text>();
    case Dialect::duckdb: return ordered<duckdb_text>();
    case Dialect::clickhouse: return ordered<clickhouse_text>();
    case Dialect::spark: return ordered<spark_text>();
    case Dialect::trino: return ordered<trino_text>();
    case Dialect::db2: return ordered<db2_text>();
    case Dialect::permissive: break;
  }
  return {};
}

}  // namespace sluice::inline v0::sql
