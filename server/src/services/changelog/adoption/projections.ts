import { MIN_PEOPLE } from '@earshot/contract/services/changelog/values';
import { formatId } from '../../../platform/ids.ts';
import type { Subject } from '../../../platform/jobs/events.ts';
import { findMedian } from '../../../platform/statistics/median.ts';
import { buildWilsonInterval } from '../../../platform/statistics/wilson.ts';
import { type Adoption, IS_IN, type MeasuredPerson } from './adoption.ts';

const DAY_MS = 86_400_000;

const round = (value: number, digits = 4) => Number(value.toFixed(digits));
const toRate = (count: number, total: number) => (total < MIN_PEOPLE ? null : round(count / total));
const toTime = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);

/** Returns whether the numbers of an adoption describe few people, so that only members may know them. */
export const isOfFew = ({ people }: Adoption) => people.length < MIN_PEOPLE;

interface Viewer {
  /** Whether the reader may know the numbers of few people. */
  seesFew: boolean;
}

/** Projection without the days. */
export function summaryForTeam(adoption: Adoption, { seesFew }: Viewer) {
  const { entry, people, unknown, others } = adoption;
  const isHidden = isOfFew(adoption) && !seesFew;
  const toCount = (count: number) => (isHidden ? null : count);
  const countIn = (state: keyof typeof IS_IN) => people.filter(IS_IN[state]).length;
  const used = countIn('used');
  const active = sum(others.values());
  const othersUsed = active - (others.get(-1) ?? 0);
  const from = entry.published_at.getTime();
  const days = people.flatMap(({ usedAt }) => (usedAt === undefined ? [] : [(usedAt - from) / DAY_MS]));
  return {
    id: formatId('cl', entry.id),
    project_id: formatId('prj', entry.project_id),
    title: entry.title,
    success: entry.success,
    published_at: entry.published_at.toISOString(),
    window_ends_at: adoption.windowEnd.toISOString(),
    as_of: adoption.asOf.toISOString(),
    is_complete: adoption.isComplete,
    asked: toCount(people.length + unknown),
    identified: toCount(people.length),
    unknown: toCount(unknown),
    told: toCount(countIn('told')),
    returned: toCount(people.filter(({ returnedAt }) => returnedAt !== undefined).length),
    silent: toCount(countIn('silent')),
    used: {
      count: toCount(used),
      rate: toRate(used, people.length),
      interval: isOfFew(adoption) ? null : buildWilsonInterval(used, people.length).map((value) => round(value)),
      median_days: isOfFew(adoption) || !days.length ? null : round(findMedian(days), 1),
    },
    others: { active, used: othersUsed, rate: toRate(othersUsed, active) },
  };
}

export function adoptionForTeam(adoption: Adoption, viewer: Viewer) {
  const { entry, asOf, windowEnd, people, others } = adoption;
  const summary = summaryForTeam(adoption, viewer);
  const from = entry.published_at.getTime();
  const begun = Math.max(0, Math.ceil((Math.min(asOf.getTime(), windowEnd.getTime()) - from) / DAY_MS));
  return {
    ...summary,
    days: Array.from({ length: begun }, (_, index) => {
      const used = people.filter(({ usedAt }) => usedAt !== undefined && usedAt < from + (index + 1) * DAY_MS).length;
      const othersUsed = sum([...others].map(([day, count]) => (day >= 0 && day <= index ? count : 0)));
      return {
        day: index + 1,
        used: summary.used.count === null ? null : used,
        rate: toRate(used, people.length),
        others_used: othersUsed,
        others_rate: toRate(othersUsed, summary.others.active),
      };
    }),
  };
}

export const personForMember = (
  projectId: string,
  { id, name, emails, user_ids, told_at, returnedAt, usedAt }: MeasuredPerson,
) => ({
  id: formatId('per', id),
  project_id: formatId('prj', projectId),
  name,
  emails,
  user_ids,
  told_at: told_at?.toISOString() ?? null,
  returned_at: toTime(returnedAt),
  used_at: toTime(usedAt),
});

/** Projection for events. Numbers of few people are for receivers of personal data. */
export const adoptionForEvent = (adoption: Adoption): Subject => ({
  data: summaryForTeam(adoption, { seesFew: true }),
  personal: {},
  isPersonal: isOfFew(adoption),
});
