// Opens the feedback dialog where a page links to its form.
import { followFormLinks } from './form-links.ts';

interface FeedbackWidget extends HTMLElement {
  open: (tab: 'new') => Promise<void>;
}

followFormLinks(async () => {
  await customElements.whenDefined('earshot-feedback');
  await document.querySelector<FeedbackWidget>('earshot-feedback')?.open('new');
});
