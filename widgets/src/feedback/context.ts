import type { Feedback, feedback, indexes, uploads } from '@earshot/sdk';
import type { EarshotElement } from '../element.ts';
import type { Texts } from '../texts.ts';

/** Dependencies of the parts of the panel. */
export interface Context {
  element: EarshotElement<'button'>;
  texts: Texts<'feedback'>;
  api: ReturnType<typeof feedback>;
  help: ReturnType<typeof indexes>;
  images: ReturnType<typeof uploads>;
  /** Shows a view instead of the tabs, with a back button. */
  show: (title: string, view: HTMLElement) => void;
  /** `own`: an entry that only its submitter sees. */
  showEntry: (id: string, own?: Feedback) => void;
  showArticle: (indexId: string, documentId: string) => void;
}
