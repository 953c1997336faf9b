#include "sluice/mcp/server.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

#include "core/start_thread.hpp"
#include "sluice/core/ascii.hpp"

namespace sluice::inline v0::mcp {
namespace {

/// Splits a stream into lines, and skips the content of lines that are too long.
class LineReader {
 public:
  LineReader(ByteSource read, std::size_t max_bytes)
      : read_(read), max_bytes_(max_bytes), buffer_(std::size_t{1} << 16, '\0') {}

  /// Reads the next line; returns false at the end of input. `is_whole` is false if the line is too
  /// long.
  bool next(std::string &line, bool &is_whole) {
    line.clear();
    is_whole = true;
    bool is_there = false;
    while (true) {
      if (begin_ == end_) {
        begin_ = 0;
        end_ = read_(buffer_.data(), buffer_.size());
        if (end_ == 0) return is_there;
      }
      is_there = true;
      const auto from = buffer_.begin() + static_cast<std::ptrdiff_t>(begin_);
      const auto to = buffer_.begin() + static_cast<std::ptrdiff_t>(end_);
      const auto stop = std::find(from, to, '\n');
      is_whole = is_whole && line.size() + static_cast<std::size_t>(stop - from) <= max_bytes_;
      if (is_whole) line.append(from, stop);
      begin_ += static_cast<std::size_t>(stop - from);
      if (stop == to) continue;
      ++begin_;
      return true;
    }
  }

 private:
  ByteSource read_;
  std::size_t max_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;
};

/// Whether the line needs no answer, so that it does not have to wait.
bool is_silent(const Line &line) {
  return !line.is_batch && line.messages.front().is_notification();
}

/// Lines that were read and are not answered yet.
class Waiting {
 public:
  static constexpr std::size_t most = 64;

  /// Waits for room in the queue; returns false if it is closed.
  bool put(Line line) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return lines_.size() < most || is_closed_; });
    if (is_closed_) return false;
    lines_.push_back(std::move(line));
    changed_.notify_all();
    return true;
  }

  /// Takes the next line, which can be cancelled until the next call; returns false at the end.
  bool take(Line &line) {
    std::unique_lock lock(mutex_);
    current_.clear();
    changed_.wait(lock, [this] { return !lines_.empty() || is_ended_; });
    if (lines_.empty()) return false;
    line = std::move(lines_.front());
    lines_.pop_front();
    current_ = line.messages;
    changed_.notify_all();
    return true;
  }

  void cancel(const RequestId &id) {
    if (id.index() == 0) return;
    const std::lock_guard lock(mutex_);
    const auto stop = [&id](const std::vector<Message> &messages) {
      for (const Message &message : messages) {
        if (message.id == id && message.method != "initialize") message.token.cancel();
      }
    };
    stop(current_);
    for (const Line &line : lines_) stop(line.messages);
  }

  /// No more lines will be added.
  void end() {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
    changed_.notify_all();
  }
  /// No more lines will be taken.
  void close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> lines_;
  std::vector<Message> current_;  // messages being answered; can be cancelled
  bool is_ended_ = false;
  bool is_closed_ = false;
};

}  // namespace

void serve(Session &session, ByteSource read, LineSink write) {
  Waiting waiting;
  std::mutex writing;
  const auto is_written = [&](const std::string &answer) {
    const std::lock_guard lock(writing);
    return write(answer);
  };
  sluice::detail::JoinedThread answering = sluice::detail::start_thread([&] {
    try {
      Line line;
      while (waiting.take(line)) {
        const std::string answer = session.answer(line);
        if (!answer.empty() && !is_written(answer)) break;
      }
    } catch (...) {  // out of memory, even for an error response
    }
    waiting.close();
  });
  struct Join {
    Waiting &waiting;
    sluice::detail::JoinedThread &thread;
    ~Join() {
      waiting.end();
      thread.join();
    }
  } const join{waiting, answering};

  const MessageLimits &limits = session.options().limits;
  LineReader reader(read, limits.bytes);
  std::string text;
  for (bool is_whole = true; reader.next(text, is_whole);) {
    if (is_whole && trimmed(text).empty()) continue;
    Line line = is_whole ? read_line(text, limits) : too_long_line(limits);
    for (const Message &message : line.messages) waiting.cancel(cancelled_by(message));
    if (const std::string pong = answer_to_ping(line); !pong.empty()) {
      if (!is_written(pong)) return;
      continue;
    }
    if (!is_silent(line) && !waiting.put(std::move(line))) return;
  }
}

}  // namespace sluice::inline v0::mcp
