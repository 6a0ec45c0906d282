/** Styles of the public pages. They are inlined, so that a page renders after one request. */
export const SITE_CSS = `
:root { --ink: light-dark(#1c2024, #edeef0); --paper: light-dark(#fff, #141517); --muted: light-dark(#5b5f67, #b0b4ba);
  --soft: light-dark(#f4f5f7, #202226); --line: light-dark(#dfe1e6, #33363c); --edge: light-dark(#858892, #7d818b);
  --earshot-accent: var(--accent); --earshot-accent-text: var(--on-accent); --earshot-background: var(--paper); --earshot-font: 16px/1.5 var(--font) }
*, ::before, ::after { box-sizing: border-box }
body { display: flex; flex-direction: column; min-height: 100dvh; margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 var(--font); overflow-wrap: anywhere }
.prose :is(h1, h2, h3, h4, h5, h6, p, li, dt, dd, td, th, summary, figcaption) { unicode-bidi: plaintext } .prose :is(pre, code) { direction: ltr; unicode-bidi: isolate; text-align: left }
.entry :is(h2, h3, p)[dir] { text-align: -webkit-match-parent; text-align: match-parent }
a { color: var(--link); text-underline-offset: .15em }
h1, h2, h3 { line-height: 1.25; margin: 0 }
h1 { font-size: clamp(1.6rem, 4vw, 2.1rem) } h2 { font-size: 1.25rem } h3 { font-size: 1.05rem }
p, figure { margin: 0 } ul, ol { padding: 0; margin: 0; list-style: none }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -9999px } .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; z-index: 1 }
.wrap { max-width: 60rem; margin-inline: auto; padding-inline: 1.25rem }
.top { border-block-end: 1px solid var(--line) }
.top .wrap { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding-block: .75rem }
.account { margin-inline-start: auto; padding: .45rem .7rem; border-radius: .5rem; color: inherit; text-decoration: none; font-weight: 600; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } .account:hover { background: var(--soft) }
.brand { display: flex; gap: .6rem; align-items: center; font-weight: 700; font-size: 1.1rem; color: inherit; text-decoration: none; padding-block: .4rem }
.logo { width: auto; height: 32px; max-width: 12rem; border-radius: 4px; object-fit: contain }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem } .boards { margin-block-end: 1.25rem }
nav a { display: block; padding: .45rem .7rem; border-radius: .5rem; text-decoration: none; color: inherit }
nav a:hover { background: var(--soft) } nav a[aria-current] { background: var(--soft); font-weight: 600 }
main { flex: 1; padding-block: 2rem 4rem }
.head { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between; align-items: end; margin-block-end: 1.5rem } .head p { color: var(--muted); margin-block-start: .35rem }
.meta { color: var(--muted); font-size: .9rem; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center }
.badge { display: inline-block; font-size: .8rem; font-weight: 600; padding: .05rem .6rem; border-radius: 99px; background: var(--soft); border: 1px solid var(--line); color: var(--ink) }
.card { border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.15rem } .card > * + * { margin-block-start: .6rem }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); align-items: start }
.entry { display: flex; gap: 1rem; padding-block: 1rem; border-block-start: 1px solid var(--line) } .entry > div { flex: 1; min-width: 0 } .entry p { margin-block-start: .25rem }
.entry h2, .entry h3 { font-size: 1.05rem } .entry h2 a, .entry h3 a, .card h2 a, .card h3 a { color: inherit; text-decoration: none } .entry a:hover, .card a:hover { text-decoration: underline }
.vote, earshot-vote { flex: none; min-width: 3.1rem; min-height: 3.1rem } .vote { display: block; text-align: center; border: 1px solid var(--edge); border-radius: 6px; font-weight: 600; line-height: 1.25; padding: .35rem .5rem } .vote::before { content: '▲'; display: block; font-size: .7rem }
form.filter, .fields-in-row { display: flex; flex-wrap: wrap; gap: .6rem } form.filter { margin-block-end: 1rem } form.filter .grow { flex: 1 1 12rem } form.filter :is(input, select, button, summary) { min-height: 2.75rem; margin: 0 }
.filters { flex: none } .filters > summary { list-style: none } .filters > summary::-webkit-details-marker { display: none } .filters select { width: auto; flex: 1 1 9rem } .filters[open] { flex: 1 0 100% } .filters[open] > .fields-in-row { margin-block-start: .6rem }
@media (scripting: enabled) { .filters button { display: none } }
@supports selector(::details-content) { .filters, .filters[open] { display: contents } .filters::details-content { flex: 1 0 100% } .filters:not([open])::details-content { display: none } .filters[open] > .fields-in-row { margin: 0 } }
@media (min-width: 48rem) { @supports selector(::details-content) { .filters select { flex: none } .filters > summary { display: none } .filters::details-content, .filters:not([open])::details-content { display: block; flex: none; content-visibility: visible } } }
label { display: block; font-weight: 600; margin-block: 1rem .3rem } label.check { display: flex; gap: .6rem; font-weight: 400; align-items: start }
input:not([type=checkbox], [type=radio]), textarea, select { font: inherit; color: inherit; background: var(--paper); width: 100%; padding: .5rem .65rem; border: 1px solid var(--edge); border-radius: 7px }
select { appearance: none; text-overflow: ellipsis } select:not([multiple]) { padding-inline-end: 2.1rem; background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12' fill='none' stroke='%237d818b' stroke-width='1.6' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m2.5 4.5 3.5 3.5 3.5-3.5'/%3E%3C/svg%3E"); background-repeat: no-repeat; background-position: right .75rem center; background-size: .8rem }
form.filter input[type=search] { padding-inline-start: 2.4rem; background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%237d818b' stroke-width='1.6' stroke-linecap='round'%3E%3Ccircle cx='7' cy='7' r='4.5'/%3E%3Cpath d='m10.5 10.5 3.5 3.5'/%3E%3C/svg%3E"); background-repeat: no-repeat; background-position: left .75rem center; background-size: 1.1rem }
::-webkit-search-cancel-button { appearance: none; width: .7em; height: .7em; background: var(--muted); clip-path: polygon(15% 0, 50% 35%, 85% 0, 100% 15%, 65% 50%, 100% 85%, 85% 100%, 50% 65%, 15% 100%, 0 85%, 35% 50%, 0 15%); cursor: pointer } ::placeholder { color: var(--muted); opacity: 1 }
textarea { min-height: 7rem; resize: vertical }
button, .button { display: inline-block; font: inherit; font-weight: 600; padding: .55rem 1.2rem; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none } form > button { margin-block-start: 1rem }
button.quiet, .button.quiet { background: none; color: inherit; border-color: var(--edge) }
.form { max-width: 34rem; margin-block-start: 2.5rem; border-block-start: 1px solid var(--line); padding-block-start: 1.5rem }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.pages { display: flex; gap: 1rem; margin-block-start: 1.5rem }
.prose > * + * { margin-block-start: .9rem } .prose img { max-width: 100%; height: auto; border-radius: 8px } .prose figcaption { color: var(--muted); font-size: .9rem; margin-block-start: .35rem } .prose ul { list-style: disc } .prose ol { list-style: decimal } .prose ul, .prose ol { padding-inline-start: 1.4rem } .prose h2 { margin-block-start: 2rem }
.prose pre, .prose code { background: var(--soft); border-radius: 6px; font: .9em/1.5 ui-monospace, monospace } .prose code { padding: .1em .3em } .prose pre { padding: .8rem 1rem; overflow-x: auto } .prose pre code { padding: 0 } .prose a { overflow-wrap: anywhere } .prose a:not([href]) { color: inherit }
.prose blockquote { margin-inline: 0; border-inline-start: 3px solid var(--line); padding-inline-start: 1rem; color: var(--muted) } .prose table { border-collapse: collapse; display: block; overflow-x: auto; overflow-wrap: break-word } .prose th, .prose td { border: 1px solid var(--line); padding: .3rem .7rem; } .prose th:not([align]) { text-align: start }
.prose .anchor { margin-inline-start: .35em; color: var(--muted); text-decoration: none; opacity: 0 } .prose :is(h2, h3, h4, h5, h6):hover .anchor, .prose .anchor:focus-visible { opacity: 1 } @media (hover: none) { .prose .anchor { opacity: 1; text-decoration: underline } }
.prose .task { list-style: none } .prose .task input { margin-inline: -1.4rem .4rem }
.prose .callout { border-inline-start: 4px solid var(--tint); background: var(--soft); border-radius: 6px; padding: .7rem 1rem } .prose .callout > * + * { margin-block-start: .5rem } .callout-title { font-weight: 600; color: var(--tint) }
.callout-note { --tint: light-dark(#0550ae, #79c0ff) } .callout-tip { --tint: light-dark(#116329, #7ee787) } .callout-important { --tint: light-dark(#6639ba, #d2a8ff) } .callout-warning { --tint: light-dark(#7d4e00, #e3b341) } .callout-caution { --tint: light-dark(#a40e26, #ffa198) }
.prose .footnotes { border-block-start: 1px solid var(--line); padding-block-start: .9rem; font-size: .9rem }
.hljs-comment, .hljs-quote { color: light-dark(#59616a, #a3abb5); font-style: italic } .hljs-keyword, .hljs-selector-tag, .hljs-meta .hljs-keyword, .hljs-template-tag, .hljs-type { color: light-dark(#a40e26, #ff9492) }
.hljs-string, .hljs-regexp, .hljs-meta .hljs-string { color: light-dark(#0a3069, #a5d6ff) } .hljs-number, .hljs-literal, .hljs-attr, .hljs-attribute, .hljs-variable, .hljs-selector-class, .hljs-selector-id, .hljs-meta, .hljs-operator { color: light-dark(#0550ae, #79c0ff) }
.hljs-title, .hljs-section { color: light-dark(#6639ba, #d2a8ff) } .hljs-built_in, .hljs-symbol, .hljs-bullet { color: light-dark(#7d4e00, #e3b341) } .hljs-name, .hljs-addition { color: light-dark(#116329, #7ee787) } .hljs-deletion { color: light-dark(#a40e26, #ffa198) } .hljs-emphasis { font-style: italic } .hljs-strong { font-weight: 600 }
.copyable { position: relative } .prose .copyable > button { position: absolute; inset-block-start: .45rem; inset-inline-end: .45rem; padding: .15rem .6rem; font-size: .8rem; background: var(--paper) }
.head:has(earshot-help) { margin-block-end: .75rem } .article .meta { margin-block-end: .75rem } earshot-article-rating { display: block; min-height: 3.5rem; margin-block-start: 2rem }
.toc { margin-block-end: 1.5rem; font-size: .95rem } .toc summary { font-weight: 600; cursor: pointer; padding-block: .3rem } .toc a { display: block; padding: .25rem .7rem; color: inherit; white-space: normal; border-radius: 0; border-inline-start: 2px solid var(--line) } .toc a:hover { border-color: var(--link); color: var(--link) } .toc .sub a { padding-inline-start: 1.6rem } .prose [id] { scroll-margin-block-start: 1rem }
@media (min-width: 62rem) { .article:has(> .toc) { display: grid; grid-template-columns: minmax(0, 42rem) minmax(0, 1fr); gap: 2rem } .article > article { grid-area: 1 / 1 } .toc { grid-area: 1 / 2; position: sticky; inset-block-start: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto } .toc summary { list-style: none; pointer-events: none } .toc details::details-content { content-visibility: visible } }
.meta .avatar { width: 1.5rem; height: 1.5rem } .comment { border-inline-start: 3px solid var(--line); padding: .1rem 0 .1rem 1rem; margin-block-start: 1.25rem }
.columns { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); align-items: start } .columns section { background: var(--soft); border-radius: 12px; padding: 1rem } .columns .entry { background: var(--paper); border: 1px solid var(--line); border-radius: 9px; padding: .7rem .8rem; margin-block-start: .6rem; gap: .8rem } .columns .count { color: var(--muted); font-size: .95rem; font-weight: 400 } .columns summary { padding: .5rem .8rem; margin-block-start: .35rem; cursor: pointer; font-weight: 600; list-style: none } .columns summary:hover { text-decoration: underline } .columns summary::-webkit-details-marker, .columns details[open] > summary { display: none }
.stars { color: light-dark(#a04a00, #fbbf24); letter-spacing: .1em } .quote { white-space: pre-wrap; margin: 0 }
.author { display: flex; gap: .7rem; align-items: center } .avatar { display: grid; place-items: center; flex: none; width: 2.5rem; height: 2.5rem; border-radius: 50%; object-fit: cover; background: var(--soft); font-weight: 600 }
.wall { columns: 17rem; column-gap: 1rem } .wall > li { break-inside: avoid; margin-block-end: 1rem }
@media (max-width: 600px) { .top .wrap { padding-block: .5rem .35rem; row-gap: 0 } .top nav { order: 1; width: calc(100% + 2.5rem); margin-inline: -1.25rem } :is(.top, .boards) ul { flex-wrap: nowrap; gap: 0; overflow-x: auto; scrollbar-width: none; padding: 3px } .top ul { padding-inline: .7rem } :is(.top, .boards) ul a { padding-inline: .55rem; white-space: nowrap } nav li + li a[aria-current] { scroll-initial-target: nearest } .brand { flex: 1; min-width: 0 } .brand span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap } .account { max-width: 9rem; margin-inline-end: -.7rem } main { padding-block-start: 1.5rem } }
.measure { max-width: 42rem } .crumbs { font-size: .9rem; margin-block-end: .75rem } .crumbs ol { display: flex; flex-wrap: wrap } .crumbs li { display: flex; align-items: center } .crumbs li + li::before { content: '/' / ''; color: var(--line) } .crumbs a { color: var(--muted); padding: .2rem .45rem } .crumbs li:first-child a { margin-inline-start: -.45rem }
.news { max-width: 42rem } .news + .news { border-block-start: 1px solid var(--line); margin-block-start: 2.5rem; padding-block-start: 2.5rem } .news > * + * { margin-block-start: .6rem } .news > h2 { font-size: 1.5rem } .news > h2 a { color: inherit; text-decoration: none } .news > h2 a:hover { text-decoration: underline } .news .prose h2 { font-size: 1.15rem } .news .prose h3 { font-size: 1rem }
@media (min-width: 56rem) { .news { max-width: none; display: grid; grid-template-columns: 9rem minmax(0, 42rem); column-gap: 2rem } .news > * { grid-column: 2 } .news > .meta { grid-area: 1 / 1 / span 2; flex-direction: column; align-items: start; align-self: start; margin-block-start: .35rem } }
mark { background: light-dark(#fde68a, #854d0e); color: inherit; border-radius: 2px } .code { font-family: ui-monospace, monospace; user-select: all; border: 1px solid var(--edge); border-radius: 7px; padding: .55rem .75rem; width: fit-content; max-width: 100% } .copyable:has(> .code) { margin-block-start: .5rem; width: fit-content; max-width: 100%; display: flex; gap: .6rem; align-items: start } .copyable > .code { min-width: 0 } .copyable .code + button { flex: none }
.foot { border-block-start: 1px solid var(--line); color: var(--muted); font-size: .9rem; padding-block: 1.25rem } .foot p + p { margin-block-start: .5rem }
`;
