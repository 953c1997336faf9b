#include "beam/template_questioner.hpp"

#include <string_view>

#include "route/schema_names.hpp"

namespace sluice::inline v0 {
namespace {

/// Writes words separated by spaces.
class Writer {
 public:
  Writer(const WordAlternatives &alternatives, double reworded, Random &random)
      : alternatives_(alternatives), reworded_(reworded), random_(random) {}

  void word(std::string_view word) {
    if (!text_.empty()) text_ += ' ';
    text_ += word;
  }
  template <class Object>
  void name(const Object &object) {
    for (const std::string &part : route_detail::name_words(object)) {
      word(random_.unit() < reworded_ ? alternatives_.draw(part, random_) : part);
    }
  }
  std::string take() { return std::move(text_); }

 private:
  const WordAlternatives &alternatives_;
  double reworded_;
  Random &random_;
  std::string text_;
};

}  // namespace

std::string TemplateQuestioner::question(const SampledSchema &sampled, Random &random) const {
  const auto &tables = sampled.schema.tables;
  const auto &columns = sampled.columns;
  const auto templates = templates_.for_tables(tables.size());
  const QuestionTemplate &drawn = templates[random.below(templates.size())];
  Writer writer(alternatives_, options_.reworded, random);
  std::size_t next_table = 0;
  std::size_t next_column = 0;
  for (const TemplatePiece &piece : drawn) {
    switch (piece.kind) {
      case TemplatePiece::Kind::word: writer.word(piece.word); break;
      case TemplatePiece::Kind::table:
        if (!tables.empty()) writer.name(catalog_->table(tables[next_table++ % tables.size()]));
        break;
      case TemplatePiece::Kind::column:
        if (!columns.empty())
          writer.name(catalog_->column(columns[next_column++ % columns.size()]));
        break;
    }
  }
  if (next_table == 0 && !tables.empty() && random.unit() < options_.named_anyway) {
    writer.name(catalog_->table(tables.front()));
  }
  for (; next_column < columns.size(); ++next_column) {
    writer.name(catalog_->column(columns[next_column]));
  }
  return writer.take();
}

}  // namespace sluice::inline v0
