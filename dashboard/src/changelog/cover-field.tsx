import { changelog as texts } from './texts/en/changelog.ts';
import { ImageField } from '../feedback/new/image-field.tsx';
import { TextField } from '../ui/field.tsx';
import type { Fields } from './draft.ts';

interface CoverFieldProps {
  fields: Fields;
  onChange: (change: Partial<Fields>) => void;
}

/** Cover image of an entry, and its text for people who do not see it. */
export const CoverField = ({ fields: { image_url: url, image_alt: alt }, onChange }: CoverFieldProps) => (
  <>
    <div className="field" role="group" aria-label={texts.cover}>
      <span className="label">{texts.cover}</span>
      <ImageField url={url ?? undefined} onChange={(image) => onChange({ image_url: image ?? null })} />
    </div>
    {url && (
      <TextField
        label={texts.coverAlt}
        hint={texts.coverAltHint}
        value={alt}
        onChange={(image_alt) => onChange({ image_alt })}
        maxLength={300}
      />
    )}
  </>
);
