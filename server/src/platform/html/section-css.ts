import { PALETTE } from '@earshot/contract/shared/palette';

const COLOR_CSS = Object.entries(PALETTE)
  .map(([name, { light, dark }]) => `.status.is-${name} { --dot: light-dark(${light}, ${dark}) }`)
  .join(' ');

/** Styles of the sections of public pages: front page, help center, statuses and stars. */
export const SECTION_CSS = `
.hero { padding-block: 1rem 1.5rem } .hero h1 { font-size: clamp(1.8rem, 5vw, 2.6rem) } .hero p { font-size: 1.1rem; max-width: 40rem }
.home { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) } .home h2 a { color: inherit; text-decoration: none } .home h2 a::after { content: ' →' / ''; color: var(--muted) } .home h2 a:hover { text-decoration: underline }
.home .entry { align-items: center; padding-block: .65rem } .home .entry:first-child { border: 0; padding-block-start: .2rem } .home .entry .meta { margin-block-start: .15rem }
.home .wide > ul { display: grid; column-gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)) } .home .wide > ul .entry { border-block-start: 1px solid var(--line); padding-block: .65rem }
.quotes { display: grid; gap: 1rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)) } .quotes .card { border: 0; padding: 0 } .quotes .quote { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 5; overflow: hidden }
.banner { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; justify-content: space-between; background: var(--soft) } .banner > * + * { margin: 0 }
@media (min-width: 48rem) { .home { grid-template-columns: repeat(2, minmax(0, 1fr)) } .home .wide { grid-column: 1 / -1 } }
.badge.status { --dot: var(--muted); display: inline-flex; gap: .4rem; align-items: center; border-color: color-mix(in oklab, var(--dot), var(--paper) 60%); background: color-mix(in oklab, var(--dot), var(--paper) 88%) } .status::before { content: ''; width: .55rem; height: .55rem; border-radius: 50%; background: var(--dot) }
h2.status { --dot: var(--muted); display: flex; gap: .5rem; align-items: center }
.status.under_review { --dot: light-dark(#7a5cff, #a592ff) } .status.planned { --dot: light-dark(#1f6feb, #6aa8ff) } .status.in_progress { --dot: light-dark(#c07000, #f2b24c) } .status.done { --dot: light-dark(#0f8a4c, #5fd394) }
${COLOR_CSS}
.status.new::before, .status.declined::before { background: none; border: 2px solid var(--dot) }
.kind { --tint: light-dark(#0550ae, #79c0ff) } .kind.improvement { --tint: light-dark(#6639ba, #d2a8ff) } .kind.fix { --tint: light-dark(#116329, #7ee787) } .kind.breaking { --tint: light-dark(#a40e26, #ffa198) } .badge.kind { color: var(--tint); border-color: transparent; background: color-mix(in oklab, var(--tint), var(--paper) 88%) }
.fields { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin-block: 1rem } .fields dt { color: var(--muted); font-size: .85rem } .fields dd { margin: 0; overflow-wrap: anywhere }
.fallback { display: none } .fallback:target { display: block } @media (scripting: none) { .fallback { display: block } }
dialog.sheet { width: min(34rem, 100% - 2rem); max-height: calc(100dvh - 2rem); padding: 0; border: 1px solid var(--line); border-radius: 14px; background: var(--paper); color: inherit } dialog.sheet > div { position: relative; padding: 1.25rem 1.5rem 1.5rem } dialog.sheet::backdrop { background: rgb(0 0 0 / .5) }
.close { position: absolute; inset-block-start: .9rem; inset-inline-end: .9rem; width: 2.5rem; height: 2.5rem; padding: 0; border-color: transparent } .close::before { content: '✕' / '' } .close:hover { background: var(--soft) } dialog.sheet:not([open]) .close { display: none }
dialog.sheet:target:not([open]) { display: block; position: static; margin: 2.5rem 0 0; max-height: none } @media (scripting: none) { dialog.sheet:not([open]) { display: block; position: static; margin: 2.5rem 0 0; max-height: none } }
earshot-help { display: inline-block; min-width: 15.75rem; min-height: 2.75rem }
.find { background: var(--soft); border-radius: 14px; padding: clamp(1.25rem, 4vw, 2.25rem); margin-block-end: 2rem } .find .head { margin-block-end: 1rem } .find form.filter { margin: 0 } .find form.filter :is(input, button) { min-height: 3rem }
.collections { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)) } .collections h2 { display: flex; gap: .6rem; justify-content: space-between; align-items: baseline } .collections h2 span { color: var(--muted); font-size: .85rem; font-weight: 400; flex: none }
.collections h3 { margin-block-start: 1rem } .articles a { display: block; padding-block: .3rem } .collections .articles a { color: inherit; text-decoration: none } .articles a:hover { text-decoration: underline }
.related { margin-block-start: 2.5rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line) } .related h2 { font-size: 1.05rem; margin-block: 0 .4rem } .articles.listed { columns: 20rem; column-gap: 2rem }
.average { display: inline-flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: center; border: 1px solid var(--line); background: var(--soft); border-radius: 14px; padding: .4rem 1rem; color: var(--ink) } .average strong { font-size: 1.15rem } .average svg { display: block; color: light-dark(#a04a00, #fbbf24) } .average svg .unrated { opacity: .25 } .average { margin-block-end: 1.5rem } .home .average { margin-block-end: 0 }
.sign-in { max-width: 27rem; margin: 4vh auto 0; padding: clamp(1.25rem, 5vw, 2rem) } .sign-in > * + * { margin-block-start: 1rem } .sign-in h1 { font-size: 1.6rem } .sign-in form > :first-child { margin-block-start: 0 } .sign-in :is(button, .button) { width: 100%; text-align: center; min-height: 2.9rem; margin-block-start: .9rem }
.or { display: flex; gap: .75rem; align-items: center; color: var(--muted) } .or::before, .or::after { content: ''; flex: 1; border-block-start: 1px solid var(--line) } .sign-in .digits { font: 600 1.5rem/1.4 ui-monospace, monospace; letter-spacing: .3em; text-align: center }
.entry form > button { margin: 0 } .problem { color: light-dark(#b00020, #ff9aa8) } .done:not(.status) { padding: .6rem .9rem; border-radius: 8px; background: var(--soft); margin-block-end: 1rem }
fieldset { border: 0; padding: 0; margin: 0; min-width: 0 } legend { font-weight: 600; padding: 0 } label ~ fieldset { margin-block-start: 1rem } fieldset label.check { margin-block: .4rem 0 }
.ranking { margin-block: .5rem 2rem } .ranking li { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; padding-block: .6rem } .ranking li + li { border-block-start: 1px solid var(--line) } .ranking li > :last-child { flex: none } .muted { color: var(--muted) } .measure + .measure, p + .measure { margin-block-start: 2rem }
.rate { display: flex; width: fit-content } .rate label { margin: 0; padding: 0 .15rem; font-size: 2rem; line-height: 1.3; font-weight: 400; color: light-dark(#9a5b20, #c9a14a); cursor: pointer } .rate label > span::before { content: '☆' } .rate input { position: absolute; opacity: 0 }
.rate:not(:hover) label:is(:has(:checked), :has(~ label :checked)) > span::before, .rate label:is(:hover, :has(~ label:hover)) > span::before { content: '★' } .rate label:has(:focus-visible) { outline: 3px solid var(--link); border-radius: 6px }
`;
