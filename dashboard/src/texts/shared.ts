// Imports of `en` are the language of the page: the build replaces them.
import { analyticsShared } from '../analytics/texts/en/shared.ts';
import { changelogShared } from '../changelog/texts/en/shared.ts';
import { feedbackShared } from '../feedback/texts/en/shared.ts';
import { knowledgeBaseShared } from '../knowledge-base/texts/en/shared.ts';
import { testimonialsShared } from '../testimonials/texts/en/shared.ts';
import { waitlistShared } from '../waitlist/texts/en/shared.ts';
import { createMerge } from './merge.ts';

/** Texts of all services in places that they share: permissions, audit log, webhooks, settings, public pages. */
export const services = {
  feedback: feedbackShared,
  waitlist: waitlistShared,
  testimonials: testimonialsShared,
  changelog: changelogShared,
  knowledge_base: knowledgeBaseShared,
  analytics: analyticsShared,
};

/** Returns the texts of all services for one of these places. */
export const mergeTexts = createMerge(services);
