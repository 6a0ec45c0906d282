import type { Framework } from './frameworks.ts';

/** Widgets with their elements. Floating ones have a button of their own; others appear where their element is. */
export const WIDGETS = {
  feedback: { element: 'earshot-feedback', isFloating: true },
  help: { element: 'earshot-help', isFloating: true },
  changelog: { element: 'earshot-changelog-bell', isFloating: false },
  roadmap: { element: 'earshot-roadmap', isFloating: false },
  testimonials: { element: 'earshot-testimonials', isFloating: false },
  waitlist: { element: 'earshot-waitlist', isFloating: false },
} as const;

export type Widget = keyof typeof WIDGETS;

/** The scripts of a page, and their origin. */
export interface Setup {
  /** URL of the instance. */
  url: string;
  /** API key of the project. */
  key: string;
  /** URLs of the tracker script, and of its intake if it is not the standard one. */
  tracker: { script_url: string; intake_url: string | null };
  widgets: Widget[];
}

/** The tags of a setup. */
interface Tags {
  head: string[];
  /** Elements at the end of the page. */
  body: string[];
  /** Elements that the author places. */
  inline: string[];
}

/** Renders the tags of a setup in HTML or JSX. */
function renderTags({ url, key, widgets, tracker }: Setup, syntax: Framework['syntax']): Tags {
  const isJsx = syntax === 'jsx' || syntax === 'next';
  const tag = (name: string, attributes: string) => (isJsx ? `<${name} ${attributes} />` : `<${name} ${attributes}></${name}>`);
  const script = (attributes: string) => {
    if (syntax === 'next') return tag('Script', attributes); // Next.js loads it after the page.
    return tag('script', syntax === 'astro' ? `is:inline ${attributes}` : attributes); // Astro bundles other scripts.
  };
  const element = (widget: Widget) => tag(WIDGETS[widget].element, `project-key="${key}"`);
  return {
    head: [
      script(
        `${syntax === 'next' ? '' : 'defer '}src="${tracker.script_url}" data-key="${key}"${tracker.intake_url === null ? '' : ` data-api="${tracker.intake_url}"`}`,
      ),
      ...widgets.map((widget) => script(`type="module" src="${url}/widgets/${widget}.js"`)),
    ],
    body: widgets.filter((widget) => WIDGETS[widget].isFloating).map(element),
    inline: widgets.filter((widget) => !WIDGETS[widget].isFloating).map(element),
  };
}

/** Renders the code that the author adds to a file. */
export function renderSnippet(setup: Setup, syntax: Framework['syntax']): string {
  const { url, key, widgets, tracker } = setup;
  const api = tracker.intake_url === null ? '' : `, 'data-api': '${tracker.intake_url}'`;
  const trackerObject = `{ src: '${tracker.script_url}', defer: true, 'data-key': '${key}'${api} },`;
  const modules = widgets.map((widget) => `${url}/widgets/${widget}.js`);
  const { head, body, inline } = renderTags(setup, syntax);
  switch (syntax) {
    case 'nuxt':
      return [
        'app: {',
        '  head: {',
        '    script: [',
        `      ${trackerObject}`,
        ...modules.map((src) => `      { src: '${src}', type: 'module' },`),
        '    ],',
        '  },',
        '},',
        ...(widgets.length ? ["vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('earshot-') } },"] : []),
        ...[...body, ...inline].map((element) => `// In app.vue: ${element}`),
      ].join('\n');
    case 'docusaurus':
      return [
        'scripts: [',
        `  ${trackerObject}`,
        ...modules.map((src) => `  { src: '${src}', type: 'module' },`),
        '],',
        ...[...body, ...inline].map((element) => `// In src/theme/Root.js: ${element}`),
      ].join('\n');
    case 'next':
      return ["import Script from 'next/script';", '', ...head, ...body, ...inline].join('\n');
    default:
      return [...head, ...body, ...inline].join('\n');
  }
}

/**
 * Inserts the tags of a setup into an HTML file: before the ends of head and body, with the indentation of the file. Returns undefined when
 * the file has no head.
 */
export function insertTags(html: string, setup: Setup, syntax: Framework['syntax']): string | undefined {
  const { head, body } = renderTags(setup, syntax);
  const withHead = insertBefore(html, 'head', head);
  return withHead && (insertBefore(withHead, 'body', body) ?? withHead);
}

function insertBefore(html: string, name: 'head' | 'body', lines: string[]): string | undefined {
  const match = [...html.matchAll(new RegExp(String.raw`([ \t]*)</${name}\s*>`, 'gi'))].at(-1);
  if (!match) return undefined;
  const [, indentation = ''] = match;
  const newline = html.includes('\r\n') ? '\r\n' : '\n';
  const isOnOwnLine = match.index === 0 || html[match.index - 1] === '\n';
  const added = lines.map((line) => `${indentation}  ${line}${newline}`).join('');
  return html.slice(0, match.index) + (isOnOwnLine || !lines.length ? '' : newline) + added + html.slice(match.index);
}
