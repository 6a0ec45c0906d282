// Types of the elements for TypeScript. A page that loads the scripts gets them with `import type {} from '@earshot/widgets/elements'`.
import type { Feedback, Result, SearchResults, UserToken, WaitlistSignup } from '@earshot/sdk';

/** Properties and attributes of all widgets. */
export interface EarshotWidget extends HTMLElement {
  projectKey: string;
  /** URL of Earshot. Defaults to the origin of the script. */
  baseUrl: string;
  /** @deprecated Use `baseUrl`. */
  apiUrl: string;
  userToken: UserToken | undefined;
  /** Texts that replace those in `texts/en.ts` with the same names. */
  texts: Partial<Record<string, string>>;
}

export interface EarshotFeedback extends EarshotWidget {
  /** Opens the panel. */
  open: (tab?: 'new' | 'board' | 'mine') => Promise<void>;
}

export interface EarshotHelp extends EarshotWidget {
  /** Opens the search. */
  open: () => void;
}

/** The details of the events. */
export interface EarshotEventDetails {
  /** Feedback or a testimonial was submitted. */
  submitted: Feedback | Result<'POST /v1/testimonials'>;
  voted: Result<'POST /v1/feedback/{id}/upvote'>;
  joined: WaitlistSignup;
  opened: SearchResults['results'][number];
}

declare global {
  interface HTMLElementTagNameMap {
    'earshot-feedback': EarshotFeedback;
    'earshot-waitlist': EarshotWidget;
    'earshot-testimonials': EarshotWidget;
    'earshot-testimonials-badge': EarshotWidget;
    'earshot-testimonial-form': EarshotWidget;
    'earshot-changelog': EarshotWidget;
    'earshot-changelog-bell': EarshotWidget;
    'earshot-changelog-announcement': EarshotWidget;
    'earshot-help': EarshotHelp;
    'earshot-roadmap': EarshotWidget;
  }

  /** Events of elements, the document and the window, because they bubble. */
  interface GlobalEventHandlersEventMap {
    'earshot-submitted': CustomEvent<EarshotEventDetails['submitted']>;
    'earshot-voted': CustomEvent<EarshotEventDetails['voted']>;
    'earshot-joined': CustomEvent<EarshotEventDetails['joined']>;
    'earshot-opened': CustomEvent<EarshotEventDetails['opened']>;
  }
}
