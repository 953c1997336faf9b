#include "sluice/rank/approximator.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/lines.hpp"
#include "sluice/core/ascii.hpp"
#include "sluice/core/error.hpp"
#include "sluice/core/top_k.hpp"
#include "sluice/core/utf8.hpp"
#include "sluice/rank/query_shape.hpp"
#include "sluice/schema/quoted_names.hpp"
#include "sluice/sql/parse.hpp"
#include "sluice/sql/print.hpp"
#include "sluice/text/analyzer.hpp"
#include "text/unicode.hpp"

namespace sluice::inline v0 {
namespace {

std::string key_of(std::string_view question, std::string_view database) {
  return std::string(database).append(1, '\n').append(question);
}

bool begins_query(std::string_view line) {
  const std::string folded = lower_case(line.substr(0, 8));
  return std::string_view(folded).starts_with("select") ||
         std::string_view(folded).starts_with("with ") ||
         std::string_view(folded).starts_with("values");
}

// SQLite's keywords are all quoted here, those that may be names, too.
std::string table_in_prompt(const Table &table, sql::Dialect dialect) {
  if (dialect == sql::Dialect::sqlite && table.qualifier().empty())
    return one_line(sql::quote_name(table.name));
  return one_line(quoted_table(table, dialect));
}

std::string column_in_prompt(const Column &column, sql::Dialect dialect) {
  if (dialect == sql::Dialect::sqlite && !column.nested)
    return one_line(sql::quote_name(column.name));
  return one_line(quoted_column(column, dialect));
}

}  // namespace

RecordedApproximator::RecordedApproximator(std::span<const AskedQuestion> questions,
                                           std::string_view text, const std::string &source)
    : answers_(questions.size()) {
  for (std::size_t i = 0; i < questions.size(); ++i)
    questions_.emplace_back(key_of(questions[i].question, questions[i].database), i);
  std::ranges::sort(questions_);
  add(text, source);
}

void RecordedApproximator::add(std::string_view text, const std::string &source) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (lines.size() != answers_.size()) {
    throw Error(ErrorCode::mismatch,
                std::to_string(lines.size()) + " predictions for " +
                    std::to_string(answers_.size()) + " questions; line i answers question i",
                {source});
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view sql = trimmed(lines[i]);
    if (!sql.empty() && sql != "NO_PREDICTION") answers_[i].emplace_back(sql);
  }
}

std::vector<ApproximatedQuery> RecordedApproximator::approximate(std::string_view question,
                                                                 const Database &database) const {
  const std::string key = key_of(question, database.name());
  const auto at =
      std::ranges::lower_bound(questions_, key, {}, &std::pair<std::string, std::size_t>::first);
  std::vector<ApproximatedQuery> guesses;
  if (at == questions_.end() || at->first != key) return guesses;
  for (const std::string &sql : answers_[at->second]) guesses.push_back({sql, 1});
  return guesses;
}

std::string approximation_prompt(std::string_view question, const Database &database) {
  const sql::Dialect dialect = database.dialect();
  std::string prompt = "Write one ";
  prompt += sql::dialect_title(dialect);
  prompt += " query that answers the question. Answer with the query alone.\n";
  for (const Table &table : database.tables()) {
    prompt += table_in_prompt(table, dialect);
    std::string_view separator = "(";
    for (const Column &column : table.columns) {
      prompt += separator;
      prompt += column_in_prompt(column, dialect);
      separator = ", ";
    }
    prompt += ")\n";
  }
  prompt += "Question: ";
  prompt += question;
  prompt += "\nSQL:";
  return prompt;
}

std::string sql_in_answer(std::string_view answer) {
  constexpr std::string_view fence = "```";
  if (const std::size_t open = answer.find(fence); open != answer.npos) {
    std::string_view inside = answer.substr(open + fence.size());
    const std::size_t line = inside.find('\n');
    // The rest of the opening line of a code block is the name of a language.
    if (line != inside.npos && !begins_query(trimmed(inside.substr(0, line))))
      inside.remove_prefix(line + 1);
    answer = inside.substr(0, inside.find(fence));
  }
  std::string sql;
  for (std::string_view line : lines_of(answer)) {
    line = trimmed(line);
    if (sql.empty()) {
      const std::string folded = lower_case(line.substr(0, 4));
      if (folded == "sql:") line = trimmed(line.substr(4));
      if (!begins_query(line)) continue;
    } else if (line.empty()) {
      break;
    }
    if (!sql.empty()) sql += ' ';
    sql += line;
    if (line.ends_with(';')) break;
  }
  return sql;
}

namespace {

using sql::NodeId;
using sql::NodeKind;
using sql::SyntaxTree;

/// Rewrites a parsed query for another schema.
class Relinking {
 public:
  Relinking(SyntaxTree &tree, const Question &question, const Database &database)
      : tree_(tree), database_(database) {
    for (std::string &term : question.terms({.drop_stop_words = true}))
      words_.insert(std::move(term));
  }

  void run() {
    std::vector<NodeId> nodes{tree_.root()};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (const NodeId child : tree_.children(nodes[i])) nodes.push_back(child);
    }
    // In text order, so that the first table becomes the one that matches the question best.
    std::ranges::sort(nodes, {}, [&](NodeId id) { return tree_[id].begin; });
    for (const NodeId id : nodes) {
      if (tree_.kind(id) == NodeKind::table) replace_table(id);
    }
    for (const NodeId id : nodes) {
      if (tree_.kind(id) == NodeKind::on) replace_condition(id);
    }
    for (const NodeId id : nodes) {
      if (tree_.kind(id) == NodeKind::column && !is_detached(id)) replace_column(id);
      if (tree_.kind(id) == NodeKind::star) drop_children(id);
    }
  }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // table, column

  double overlap(std::string_view name) const {
    const std::vector<std::string> terms = Analyzer()(name);
    double found = 0;
    for (const std::string &term : terms) found += words_.contains(term) ? 1 : 0;
    return terms.empty() ? 0 : found / static_cast<double>(terms.size());
  }

  double score(std::uint32_t table) const {
    const Table &of = database_.tables()[table];
    double best = 0;
    for (const Column &column : of.columns) best = std::max(best, overlap(column.readable_name()));
    return 2 * overlap(of.readable_name()) + best;
  }

  bool is_chosen(std::uint32_t table) const {
    return std::ranges::find(chosen_, table) != chosen_.end();
  }
  bool joins_chosen(std::uint32_t table) const {
    return std::ranges::any_of(database_.foreign_keys(), [&](const ForeignKey &key) {
      return (key.table == table && is_chosen(key.referenced_table)) ||
             (key.referenced_table == table && is_chosen(key.table));
    });
  }

  std::uint32_t next_table() const {
    std::uint32_t best = 0;
    double best_score = -1;
    for (std::uint32_t table = 0; table < database_.tables().size(); ++table) {
      if (is_chosen(table)) continue;
      const double value = score(table) + (joins_chosen(table) ? 10 : 0);
      if (value > best_score) {
        best_score = value;
        best = table;
      }
    }
    return best;
  }

  void drop_children(NodeId id) {
    while (tree_.first_child(id) != sql::no_node) tree_.remove(tree_.first_child(id));
  }

  void replace_table(NodeId id) {
    const std::string name = lower_case(tree_.text(id));
    const auto [at, is_new] = tables_.try_emplace(name, 0);
    if (is_new) {
      at->second = next_table();
      if (!is_chosen(at->second)) chosen_.push_back(at->second);
    }
    drop_children(id);
    const Table &table = database_.tables()[at->second];
    tree_.set_text(id, table.bare_name());
    tree_.at(id).flags = 0;
    std::string_view qualifier = table.qualifier();
    while (!qualifier.empty()) {
      const std::size_t dot = std::min(qualifier.find('.'), qualifier.size());
      tree_.append(id, tree_.add(NodeKind::name, qualifier.substr(0, dot)));
      qualifier.remove_prefix(std::min(dot + 1, qualifier.size()));
    }
  }

  void put(NodeId column, Place place) {
    drop_children(column);
    const Table &table = database_.tables()[place.first];
    tree_.set_text(column, table.columns[place.second].name);
    tree_.at(column).flags = 0;
    if (chosen_.size() > 1) tree_.append(column, tree_.add(NodeKind::name, table.bare_name()));
  }

  /// `ON a = b` becomes the next foreign key between the chosen tables.
  void replace_condition(NodeId on) {
    const NodeId equal = tree_.first_child(on);
    if (tree_.kind(equal) != NodeKind::binary) return;
    const NodeId left = tree_.first_child(equal), right = tree_.last_child(equal);
    if (tree_.kind(left) != NodeKind::column || tree_.kind(right) != NodeKind::column) return;
    std::size_t passed = 0;
    for (const ForeignKey &key : database_.foreign_keys()) {
      if (!is_chosen(key.table) || !is_chosen(key.referenced_table)) continue;
      if (passed++ < joined_) continue;
      ++joined_;
      put(left, {key.table, key.columns.front()});
      put(right, {key.referenced_table, key.referenced_columns.front()});
      done_.insert(left.value);
      done_.insert(right.value);
      return;
    }
  }

  bool is_detached(NodeId id) const {
    return id != tree_.root() && tree_.parent(id) == sql::no_node;
  }

  void replace_column(NodeId id) {
    if (done_.contains(id.value) || chosen_.empty()) return;
    const std::string name = lower_case(tree_.text(id));
    const auto [at, is_new] = columns_.try_emplace(name, Place{});
    if (is_new) at->second = next_column();
    if (at->second.first < database_.tables().size()) put(id, at->second);
  }

  Place next_column() {
    Place best{UINT32_MAX, 0};
    double best_score = -1;
    for (const std::uint32_t table : chosen_) {
      const auto columns = database_.tables()[table].columns;
      for (std::uint32_t column = 0; column < columns.size(); ++column) {
        const bool used = std::ranges::find(used_, Place{table, column}) != used_.end();
        const double value = used ? -0.5 : overlap(columns[column].readable_name());
        if (value > best_score) {
          best_score = value;
          best = {table, column};
        }
      }
    }
    used_.push_back(best);
    return best;
  }

  SyntaxTree &tree_;
  const Database &database_;
  std::unordered_set<std::string> words_;
  std::vector<std::uint32_t> chosen_;
  std::unordered_map<std::string, std::uint32_t> tables_;
  std::unordered_map<std::string, Place> columns_;
  std::vector<Place> used_;
  std::unordered_set<std::uint32_t> done_;
  std::size_t joined_ = 0;
};

}  // namespace

std::string relinked(std::string_view text, const Question &question, const Database &database) {
  if (database.tables().empty() || text.size() > QueryShape::max_sql) return {};
  SyntaxTree tree;
  try {
    sql::parse(text, tree, {.dialect = sql::Dialect::permissive});
  } catch (const sql::SyntaxError &) {
    return {};
  }
  if (!sql::is_query(tree.kind(tree.root()))) return {};
  Relinking(tree, question, database).run();
  return sql::print(tree);
}

std::vector<ApproximatedQuery> CompletionApproximator::approximate(std::string_view question,
                                                                   const Database &database) const {
  std::string sql = sql_in_answer(complete_(approximation_prompt(question, database)));
  if (sql.empty()) return {};
  return {{std::move(sql), 1}};
}

std::vector<ApproximatedQuery> NearestExampleApproximator::approximate(
    const Question &question, const Database &database) const {
  const QuestionView view = store_->view(question, &database);
  const std::vector<float> meaning = store_->question_similarities(view);
  const std::vector<float> skeleton = store_->skeleton_similarities(view);
  TopK<ExampleId> nearest(guesses_);
  for (std::size_t i = 0; i < store_->size(); ++i) {
    const ExampleId id(i);
    if (skip_same_database_ && (*store_)[id].database == database.name()) continue;
    nearest.offer(id, skeleton[i] + 0.5F * meaning[i]);
  }
  std::vector<ApproximatedQuery> guesses;
  for (const auto &of : nearest.take()) {
    std::string sql = relinked((*store_)[of.id].sql, question, database);
    if (!sql.empty()) guesses.push_back({std::move(sql), std::max(0.01, double{of.score})});
  }
  return guesses;
}

}  // namespace sluice::inline v0
