import { MAX_WALL_COLUMNS, SORTS, WALL_CORNERS, WALL_LAYOUTS } from '@earshot/contract/services/testimonials/values';
import { THEMES } from '@earshot/contract/shared/values';
import { DARK_ACCENT, LIGHT_ACCENT, type WallStyle } from '@earshot/contract/services/testimonials/wall-style';
import { walls as texts } from './texts/en/walls.ts';
import { ColorField } from '../settings/branding/fields.tsx';
import { Checkbox, Select } from '../ui/field.tsx';

const toOptions = <T extends string>(ids: readonly T[], labels: Record<T, string>) =>
  ids.map((id) => ({ id, label: labels[id] }));

const ANY = 'any';
const COLUMNS = [
  { id: ANY, label: texts.anyColumns },
  ...Array.from({ length: MAX_WALL_COLUMNS }, (_, index) => ({ id: String(index + 1), label: texts.columnCount(index + 1) })),
];
const LIMITS = [null, 3, 6, 9, 12, 24, 48];
const PARTS = ['show_rating', 'show_date', 'show_avatar', 'show_company'] as const;
const COLOR = /^#[0-9a-f]{6}$/i;

interface StyleFieldsProps {
  style: WallStyle;
  isReadOnly: boolean;
  onChange: (changes: Partial<WallStyle>) => void;
}

/** Options of the look of a wall. */
export function StyleFields({ style, isReadOnly, onChange }: StyleFieldsProps) {
  const limits = [...new Set([...LIMITS, style.limit])].toSorted((a, b) => (a ?? 0) - (b ?? 0));
  return (
    <div className="wall-fields">
      <Select
        label={texts.layout}
        options={toOptions(WALL_LAYOUTS, texts.layouts)}
        value={style.layout}
        isDisabled={isReadOnly}
        onChange={(layout) => onChange({ layout })}
      />
      {style.layout !== 'list' && (
        <Select
          label={texts.columns}
          options={COLUMNS}
          value={style.columns === null ? ANY : String(style.columns)}
          isDisabled={isReadOnly}
          onChange={(columns) => onChange({ columns: columns === ANY ? null : Number(columns) })}
        />
      )}
      <Select
        label={texts.theme}
        options={toOptions(THEMES, texts.themes)}
        value={style.theme}
        isDisabled={isReadOnly}
        onChange={(theme) => onChange({ theme })}
      />
      <Select
        label={texts.corners}
        options={toOptions(WALL_CORNERS, texts.cornerNames)}
        value={style.corners}
        isDisabled={isReadOnly}
        onChange={(corners) => onChange({ corners })}
      />
      <Select
        label={texts.sort}
        options={toOptions(SORTS, texts.sorts)}
        value={style.sort}
        isDisabled={isReadOnly}
        onChange={(sort) => onChange({ sort })}
      />
      <Select
        label={texts.limit}
        options={limits.map((count) => ({ id: String(count), label: texts.limits(count) }))}
        value={String(style.limit)}
        isDisabled={isReadOnly}
        onChange={(limit) => onChange({ limit: Number(limit) || null })}
      />
      <ColorField
        name="accent_color"
        label={texts.accent}
        hint={texts.accentHint}
        value={style.accent_color ?? ''}
        fallback={style.theme === 'dark' ? DARK_ACCENT : LIGHT_ACCENT}
        isReadOnly={isReadOnly}
        onChange={(color) => onChange({ accent_color: color || null })}
      />
      <div className="field" role="group" aria-label={texts.shows}>
        <span className="label">{texts.shows}</span>
        {PARTS.map((part) => (
          <Checkbox
            key={part}
            isSelected={style[part]}
            isDisabled={isReadOnly}
            onChange={(isShown) => onChange({ [part]: isShown })}
          >
            {texts.parts[part]}
          </Checkbox>
        ))}
      </div>
    </div>
  );
}

/** Returns the attributes of the widget that show a look, saved or not. */
export function toAttributes(style: WallStyle): Record<string, string> {
  return {
    layout: style.layout,
    theme: style.theme,
    corners: style.corners,
    sort: style.sort,
    columns: String(style.columns ?? 0),
    limit: String(style.limit ?? 0),
    accent: COLOR.test(style.accent_color ?? '') ? (style.accent_color ?? '') : '',
    hide: PARTS.filter((part) => !style[part])
      .map((part) => part.replace('show_', ''))
      .join(' '),
  };
}

/** Whether a look can be saved: a color that is being typed is incomplete. */
export const isComplete = ({ accent_color: color }: WallStyle): boolean => color === null || COLOR.test(color);
