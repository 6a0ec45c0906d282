import { STATUSES } from '@earshot/contract/services/waitlist/values';
import { segments as people } from '#texts/people/segments';
import { waitlist as texts } from './texts/en/waitlist.ts';
import { Group } from 'react-aria-components';
import { sortRewards } from '@earshot/contract/services/waitlist/rewards';
import { useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { AnswerFilters } from './answer-filters.tsx';
import { countries } from '../account/sessions.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import type { Change } from '../ui/history/step.ts';
import { SearchBox } from '../ui/search-box.tsx';
import type { Filters } from './filters.ts';

const REFERRALS = ['1', '3', '5', '10', '25'];

interface FilterBarProps {
  filters: Filters;
  onChange: (changes: Filters, change?: Change) => void;
  /** Whether the user may find people by personal data. */
  maySearch: boolean;
}

/** Search and filters of the list. */
export function FilterBar({ filters, onChange, maySearch }: FilterBarProps) {
  const { rewards, questions } = useProject().settings.waitlist;
  const stats = useRead('GET /v1/waitlist/stats', { query: { days: 30 } }).data;
  const segments = useRead('GET /v1/people/segments', {}, { enabled: maySearch }).data?.data ?? [];
  const sources = withValue(
    (stats?.sources ?? []).map(({ source }) => ({ id: `=${source ?? ''}`, name: source ?? texts.noSource })),
    filters.source,
  );
  const places = withValue(
    (stats?.countries ?? []).map(({ country }) => ({ id: country, name: countries.of(country) ?? country })),
    filters.country,
  );
  const segmentChoices = withValue(segments, filters.segment);
  return (
    <Group className="filters" aria-label={texts.filters}>
      {maySearch && <SearchBox label={texts.search} value={filters.q ?? ''} onChange={(q) => onChange({ q }, 'typing')} />}
      <FilterChoice
        label={texts.status}
        values={STATUSES}
        names={texts.statuses}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <Choice label={texts.source} choices={sources} value={filters.source} onChange={(source) => onChange({ source })} />
      <Choice
        label={texts.referrals}
        choices={withValue(
          REFERRALS.map((id) => ({ id, name: texts.atLeast(Number(id)) })),
          filters.min_referrals && String(filters.min_referrals),
        )}
        value={filters.min_referrals && String(filters.min_referrals)}
        onChange={(least) => onChange({ min_referrals: least === undefined ? undefined : Number(least) })}
      />
      {places.length > 0 && (
        <Choice label={texts.country} choices={places} value={filters.country} onChange={(country) => onChange({ country })} />
      )}
      {rewards.length > 0 && (
        <Choice
          label={texts.reward}
          choices={withValue(
            sortRewards(rewards).map(({ key, name }) => ({ id: key, name })),
            filters.reward,
          )}
          value={filters.reward}
          onChange={(reward) => onChange({ reward })}
        />
      )}
      {segmentChoices.length > 0 && (
        <Choice
          label={people.segment}
          choices={segmentChoices}
          value={filters.segment}
          onChange={(segment) => onChange({ segment })}
        />
      )}
      {maySearch && questions.length > 0 && (
        <AnswerFilters questions={questions} conditions={filters.answer} onChange={(answer) => onChange({ answer })} />
      )}
    </Group>
  );
}

interface Named {
  id: string;
  name: string;
}

/** Returns choices with the value of the URL, which may not be among the most frequent ones. */
const withValue = (choices: readonly Named[], value: string | undefined | 0): readonly Named[] =>
  value && !choices.some(({ id }) => id === value) ? [...choices, { id: value, name: value.replace(/^=/, '') }] : choices;

interface ChoiceProps {
  label: string;
  choices: readonly Named[];
  value: string | undefined | 0;
  onChange: (value: string | undefined) => void;
}

const Choice = ({ label, choices, value, onChange }: ChoiceProps) => (
  <FilterChoice
    label={label}
    values={choices.map(({ id }) => id)}
    names={Object.fromEntries(choices.map(({ id, name }) => [id, name]))}
    value={value || undefined}
    onChange={onChange}
  />
);
