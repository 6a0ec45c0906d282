'use client';

import type { Feedback, Result, UserToken } from '@earshot/sdk';
import {
  createElement,
  type DetailedHTMLProps,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import type { EarshotEventDetails, EarshotFeedback, EarshotHelp, EarshotWidget } from './elements.ts';
import { trust } from './trusted-types.ts';

/** Props of all widgets, in addition to those of HTML elements, such as `id`, `className` and `aria-label`. */
interface CommonProps extends Omit<HTMLAttributes<HTMLElement>, 'children' | 'dangerouslySetInnerHTML'> {
  projectKey: string;
  /** Color scheme. Defaults to the `color-scheme` of the page; `auto` is that of the system. */
  theme?: 'light' | 'dark' | 'auto' | undefined;
  /** Token of the page's user, or a function that returns it. Set `key` to the id of the user if a function serves several users. */
  userToken?: UserToken | undefined;
  /** Texts that replace those in `texts/en.ts` with the same names. */
  texts?: Readonly<Record<string, string>> | undefined;
}

interface InstanceProps {
  /** URL of your Earshot, which serves the script. */
  baseUrl: string;
  url?: undefined;
}

interface EarlierInstanceProps {
  /** @deprecated Use `baseUrl`. */
  url: string;
  baseUrl?: undefined;
}

type WidgetProps = CommonProps & (InstanceProps | EarlierInstanceProps);

type Listener<Detail> = ((event: CustomEvent<Detail>) => void) | undefined;

function load(src: string): void {
  if (document.querySelector(`script[src="${CSS.escape(src)}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: trust('createScriptURL', src) }));
}

const toProp = (event: string) => `on${event[0]?.toUpperCase()}${event.slice(1)}`;

/**
 * Returns a component for a custom element. The event `submitted` becomes the prop `onSubmitted`. Rendering again with other functions
 * changes nothing in the element, so that an open panel stays open.
 */
function widget<More extends object, Element extends EarshotWidget = EarshotWidget>(
  tag: string,
  script: string,
  events: (keyof EarshotEventDetails)[] = [],
) {
  const Widget = forwardRef<Element, WidgetProps & More>(function Widget(props, forwardedRef) {
    const { baseUrl: givenUrl, url: earlierUrl, projectKey, userToken, texts, className, ...others } = props as WidgetProps;
    const given = givenUrl ?? earlierUrl;
    if (!given) throw new TypeError(`<${tag}> requires the prop baseUrl`);
    const baseUrl = given.replace(/\/+$/, '');
    const element = useRef<Element>(null);
    const latest = useRef(props as Record<string, unknown>);
    useEffect(() => void (latest.current = props as Record<string, unknown>));
    useImperativeHandle(forwardedRef, () => element.current as Element, []);
    useEffect(() => load(`${baseUrl}/widgets/${script}.js`), [baseUrl]);
    const stableToken = typeof userToken === 'function' ? 'function' : userToken;
    useEffect(() => {
      const { current } = element;
      const readToken = () => {
        const token = latest.current.userToken as UserToken | undefined;
        return typeof token === 'function' ? token() : token;
      };
      if (current) current.userToken = stableToken === 'function' ? readToken : stableToken;
    }, [stableToken]);
    const ownTexts = JSON.stringify(texts ?? {});
    useEffect(() => {
      if (element.current) element.current.texts = JSON.parse(ownTexts) as Record<string, string>;
    }, [ownTexts]);
    useEffect(() => {
      const { current } = element;
      const listeners = events.map((name) => {
        const listen = (event: Event) => (latest.current[toProp(name)] as Listener<unknown>)?.(event as CustomEvent<unknown>);
        current?.addEventListener(`earshot-${name}`, listen);
        return () => current?.removeEventListener(`earshot-${name}`, listen);
      });
      return () => listeners.forEach((stop) => stop());
    }, []);
    const listenerProps = new Set(events.map(toProp));
    const attributes = Object.entries(others).filter(([name]) => !listenerProps.has(name));
    return createElement(tag, {
      ...Object.fromEntries(attributes),
      ref: element,
      'project-key': projectKey,
      'base-url': baseUrl,
      // React 18 does not translate `className` for custom elements.
      class: className,
    });
  });
  Widget.displayName = tag;
  return Widget;
}

export const FeedbackWidget = widget<
  {
    position?: 'start' | 'end' | undefined;
    button?: 'none' | undefined;
    onSubmitted?: Listener<Feedback>;
    onVoted?: Listener<EarshotEventDetails['voted']>;
  },
  EarshotFeedback
>('earshot-feedback', 'feedback', ['submitted', 'voted']);
export const WaitlistForm = widget<{ source?: string | undefined; onJoined?: Listener<EarshotEventDetails['joined']> }>(
  'earshot-waitlist',
  'waitlist',
  ['joined'],
);
export const Testimonials = widget<{
  /** Slug of a collection. */
  collection?: string | undefined;
  layout?: 'grid' | 'masonry' | 'carousel' | 'list' | undefined;
  columns?: number | undefined;
  corners?: 'square' | 'rounded' | 'round' | undefined;
  /** Color of the stars, as `#rrggbb`. */
  accent?: string | undefined;
  /** Parts of the cards to hide, separated by spaces: `rating`, `date`, `avatar`, `company`. */
  hide?: string | undefined;
  tag?: string | undefined;
  sort?: 'newest' | 'rating' | 'featured' | undefined;
  limit?: number | undefined;
}>('earshot-testimonials', 'testimonials');
export const TestimonialsBadge = widget<{ collection?: string | undefined }>('earshot-testimonials-badge', 'testimonials');
export const TestimonialForm = widget<{
  'when-asked'?: boolean | undefined;
  onSubmitted?: Listener<Result<'POST /v1/testimonials'>>;
}>('earshot-testimonial-form', 'testimonials', ['submitted']);
export const Changelog = widget<{
  type?: 'feature' | 'improvement' | 'fix' | 'breaking' | undefined;
  tag?: string | undefined;
}>('earshot-changelog', 'changelog');
export const ChangelogBell = widget<object>('earshot-changelog-bell', 'changelog');
export const ChangelogAnnouncement = widget<{ position?: 'top' | 'bottom' | undefined }>(
  'earshot-changelog-announcement',
  'changelog',
);
export const HelpSearch = widget<{ index?: string | undefined; onOpened?: Listener<EarshotEventDetails['opened']> }, EarshotHelp>(
  'earshot-help',
  'help',
  ['opened'],
);
export const Roadmap = widget<{ onVoted?: Listener<EarshotEventDetails['voted']> }>('earshot-roadmap', 'roadmap', ['voted']);

/** Attributes of the plain elements in JSX. */
type ElementProps<Element extends EarshotWidget> = DetailedHTMLProps<HTMLAttributes<Element>, Element> &
  RefAttributes<Element> & {
    'project-key': string;
    'base-url'?: string | undefined;
    /** @deprecated Use `base-url`. */
    'api-url'?: string | undefined;
    'user-token'?: string | undefined;
    theme?: 'light' | 'dark' | 'auto' | undefined;
    texts?: string | undefined;
    class?: string | undefined;
    [attribute: string]: unknown;
  };

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'earshot-feedback': ElementProps<EarshotFeedback>;
      'earshot-waitlist': ElementProps<EarshotWidget>;
      'earshot-testimonials': ElementProps<EarshotWidget>;
      'earshot-testimonials-badge': ElementProps<EarshotWidget>;
      'earshot-testimonial-form': ElementProps<EarshotWidget>;
      'earshot-changelog': ElementProps<EarshotWidget>;
      'earshot-changelog-bell': ElementProps<EarshotWidget>;
      'earshot-changelog-announcement': ElementProps<EarshotWidget>;
      'earshot-help': ElementProps<EarshotHelp>;
      'earshot-roadmap': ElementProps<EarshotWidget>;
    }
  }
}
