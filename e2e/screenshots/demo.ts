import { Earshot } from '@earshot/sdk';
import { createDemoProject } from '@earshot/server/instance/demo/network';

/** Creates a project with the data of `npm run demo`, and what only screenshots need. */
export async function createDemo(baseUrl: string, accessToken: string) {
  const { project, ...made } = await createDemoProject({ baseUrl, accessToken, name: 'Acme' });
  const team = new Earshot({ accessToken, projectId: project.id, baseUrl });
  const [segment] = (await team.analytics.segments.list()).data;
  const [released] = (await team.outcomes.adoption()).data;
  const share = await team.analytics.shares.create({ name: 'For our investors' });
  const locked = await team.analytics.shares.create({
    name: 'For our agency',
    password: 'correct horse',
    ...(segment && { segment_id: segment.id }),
  });
  return {
    ...made,
    releaseId: released?.id ?? '',
    slug: project.slug,
    sharePath: new URL(share.url).pathname,
    lockedSharePath: new URL(locked.url).pathname,
  };
}
