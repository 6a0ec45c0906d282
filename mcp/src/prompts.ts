import { Id } from '@earshot/contract/shared/common';
import { Type } from 'typebox';

/** A prompt: instructions that a user chooses from a menu of the assistant. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  input: object;
  render: (input: Record<string, string | undefined>) => string;
}

const project = Id('prj', 'Id or slug of the project');
const APPROVAL = 'Show me the text and wait for my approval before you publish anything.';

export const PROMPTS: Prompt[] = [
  {
    name: 'weekly_summary',
    title: 'Weekly summary',
    description: 'Summarizes feedback, analytics, unanswered searches and the waitlist of the last 7 days',
    input: Type.Object({ project_id: project }),
    render: ({ project_id }) => `Summarize the last 7 days of the Earshot project ${project_id} on one page:

1. Analytics: get_analytics_overview for the last 7 days, and the largest changes in get_analytics_breakdown by source and by page.
2. Feedback: the new entries (list_feedback with created_since), grouped by topic, with likely duplicates; the completed ones (status done with status_changed_since); and the most wanted open entries (sort top).
3. Help: list_unanswered_searches with the status open.
4. Waitlist and testimonials: get_waitlist_statistics for 7 days, and pending testimonials.

Skip a section whose tool reports a missing scope, and say so. Give numbers with their change, name the id of each entry you mention, and end with the three most useful next steps. Change nothing.`,
  },
  {
    name: 'draft_release_notes',
    title: 'Draft release notes from shipped feedback',
    description: 'Drafts a changelog entry from feedback that was completed but not announced',
    input: Type.Object({
      project_id: project,
      version: Type.Optional(Type.String({ description: 'Version of the release, such as 2.3.1' })),
    }),
    render: ({
      project_id,
      version,
    }) => `Draft release notes for the Earshot project ${project_id}${version ? `, version ${version}` : ''}:

1. List the latest published changelog entries (list_changelog).
2. List feedback with the status done, and in_progress as candidates (list_feedback); status_changed_since the last entry narrows it to what was completed since. Leave out feedback that the feedback_ids of entries contain.
3. Ask me which of the candidates are part of the release.
4. Create one entry with draft_changelog_entry: a short title, Markdown grouped into features, improvements and fixes, written for users and about what they can do now, and feedback_ids of all entries of the release.

${APPROVAL}`,
  },
  {
    name: 'write_article_for_search',
    title: 'Write an article for an unanswered search',
    description: 'Writes a help article that answers a search without results',
    input: Type.Object({
      project_id: project,
      query: Type.Optional(Type.String({ description: 'The search. Defaults to the most frequent unanswered search.' })),
    }),
    render: ({ project_id, query }) => `Write a help article for the Earshot project ${project_id} that answers ${
      query ? `the search “${query}”` : 'the most frequent unanswered search (list_unanswered_searches)'
    }:

1. Find out what is known: search_help with related words, read_article of the best results, and list_feedback with the words of the search.
2. If an existing article answers it, propose the words that the article lacks instead of a new article.
3. Otherwise write an article in Markdown in the language of the index: the answer first, then steps, with the words of the search in the title or first paragraph. Do not invent features: ask me about what you cannot find.
4. After my approval, save it with write_article and verify with search_help that the search finds it.

${APPROVAL}`,
  },
];
