import type { ServiceAccount } from '@earshot/sdk';
import { serviceAccounts as texts } from '#texts/settings/service-accounts';
import { Select } from '../ui/field.tsx';

type Scope = ServiceAccount['scopes'][number];
type Area = keyof typeof texts.areas;
type Level = keyof typeof texts.levels;

const AREAS = Object.keys(texts.areas) as Area[];
/** Areas without a scope to change them. */
const READ_ONLY = new Set<Area>(['audit_log', 'personal_data']);

const findLevel = (scopes: Scope[], area: Area): Level =>
  (['write', 'read'] as const).find((level) => scopes.includes(`${area}:${level}` as Scope)) ?? 'none';

const buildOptions = (area: Area) =>
  (READ_ONLY.has(area) ? (['none', 'read'] as const) : (['none', 'read', 'write'] as const)).map((id) => ({
    id,
    label: texts.levels[id],
  }));

/** Names the areas of scopes. */
export const describeScopes = (scopes: Scope[]): string =>
  AREAS.flatMap((area) => {
    const level = findLevel(scopes, area);
    return level === 'none' ? [] : [texts.scopeOf(texts.areas[area], level === 'write')];
  }).join(', ');

/** Selection of scopes: one level for each area. */
export function ScopeFields({ scopes, onChange }: { scopes: Scope[]; onChange: (scopes: Scope[]) => void }) {
  const setLevel = (area: Area, level: Level) =>
    onChange([
      ...scopes.filter((scope) => !scope.startsWith(`${area}:`)),
      ...(level === 'none' ? [] : [`${area}:${level}` as Scope]),
    ]);
  return (
    <fieldset className="scopes">
      <legend className="label">{texts.permissions}</legend>
      {AREAS.map((area) => (
        <Select
          key={area}
          label={texts.areas[area]}
          options={buildOptions(area)}
          value={findLevel(scopes, area)}
          onChange={(level) => setLevel(area, level)}
        />
      ))}
      <p className="hint">{texts.personalHint}</p>
    </fieldset>
  );
}
