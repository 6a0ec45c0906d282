import { createSamplePeople } from './demo.ts';
import { drawAvatar, drawScreenshot } from './pictures.ts';
import type { DemoProject, DemoRequest } from './request.ts';

const AVATARS = 24;

interface DemoProjectOptions {
  baseUrl: string;
  accessToken: string;
  name: string;
  seed?: number;
  maxEntries?: number;
  maxEvents?: number;
  /** Whether people have pictures and attach screenshots. Defaults to true. */
  hasPictures?: boolean;
}

/** Creates a project on a server, which fills it with sample data. Draws the pictures in this process. @throws {Error} when refused */
export async function createDemoProject({ baseUrl, accessToken, ...options }: DemoProjectOptions): Promise<DemoProject> {
  const { name, seed = 1, maxEntries, maxEvents, hasPictures = true } = options;
  const body: DemoRequest = {
    name,
    seed,
    ...(maxEntries !== undefined && { max_entries: maxEntries }),
    ...(maxEvents !== undefined && { max_events: maxEvents }),
    ...(hasPictures && { pictures: await drawPictures(seed) }),
  };
  const response = await fetch(new URL('/v1/projects/demo', baseUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${baseUrl} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as DemoProject;
}

async function drawPictures(seed: number): Promise<DemoRequest['pictures']> {
  const avatars = await Promise.all(createSamplePeople(seed).slice(0, AVATARS).map(drawAvatar));
  return {
    avatars: avatars.map((png) => png.toString('base64')),
    screenshot: (await drawScreenshot()).toString('base64'),
  };
}
