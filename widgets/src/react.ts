import { createElement, type CSSProperties, type ReactElement, useEffect, useRef } from 'react';

/** Props of all widgets. */
interface Props {
  /** URL of your Earshot, which serves the script. */
  url: string;
  projectKey: string;
  /** Color scheme. Defaults to the `color-scheme` of the page; `auto` is that of the system. */
  theme?: 'light' | 'dark' | 'auto';
  lang?: string;
  userToken?: string | (() => string | undefined | Promise<string | undefined>);
  /** Texts that replace those in `texts/en.ts` with the same names. */
  texts?: Record<string, string>;
  className?: string;
  style?: CSSProperties;
}

type Listener = (event: CustomEvent) => void;

function load(src: string): void {
  if (document.querySelector(`script[src="${CSS.escape(src)}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
}

/** Returns a component for a custom element. The event `submitted` becomes the prop `onSubmitted`. */
function widget<More extends object>(tag: string, script: string, attributes: string[] = [], events: string[] = []) {
  return function Widget(props: Props & More): ReactElement {
    const { url, projectKey, userToken, texts, className, style } = props;
    const given = props as unknown as Record<string, unknown>;
    const element = useRef<HTMLElement>(null);
    const latest = useRef(given);
    latest.current = given;
    useEffect(() => load(`${url}/widgets/${script}.js`), [url]);
    useEffect(() => {
      Object.assign(element.current ?? {}, { userToken, texts: texts ?? {} });
    }, [userToken, JSON.stringify(texts)]);
    useEffect(() => {
      const { current } = element;
      const listeners = events.map((name) => {
        const listen = (event: Event) =>
          (latest.current[`on${name[0]?.toUpperCase()}${name.slice(1)}`] as Listener | undefined)?.(event as CustomEvent);
        current?.addEventListener(`earshot-${name}`, listen);
        return () => current?.removeEventListener(`earshot-${name}`, listen);
      });
      return () => listeners.forEach((stop) => stop());
    }, []);
    return createElement(tag, {
      ref: element,
      'project-key': projectKey,
      'api-url': url,
      style,
      class: className,
      ...Object.fromEntries(['theme', 'lang', ...attributes].map((name) => [name, given[name]])),
    });
  };
}

export const FeedbackWidget = widget<{ position?: 'start' | 'end'; button?: 'none'; onSubmitted?: Listener; onVoted?: Listener }>(
  'earshot-feedback',
  'feedback',
  ['position', 'button'],
  ['submitted', 'voted'],
);
export const WaitlistForm = widget<{ source?: string; onJoined?: Listener }>(
  'earshot-waitlist',
  'waitlist',
  ['source'],
  ['joined'],
);
export const Testimonials = widget<{
  layout?: 'grid' | 'masonry' | 'carousel';
  tag?: string;
  sort?: 'newest' | 'rating' | 'featured';
  limit?: number;
}>('earshot-testimonials', 'testimonials', ['layout', 'tag', 'sort', 'limit']);
export const TestimonialForm = widget<{ onSubmitted?: Listener }>('earshot-testimonial-form', 'testimonials', [], ['submitted']);
export const Changelog = widget<{ type?: 'feature' | 'improvement' | 'fix' | 'breaking'; tag?: string }>(
  'earshot-changelog',
  'changelog',
  ['type', 'tag'],
);
export const ChangelogBell = widget('earshot-changelog-bell', 'changelog');
export const HelpSearch = widget<{ index?: string; onOpened?: Listener }>('earshot-help', 'help', ['index'], ['opened']);
export const Roadmap = widget<{ onVoted?: Listener }>('earshot-roadmap', 'roadmap', [], ['voted']);
