// Imports of `en` are the language of the page: the build replaces them.
import { analyticsName } from '../analytics/texts/en/name.ts';
import { changelogName } from '../changelog/texts/en/name.ts';
import { feedbackName } from '../feedback/texts/en/name.ts';
import { knowledgeBaseName } from '../knowledge-base/texts/en/name.ts';
import { testimonialsName } from '../testimonials/texts/en/name.ts';
import { waitlistName } from '../waitlist/texts/en/name.ts';

/** Names of all services, in the order of lists. */
export const names = {
  feedback: feedbackName,
  waitlist: waitlistName,
  testimonials: testimonialsName,
  changelog: changelogName,
  knowledge_base: knowledgeBaseName,
  analytics: analyticsName,
};
