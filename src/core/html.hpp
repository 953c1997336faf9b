#ifndef SLUICE_SRC_CORE_HTML_HPP
#define SLUICE_SRC_CORE_HTML_HPP

/// What the HTML reports share: one file each, which fetches nothing and works without scripts.

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::html {

/// Text as an element or an attribute in quotes may hold it: whatever it says, it stays text.
std::string escaped(std::string_view text);
/// The same of a name, on one line and of at most `max_bytes`, with "…" where it is cut.
std::string name(std::string_view text, std::size_t max_bytes = 80);

/// Up to the body: the shared style, and what the page adds to it.
std::string page_head(std::string_view title, std::string_view style);
/// From behind the body on; the script is the page's own, never made of data. Empty: none.
std::string page_end(std::string_view script = {});

/// A bar as long as `share`, in [0, 1].
std::string bar(double share);

}  // namespace sluice::html

#endif
