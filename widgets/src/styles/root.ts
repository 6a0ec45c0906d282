const sheets = new Map<string, CSSStyleSheet>();

/** Returns a constructed style sheet, shared by all elements. Strict policies allow it, unlike a style element. */
export function createSheet(css: string): CSSStyleSheet {
  const known = sheets.get(css);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.set(css, sheet);
  return sheet;
}

/**
 * Base styles of all widgets. `.root` resets inherited styles of the page, except for `--earshot-…` properties. Without a `theme`, the
 * color scheme is that of the page. Gray text has a contrast of 4.5:1, borders of fields 3:1 (WCAG 2.2 AA).
 */
export const ROOT = `
:host { display: block }
:host([hidden]) { display: none }
.root { all: initial; display: block; color-scheme: inherit;
  --accent: var(--earshot-accent, var(--color, #2563eb));
  --on-accent: var(--earshot-accent-text, var(--text-color, #fff));
  --paper: var(--earshot-background, light-dark(#fff, #18191b));
  --ink: var(--earshot-text, light-dark(#1c2024, #edeef0));
  --muted: var(--earshot-muted, light-dark(#60646c, #b0b4ba));
  --soft: light-dark(#f2f3f5, #26282c);
  --line: light-dark(#dcdee3, #3a3e45);
  --edge: light-dark(#858892, #7d818b);
  --link: light-dark(var(--accent), color-mix(in oklab, var(--accent), #fff 60%));
  --bad: light-dark(#b91c1c, #ff9592);
  --radius: var(--earshot-radius, 10px);
  font: var(--earshot-font, 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif);
  color: var(--ink); text-align: start; overflow-wrap: anywhere }
:host([theme=auto]) .root { color-scheme: light dark }
:host([theme=light]) .root { color-scheme: light }
:host([theme=dark]) .root { color-scheme: dark }
*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none !important }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
button { font: inherit; color: inherit; margin: 0; cursor: pointer; border: 1px solid var(--edge); border-radius: calc(var(--radius) * .6); padding: .45em .9em; background: none; unicode-bidi: plaintext }
button:hover { background: var(--soft) }
button.main { background: var(--accent); color: var(--on-accent); border-color: transparent; font-weight: 600 }
button.main:hover { filter: brightness(1.08) }
button[aria-busy=true] { opacity: .6; cursor: progress }
.icon { width: 1.25em; height: 1.25em; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; vertical-align: -.25em; flex: none }
`;
