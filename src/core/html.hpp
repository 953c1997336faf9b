#ifndef SLUICE_SRC_CORE_HTML_HPP
#define SLUICE_SRC_CORE_HTML_HPP

/// Shared parts of the HTML reports. Each report is one file that fetches nothing and works without
/// scripts.

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::inline v0::html {

/// Escapes text for use as content or as a quoted attribute.
std::string escaped(std::string_view text);
/// Escapes a name for one line of at most `max_bytes`; "…" marks a cut.
std::string name(std::string_view text, std::size_t max_bytes = 80);

/// Everything before the content: the head with the shared style and `style`, and the start of the
/// body.
std::string page_head(std::string_view title, std::string_view style);
/// Everything after the content. `script` must be a fixed text without data; empty for none.
std::string page_end(std::string_view script = {});

/// A bar whose length is `share`, in [0, 1].
std::string bar(double share);

}  // namespace sluice::inline v0::html

#endif
