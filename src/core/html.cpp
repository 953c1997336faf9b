#include "html.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sluice/core/utf8.hpp"

namespace sluice::inline v0::html {
namespace {

// The content security policy is a second line of defense: should text escape into markup, nothing
// is fetched or sent.
constexpr std::string_view start = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>)";

constexpr std::string_view shared_style = R"(</title>
<style>
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent);
  --soft: color-mix(in srgb, currentColor 6%, transparent); --accent: #2a6f97; --good: #2e8b57; --bad: #c0392b; }
@media (prefers-color-scheme: dark) { :root { --accent: #6fb3d9; --good: #5fbf8a; --bad: #f0857a; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0; }
.sum { margin: .2rem 0 1.2rem; opacity: .75; }
.filter { display: flex; gap: .6rem; align-items: center; margin: 1rem 0; flex-wrap: wrap; }
select, input { font: inherit; padding: .3rem .5rem; max-width: 100%; }
input { flex: 1; min-width: 12rem; }
article { border-top: 1px solid var(--line); padding: .8rem 0; }
article header { opacity: .75; font-size: .9rem; }
pre { margin: .3rem 0; padding: .5rem .7rem; background: var(--soft); border-radius: .3rem; white-space: pre-wrap;
  overflow-wrap: anywhere; unicode-bidi: isolate; font: 13px/1.45 ui-monospace, monospace; }
.bar { width: 100%; height: .8rem; display: block; }
.bar rect { fill: var(--soft); }
.bar rect + rect { fill: var(--accent); }
[hidden] { display: none !important; }
)";

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      case '\'': safe += "&#39;"; break;
      case '\n':
      case '\t': safe += c; break;
      default:
        // Other control characters are not allowed in HTML.
        safe += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
  }
  return repair_utf8(safe);
}

std::string name(std::string_view text, std::size_t max_bytes) {
  const std::string line = one_line(text);
  if (line.size() <= max_bytes) return escaped(line);
  return escaped(clip_utf8(line, max_bytes)) + "…";
}

std::string page_head(std::string_view title, std::string_view style) {
  std::string head(start);
  head += escaped(title);
  head += shared_style;
  head += style;
  head += "</style>\n";
  return head;
}

std::string page_end(std::string_view script) {
  if (script.empty()) return "</html>\n";
  return fmt::format("<script>\n{}</script>\n</html>\n", script);
}

std::string bar(double share) {
  return fmt::format("<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" "
                     "aria-hidden=\"true\"><rect width=\"100\" height=\"8\"/>"
                     "<rect width=\"{:.1f}\" height=\"8\"/></svg>",
                     100 * std::clamp(share, 0.0, 1.0));
}

}  // namespace sluice::inline v0::html
