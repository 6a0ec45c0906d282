/**
 * Styles of panels and forms. Each text of users has the direction of its own first letter, like an element with `dir="auto"`. Layout keeps
 * the direction of the widget.
 */
export const CONTROLS = `
h1, h2, h3, p, ul, ol, fieldset, figure, blockquote { margin: 0; padding: 0; border: 0; unicode-bidi: plaintext }
ul, ol { list-style: none }
h2 { font-size: 1.15em; line-height: 1.3 }
h3 { font-size: 1em; line-height: 1.4 }
form:not([role]) { max-width: var(--earshot-form-width, 32rem) }
h2:focus, h3:focus { outline: none }
a { color: var(--link) }
input, textarea, select { font: inherit; color: inherit; margin: 0; unicode-bidi: plaintext }
input:not([type=checkbox], [type=radio], [type=file]), textarea, select { width: 100%; padding: .5em .65em; border: 1px solid var(--edge);
  border-radius: calc(var(--radius) * .6); background: var(--paper); color: var(--ink) }
select { padding-inline-end: .3em }
textarea { min-height: 6em; resize: vertical; display: block }
::placeholder { color: var(--muted); opacity: 1 }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
button.plain { border-color: transparent }
label, legend { display: block; font-weight: 600; font-size: .9em; margin-block: .9em .3em }
legend { margin-block-start: 0; padding: .9em 0 0 }
label.check { display: flex; gap: .6em; align-items: start; font-weight: 400 }
.muted, label small { color: var(--muted); font-size: .875em; font-weight: 400 }
.bad { color: var(--bad); margin-block: .8em }
.bad:empty { display: none }
.actions { margin-block-start: 1em }
.row { display: flex; gap: .6em; align-items: center; flex-wrap: wrap }
.grow { flex: 1; min-width: 0; unicode-bidi: plaintext }
.stack > * + * { margin-block-start: .8em }
.badge { display: inline-block; font-size: .75em; font-weight: 600; padding: .1em .6em; border-radius: 99px; background: var(--soft); color: var(--ink); white-space: nowrap }
.text { white-space: pre-wrap }
mark { background: light-dark(#fde68a, #854d0e); color: inherit; border-radius: 2px }
@media (prefers-reduced-motion: no-preference) { .fade { animation: fade .15s ease-out } }
@keyframes fade { from { opacity: 0 } }
`;

/** Styles of the vote button. */
export const VOTE = `
.vote { min-width: 3em; padding: .25em .5em; line-height: 1.25; text-align: center; font-weight: 600 }
.vote::before { content: '▲'; display: block; font-size: .7em }
.vote[aria-pressed=true] { background: var(--accent); color: var(--on-accent); border-color: transparent }
.vote:disabled { opacity: .5; cursor: default }
.vote[aria-busy=true] { opacity: 1 }
.voting { position: relative }
.tip { position: absolute; z-index: 1; inset: 100% auto auto 0; width: 14em; padding: .4em .7em; border: 1px solid var(--line);
  border-radius: var(--radius); background: var(--paper); color: var(--bad) }
.tip:empty, .sign-in .bad:empty { display: none }
.tip:has(form) { width: min(18em, 80vw); padding: .8em; color: var(--ink) }
.sign-in > * + * { display: block; width: 100%; margin-block-start: .5em }
`;

/** Styles of HTML content: changelog entries and articles. */
export const PROSE = `
.prose > * + * { margin-block-start: .75em }
.prose img { max-width: 100%; height: auto; border-radius: 6px }
.prose ul { list-style: disc } .prose ol { list-style: decimal }
.prose ul, .prose ol { padding-inline-start: 1.4em }
.prose pre, .prose code { background: var(--soft); border-radius: 5px; font: .9em/1.5 ui-monospace, monospace; direction: ltr; unicode-bidi: isolate; text-align: left }
.prose code { padding: .1em .3em } .prose pre { padding: .7em .9em; overflow-x: auto } .prose pre code { padding: 0 }
.prose blockquote { border-inline-start: 3px solid var(--line); padding-inline-start: 1em; color: var(--muted) }
.prose table { border-collapse: collapse; display: block; overflow-x: auto } .prose th, .prose td { border: 1px solid var(--line); padding: .25em .6em; unicode-bidi: plaintext }
.prose .task { list-style: none } .prose .task input { margin-inline: -1.4em .4em }
.prose .callout { border-inline-start: 3px solid var(--accent); padding-inline-start: 1em } .callout-title { font-weight: 600 }
.hljs-comment { color: var(--muted); font-style: italic } .hljs-keyword { font-weight: 600 }
`;

/** Styles of dialogs: full screen on phones, otherwise a corner or the center. */
export const DIALOG = `
dialog { border: 0; padding: 0; margin: 0; max-width: none; max-height: none; width: 100%; height: 100dvh; background: var(--paper); color: var(--ink); font: inherit }
dialog[open] { display: flex; flex-direction: column }
dialog::backdrop { background: #0006 }
dialog header { display: flex; gap: .5em; align-items: center; padding: .9em 1rem .6em }
dialog header h2 { flex: 1 }
dialog .body { flex: 1; overflow-y: auto; padding: .25rem 1rem 1rem }
.root[dir=rtl] .flip { transform: scaleX(-1) }
.x { padding: .35em; line-height: 0; border-color: transparent }
@media (min-width: 600px) {
  dialog { width: 26rem; height: auto; max-height: min(44rem, calc(100dvh - 2rem)); border-radius: var(--radius); border: 1px solid var(--line); box-shadow: 0 12px 48px #0004 }
}
`;

/** Styles of an answer. */
export const ANSWER = `
.answer { border: 1px solid var(--line); border-radius: var(--radius); padding: .8em 1em }
.answer sup a { padding-inline: .2em; text-decoration: none }
.answer ol { list-style: decimal; padding-inline-start: 1.4em }
`;
