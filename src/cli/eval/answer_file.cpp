#include "answer_file.hpp"

#include <cstddef>
#include <filesystem>
#include <utility>

#include "sluice/core/file.hpp"

namespace sluice::cli {

AnswerFile::AnswerFile(const std::string &path) {
  if (path.empty()) return;
  std::string text;
  if (std::filesystem::exists(path)) text = read_file(path);
  for (auto &kept : read_answered_tasks(text, path))
    answers_.insert_or_assign(std::move(kept.first), std::move(kept.second));
  const std::size_t complete = text.rfind('\n') + 1;  // npos + 1 is 0
  if (complete != text.size()) std::filesystem::resize_file(path, complete);
  file_.emplace(path, LineFile::Start::at_its_end);
}

std::optional<AnsweredTask> AnswerFile::find(const std::string &key) const {
  const auto at = answers_.find(key);
  return at == answers_.end() ? std::nullopt : std::optional(at->second);
}

void AnswerFile::keep(const std::string &key, const AnsweredTask &answer) {
  if (!file_) return;
  file_->add(to_json_line(key, answer));
  file_->flush();
}

}  // namespace sluice::cli
