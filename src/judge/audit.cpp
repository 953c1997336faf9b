#include "sluice/judge/audit.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "audit_query.hpp"
#include "audit_rows.hpp"
#include "db/sqlite_open.hpp"
#include "schema/sql_keys.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/schema/load.hpp"
#include "sluice/schema/sql_names.hpp"
#include "sluice/sql/parse.hpp"

namespace sluice::inline v0 {
namespace {

struct KindNames {
  std::string_view name;
  std::string_view title;
};

constexpr std::array<KindNames, audit_kinds> kind_names = {{
    {"error", "cannot be run"},
    {"slow", "takes too long"},
    {"empty", "returns no rows"},
    {"tie", "LIMIT cuts between equal rows"},
    {"text_order", "numbers ordered as text"},
    {"string_quotes", "a double-quoted name is read as a string"},
    {"undeclared_join", "joined without a declared key"},
    {"unused_table", "a table is not needed"},
    {"non_deterministic", "depends on chance or time"},
    {"distinct_decides", "DISTINCT changes the result"},
}};

/// Maximum number of bytes of a finding's text, since values of databases may be long.
constexpr std::size_t max_detail = 400;

std::string joined(const std::vector<std::string> &texts) {
  std::string line;
  for (const std::string &text : texts) line += (line.empty() ? "" : "; ") + text;
  return line;
}

}  // namespace

std::string_view name_of(AuditKind kind) noexcept {
  return kind_names[static_cast<std::size_t>(kind)].name;
}
std::string_view title_of(AuditKind kind) noexcept {
  return kind_names[static_cast<std::size_t>(kind)].title;
}

namespace {

class Auditor {
 public:
  Auditor(const std::string &path, const AuditOptions &options,
          const std::shared_ptr<const Database> &declared)
      : options_(options),
        schema_(load_sqlite(path, {.samples = 0})),
        connection_(path, SqliteConnection::Access::read, options.limits) {
    SqliteConnection whole(path, SqliteConnection::Access::read);  // without the limits of a query
    keys_ = kept_keys(sql_keys(*schema_, ForeignKeyReading::total), *schema_, whole);
    audit::add_declared_keys(*schema_, *schema_, declared_);
    if (declared != nullptr) audit::add_declared_keys(*schema_, *declared, declared_);
  }

  std::vector<AuditFinding> audit(std::string_view sql) {
    findings_.clear();
    const std::optional<audit::Rows> rows = run(sql);
    sql::SyntaxTree tree;
    try {
      sql::parse(sql, tree);
    } catch (const sql::SyntaxError &) {
      // SQL that SQLite runs but our parser rejects is not a problem of the gold query.
      return std::exchange(findings_, {});
    }
    if (!sql::is_query(tree.kind(tree.root()))) return std::exchange(findings_, {});
    const SqlNames names(*schema_);
    const sql::Bindings bindings = sql::bind(tree, names);
    if (rows) check_rows(tree, bindings, *rows);
    check_query(tree, bindings);
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const AuditFinding &a, const AuditFinding &b) { return a.kind < b.kind; });
    return std::exchange(findings_, {});
  }

 private:
  void add(AuditKind kind, const std::string &detail) {
    findings_.push_back({kind, one_line(clip_utf8(detail, max_detail))});
  }
  void add(AuditKind kind, const std::vector<std::string> &details) {
    if (!details.empty()) add(kind, joined(details));
  }

  /// The query's rows; adds a finding if it fails.
  std::optional<audit::Rows> run(std::string_view sql) {
    try {
      return audit::run(connection_, sql, options_.max_rows);
    } catch (const Error &error) {
      if (error.code() == ErrorCode::io) throw;  // of the file, not of the query
      const bool slow = error.code() == ErrorCode::limit_exceeded;
      add(slow ? AuditKind::slow : AuditKind::error, error.message());
      return std::nullopt;
    }
  }

  void check_rows(const sql::SyntaxTree &tree, const sql::Bindings &bindings, audit::Rows rows) {
    if (rows.empty()) add(AuditKind::empty, std::string("no rows"));
    // A rewritten query may exceed the limits although the original does not.
    try {
      add(AuditKind::tie, audit::ties(tree, bindings, connection_, options_.max_rows));
    } catch (const Error &) {
    }
    try {
      check_distinct(tree, std::move(rows));
    } catch (const Error &) {
    }
  }

  void check_distinct(const sql::SyntaxTree &tree, audit::Rows rows) {
    const auto plain = audit::without_distinct(tree);
    if (!plain) return;
    auto others = audit::run(connection_, *plain, options_.max_rows);
    if (!others) return;
    const std::size_t with = rows.size(), without = others->size();
    std::sort(rows.begin(), rows.end());
    std::sort(others->begin(), others->end());
    if (rows == *others) return;
    add(AuditKind::distinct_decides, with == without
                                         ? std::string("different values without it")
                                         : fmt::format("{} rows, {} without it", with, without));
  }

  void check_query(const sql::SyntaxTree &tree, const sql::Bindings &bindings) {
    std::vector<std::string> ordered;
    for (const sql::KeyColumn column : audit::ordered_columns(tree, bindings)) {
      if (const auto &found = text_order(column)) ordered.push_back(*found);
    }
    add(AuditKind::text_order, ordered);
    add(AuditKind::string_quotes, audit::quoted_strings(tree, bindings));
    add(AuditKind::undeclared_join, audit::undeclared_joins(tree, bindings, *schema_, declared_));
    add(AuditKind::unused_table, audit::unused_tables(tree, *schema_, keys_));
    add(AuditKind::non_deterministic, audit::changing_calls(tree));
  }

  const std::optional<std::string> &text_order(sql::KeyColumn column) {
    const auto known = text_orders_.find(column);
    if (known != text_orders_.end()) return known->second;
    const Table &table = schema_->tables()[column.table];
    const std::string_view name = table.columns[column.column].name;
    std::optional<std::string> found;
    try {
      found = audit::text_order(connection_, table.name, name);
    } catch (const Error &) {  // reading the column exceeds the limits
    }
    if (found) found = fmt::format("{}.{}: {}", table.name, name, *found);
    return text_orders_.emplace(column, std::move(found)).first->second;
  }

  AuditOptions options_;
  std::shared_ptr<const Database> schema_;
  SqliteConnection connection_;
  sql::KeyFacts keys_;
  audit::DeclaredKeys declared_;
  std::map<sql::KeyColumn, std::optional<std::string>> text_orders_;
  std::vector<AuditFinding> findings_;
};

}  // namespace

/// An audit accesses the file often, so it runs entirely on one thread.
class GoldAuditor::Impl {
 public:
  Impl(const std::string &path, const AuditOptions &options,
       const std::shared_ptr<const Database> &declared)
      : thread_(db_detail::reading_thread()) {
    thread_.call([&] { auditor_ = std::make_unique<Auditor>(path, options, declared); });
  }
  ~Impl() {
    const bool ran = thread_.run([&] { auditor_.reset(); });
    if (!ran) static_cast<void>(auditor_.release());  // in a forked child, nothing must be closed
  }
  Impl(const Impl &) = delete;
  Impl &operator=(const Impl &) = delete;

  std::vector<AuditFinding> audit(std::string_view sql) {
    std::vector<AuditFinding> findings;
    thread_.call([&] { findings = auditor_->audit(sql); });
    return findings;
  }

 private:
  const detail::FileThread thread_;
  std::unique_ptr<Auditor> auditor_;
};

GoldAuditor::GoldAuditor(const std::string &path, const AuditOptions &options,
                         std::shared_ptr<const Database> declared)
    : impl_(std::make_unique<Impl>(path, options, declared)) {}
GoldAuditor::GoldAuditor(GoldAuditor &&) noexcept = default;
GoldAuditor &GoldAuditor::operator=(GoldAuditor &&) noexcept = default;
GoldAuditor::~GoldAuditor() = default;

std::vector<AuditFinding> GoldAuditor::audit(std::string_view sql) { return impl_->audit(sql); }

}  // namespace sluice::inline v0
