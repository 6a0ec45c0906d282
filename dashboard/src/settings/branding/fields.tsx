import { branding as texts } from '#texts/settings/branding';
import { Plus, Trash2, Upload } from 'lucide-react';
import { useId } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField, useFieldError } from '../../ui/field.tsx';
import { IMAGE_TYPES, useUpload } from '../../projects/use-upload.ts';

interface FieldProps<T> {
  name: string;
  label: string;
  hint: string | undefined;
  value: T;
  isReadOnly: boolean;
  onChange: (value: T) => void;
}

/** Selection of an image, which is uploaded immediately. */
export function ImageField({ label, hint, value, isReadOnly, onChange }: FieldProps<string | null>) {
  const { uploadImage, isUploading } = useUpload();
  const id = useId();
  const upload = async (file: File | undefined) => {
    const image = file && (await uploadImage(file));
    if (image) onChange(image.src);
  };
  const action = value ? texts.image.replace : texts.image.upload;
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="label">
        {label}
      </span>
      <div className="image-field">
        {value ? <img src={value} alt={label} /> : <span className="soft">{texts.image.none}</span>}
        {!isReadOnly && (
          <>
            <FileTrigger acceptedFileTypes={IMAGE_TYPES} onSelect={(files) => void upload(files?.[0])}>
              <Button icon={<Upload size={15} />} isPending={isUploading} aria-label={texts.image.of(action, label)}>
                {action}
              </Button>
            </FileTrigger>
            {value && (
              <Button look="plain" aria-label={texts.image.of(texts.image.remove, label)} onPress={() => onChange(null)}>
                {texts.image.remove}
              </Button>
            )}
          </>
        )}
      </div>
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
}

const COLOR = /^#[0-9a-f]{6}$/i;

interface ColorFieldProps extends FieldProps<string> {
  /** Color that applies while the field is empty. */
  fallback?: string;
}

/** Input of a color as text, with the color picker of the browser. */
export const ColorField = ({ value, isReadOnly, onChange, fallback = '#000000', ...field }: ColorFieldProps) => (
  <div className="color-field">
    <TextField {...field} isCode value={value} isReadOnly={isReadOnly} onChange={(typed) => onChange(typed.trim())} />
    <input
      type="color"
      className="swatch"
      aria-label={texts.color.pick}
      value={COLOR.test(value) ? value : fallback}
      disabled={isReadOnly}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
);

export interface HeaderLink {
  label: string;
  url: string;
}

const MAX_LINKS = 6;

/** Input of a list of links. */
export function LinksField({ name, label, hint, value, isReadOnly, onChange }: FieldProps<HeaderLink[]>) {
  const id = useId();
  const { error } = useFieldError(name);
  const change = (index: number, part: Partial<HeaderLink>) =>
    onChange(value.map((link, at) => (at === index ? { ...link, ...part } : link)));
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="label">
        {label}
      </span>
      {value.map((link, index) => (
        // Links have no identity but their position.
        // eslint-disable-next-line react/no-array-index-key
        <div key={index} className="link-field">
          <TextField
            name={`${name}[${index}].label`}
            label={texts.links.labelOf(index + 1)}
            isLabelHidden
            placeholder={texts.links.label}
            value={link.label}
            maxLength={40}
            isReadOnly={isReadOnly}
            onChange={(typed) => change(index, { label: typed })}
          />
          <TextField
            name={`${name}[${index}].url`}
            label={texts.links.urlOf(index + 1)}
            isLabelHidden
            placeholder={texts.links.url}
            value={link.url}
            isReadOnly={isReadOnly}
            onChange={(typed) => change(index, { url: typed })}
          />
          {!isReadOnly && (
            <IconButton label={texts.links.remove(index + 1)} onPress={() => onChange(value.filter((_, at) => at !== index))}>
              <Trash2 size={15} />
            </IconButton>
          )}
        </div>
      ))}
      {!isReadOnly && value.length < MAX_LINKS && (
        <div>
          <Button icon={<Plus size={15} />} onPress={() => onChange([...value, { label: '', url: '' }])}>
            {texts.links.add}
          </Button>
        </div>
      )}
      {hint && <p className="hint">{hint}</p>}
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}
