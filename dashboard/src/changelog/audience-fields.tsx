import { LANGUAGE_NAMES, LANGUAGES } from '@earshot/contract/shared/languages';
import { changelog as texts } from './texts/en/changelog.ts';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { SegmentSelect } from '../people/segments/segment-select.tsx';
import { Tags } from '../ui/tags.tsx';
import type { Fields } from './draft.ts';

interface AudienceFieldsProps {
  fields: Pick<Fields, 'segment_id' | 'pages' | 'languages'>;
  onChange: (change: Partial<Fields>) => void;
}

const names: Record<string, string> = LANGUAGE_NAMES;
const toPath = (text: string) => (/^[/*]/.test(text) ? text : `/${text}`);

/** Fields of the readers for whom an entry is: people in a segment, on some pages, and of some languages. */
export const AudienceFields = ({ fields: { segment_id: segment, pages, languages }, onChange }: AudienceFieldsProps) => (
  <>
    <SegmentSelect
      value={segment ?? ''}
      without={texts.everyone}
      onChange={(chosen) => onChange({ segment_id: chosen || null })}
    />
    <div className="field">
      <span className="label">{texts.audience.pages}</span>
      <Tags
        label={texts.audience.pages}
        addLabel={texts.audience.addPage}
        maxLength={1_000}
        tags={pages}
        onChange={(paths) => onChange({ pages: [...new Set(paths.map(toPath))] })}
      />
      <span className="hint">{texts.audience.pagesHint}</span>
    </div>
    <div className="field">
      <span className="label">{texts.audience.languages}</span>
      <ToggleButtonGroup
        aria-label={texts.audience.languages}
        className="toggles"
        selectionMode="multiple"
        selectedKeys={languages}
        onSelectionChange={(chosen) => onChange({ languages: [...chosen].map(String) })}
      >
        {[...new Set<string>([...LANGUAGES, ...languages])].map((language) => (
          <ToggleButton key={language} id={language} className="choice" lang={language}>
            {names[language] ?? language}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <span className="hint">{texts.audience.languagesHint}</span>
    </div>
  </>
);
