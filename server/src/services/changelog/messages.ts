import type { Instance } from '../../instance/instance.ts';
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
  });
}
