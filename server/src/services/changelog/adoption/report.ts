import { formatNumber } from '../../../platform/i18n/texts.ts';
import { type BuildSection, toRows } from '../../../instance/reports/section.ts';
import { type AdoptionDeps, IS_IN, measureAdoption } from './adoption.ts';
import { listEnded } from './adoption-store.ts';
import { changelogTexts } from '../texts/texts.ts';
import { isOfFew } from './projections.ts';

/**
 * Section of the releases whose window ended. Outside recipients read reports, so that releases with few people, and those for a segment,
 * are not in it.
 */
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
    return (language) => {
      const t = changelogTexts(language).report;
      return {
        title: t.title,
        figures: [],
        lists: [
          {
            title: t.adoption,
            rows: toRows(rows, {
              label: ({ title }) => title,
              value: ({ used, of }) => t.used(formatNumber(used, language), formatNumber(of, language)),
              count: ({ used, of }) => used / of,
            }),
          },
        ],
        link: { label: t.open, path: 'outcomes' },
      };
    };
  };
