import { type BuildSection, formatNumber, toRows } from '../../../instance/reports/section.ts';
import { type AdoptionDeps, IS_IN, measureAdoption } from './adoption.ts';
import { listEnded } from './adoption-store.ts';
import { isOfFew } from './projections.ts';

/** Section of the releases whose window ended. Outside recipients read reports, so that releases with few people are not in it. */
export const createAdoptionReport =
  (deps: AdoptionDeps): BuildSection =>
  async ({ project: { id }, period }) => {
    const adoptions = [];
    for (const entry of await listEnded(deps.db, id, period)) adoptions.push(await measureAdoption(deps, entry));
    const shown = adoptions.filter((adoption) => !isOfFew(adoption));
    if (!shown.length) return undefined;
    const rows = shown.map(({ entry, people }) => ({
      title: entry.title,
      used: people.filter(IS_IN.used).length,
      of: people.length,
    }));
    return {
      title: 'Changelog',
      figures: [],
      lists: [
        {
          title: 'Did the people who asked use it?',
          rows: toRows(rows, {
            label: ({ title }) => title,
            value: ({ used, of }) => `${formatNumber(used)} of ${formatNumber(of)} used it`,
            count: ({ used, of }) => used / of,
          }),
        },
      ],
      link: { label: 'Open outcomes', path: 'outcomes' },
    };
  };
