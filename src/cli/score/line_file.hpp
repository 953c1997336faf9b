#ifndef SLUICE_SRC_CLI_SCORE_LINE_FILE_HPP
#define SLUICE_SRC_CLI_SCORE_LINE_FILE_HPP

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace sluice::cli {

/// A file that grows by one text at a time. Child processes do not inherit it. Not thread-safe.
class LineFile {
 public:
  enum class Start { empty, at_its_end };

  /// Throws Error(io).
  LineFile(std::string path, Start start);

  /// May be buffered. Throws Error(io) for errors that are known by then.
  void add(std::string_view text);
  /// Writes everything added so far to the file. Throws Error(io).
  void flush();

 private:
  struct Close {
    void operator()(std::FILE *file) const noexcept { std::fclose(file); }
  };
  [[noreturn]] void fail() const;

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace sluice::cli

#endif
