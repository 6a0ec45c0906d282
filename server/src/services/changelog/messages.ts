import type { Instance } from '../../instance/instance.ts';
import type { summaryForTeam } from './adoption/projections.ts';
import type { entryForPublic } from './projections.ts';

/** Adds messages about the changelog. */
export function describeChangelog({ messages }: Pick<Instance, 'messages'>): void {
  messages.add({
    'changelog.published': ({ title, content, version, tags, url }: Awaited<ReturnType<typeof entryForPublic>>) => ({
      heading: 'Published',
      title,
      content,
      facts: [version, ...tags],
      link: url,
    }),
    'changelog.adoption_measured': ({ id, title, identified, used }: ReturnType<typeof summaryForTeam>) => ({
      heading: 'Did the people who asked use it?',
      title,
      facts: [`${used.count} of ${identified} used it`],
      link: `changelog/${id}`,
    }),
  });
}
