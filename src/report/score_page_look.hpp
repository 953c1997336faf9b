#ifndef SLUICE_SRC_REPORT_SCORE_PAGE_LOOK_HPP
#define SLUICE_SRC_REPORT_SCORE_PAGE_LOOK_HPP

/// The style sheet and the script of the page of scores.

#include <string_view>

namespace sluice::inline v0::report_detail {

inline constexpr std::string_view score_style = R"(h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
h3 { font-size: .8rem; font-weight: 600; margin: .4rem 0 0; opacity: .7; }
.figures { display: flex; flex-wrap: wrap; gap: 1.2rem 2.5rem; margin: 1rem 0; }
.figures b { display: block; font-size: 1.9rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.grid { columns: 26rem 2; column-gap: 2.5rem; }
.grid section { break-inside: avoid; }
.grid section:first-child h2 { margin-top: .4rem; }
.shares { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.shares td, .shares th { padding: .15rem .4rem .15rem 0; text-align: right; font-weight: 400; white-space: nowrap; }
.shares th { opacity: .7; font-size: .85rem; }
.shares :is(td, th):first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; }
.shares .drawn { width: 32%; min-width: 4rem; padding-right: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 1rem; }
.pair > div { min-width: 0; }
del, ins { text-decoration: none; border-radius: .2rem; padding: 0 .1rem; }
del { background: color-mix(in srgb, var(--bad) 25%, transparent); }
ins { background: color-mix(in srgb, var(--good) 30%, transparent); }
.kind { color: var(--accent); font-weight: 600; }
.message { margin: .3rem 0; overflow-wrap: anywhere; }
.rows { overflow-x: auto; }
.rows table { border-collapse: collapse; font: 12px/1.4 ui-monospace, monospace; }
.rows :is(td, th) { border: 1px solid var(--line); padding: .1rem .4rem; text-align: left; max-width: 22rem;
  overflow-wrap: anywhere; unicode-bidi: isolate; vertical-align: top; }
.rows th { font-weight: 600; opacity: .75; }
.rows .n { text-align: right; }
.rows .t::before, .rows .t::after { content: "'"; opacity: .45; }
.rows .only td { background: color-mix(in srgb, var(--accent) 14%, transparent); }
.refuted { font-weight: 600; }
.counter { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 1rem;
  border-left: 3px solid var(--accent); padding-left: .8rem; }
.counter > div { min-width: 0; }
.note { opacity: .7; font-size: .85rem; margin: .2rem 0; }
.broke { color: var(--bad); } .fixed { color: var(--good); }
a { color: var(--accent); }
)";

inline constexpr std::string_view score_script =
    R"(const items = [...document.querySelectorAll('article')];
const selects = [...document.querySelectorAll('.filter select')], words = document.querySelector('.filter input');
function filter() {
  const text = words.value.toLowerCase();
  let count = 0;
  for (const item of items) {
    item.hidden = !(selects.every(s => s.value === '' || item.dataset[s.name].split(' ').includes(s.value)) &&
      (text === '' || item.textContent.toLowerCase().includes(text)));
    if (!item.hidden) ++count;
  }
  document.querySelector('#shown').textContent = count + ' shown';
}
if (words) {
  for (const input of [...selects, words]) input.oninput = filter;
  document.querySelector('.filter').hidden = false;
  filter();
}
)";

}  // namespace sluice::inline v0::report_detail

#endif
