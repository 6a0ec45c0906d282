import { type BrandingPreview, EarshotError } from '@earshot/sdk';
import { branding as texts } from '#texts/settings/branding';
import { settings } from '#texts/settings';
import { Check, ExternalLink, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { toSentence, useRead } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { formatDecimal } from '../../texts/decimal.ts';
import { useDebounced } from '../../ui/debounce.ts';
import { Skeleton } from '../../ui/state.tsx';
import type { SettingsChange } from '../settings-form.tsx';
import { HtmlFrame } from './html-frame.tsx';

interface PreviewProps {
  changes: SettingsChange;
}

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** Sample of a public page with unsaved settings, and the contrast of the color. */
export function PagePreview({ changes: { settings: changed, ...changes } }: PreviewProps) {
  const { pages_url, settings: saved } = useProject();
  const [scheme, setScheme] = useState<Scheme>('light');
  const isAuto = (changed?.pages?.theme ?? saved.pages.theme) === 'auto';
  const pages = { ...changed?.pages, ...(isAuto && { theme: scheme }) };
  return (
    <Preview changes={{ ...changes, settings: { ...changed, pages } }} hint={texts.previewHint}>
      {({ page, contrast }) => (
        <>
          <Contrast contrast={contrast} />
          <div className="actions">
            {isAuto && (
              <ToggleButtonGroup
                className="choice-bar"
                aria-label={texts.theme}
                selectionMode="single"
                disallowEmptySelection
                selectedKeys={[scheme]}
                onSelectionChange={([key]) => setScheme(key as Scheme)}
              >
                {SCHEMES.map((one) => (
                  <ToggleButton key={one} id={one} className="choice">
                    {texts.themes[one]}
                  </ToggleButton>
                ))}
              </ToggleButtonGroup>
            )}
            <span className="grow" />
            <a className="button plain" href={pages_url} target="_blank" rel="noreferrer">
              <ExternalLink size={15} aria-hidden />
              {texts.open}
            </a>
          </div>
          <HtmlFrame title={texts.pageTitle} html={page} />
        </>
      )}
    </Preview>
  );
}

/** Sample of a mail with unsaved settings. */
export const MailPreview = ({ changes }: PreviewProps) => (
  <Preview changes={changes} hint={texts.mailHint}>
    {({ mail }) => (
      <>
        <p>
          <strong dir="auto">{mail.subject}</strong>
        </p>
        <HtmlFrame title={texts.mailTitle} html={mail.html} />
      </>
    )}
  </Preview>
);

interface FrameProps extends PreviewProps {
  hint: string;
  children: (preview: BrandingPreview) => ReactNode;
}

/** Requests a preview after a pause in typing. While a setting is invalid, the last preview stays next to its problem. */
function Preview({ changes, hint, children }: FrameProps) {
  const { id } = useProject();
  const maySet = useMay('admin');
  // Compared as text, because the changes are a new object on each render.
  const { pages, mail } = (JSON.parse(useDebounced(JSON.stringify(changes))) as SettingsChange).settings ?? {};
  const { data, error } = useRead(
    'POST /v1/projects/{id}/branding/preview',
    { path: { id }, body: { settings: { ...(pages && { pages }), ...(mail && { mail }) } } },
    { keep: true, enabled: maySet, staleTime: 0 },
  );
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  if (!maySet) return undefined;
  return (
    <section className="panel branding-preview" aria-label={texts.preview}>
      <header>
        <h2>{texts.preview}</h2>
        <p className="soft">{hint}</p>
      </header>
      {error && (
        <p className="notice problem" role="alert">
          {describeProblem(error)}
        </p>
      )}
      {last ? children(last) : !error && <Skeleton lines={8} height="3rem" />}
    </section>
  );
}

/** Returns the messages of the server, with the labels of the settings instead of their paths. */
function describeProblem(error: unknown): string {
  if (!(error instanceof EarshotError) || !error.fields.length) return toSentence(error);
  return error.fields
    .map(({ path, message }) => toSentence(new Error(message.replace(path, settings.fields[path]?.label ?? path))))
    .join(' ');
}

const ratioText = (ratio: number) => `${formatDecimal(ratio, 1)}:1`;
const MIN_RATIO = 4.5;

function Contrast({ contrast: { light, dark, button } }: Pick<BrandingPreview, 'contrast'>) {
  const themes = { light, dark };
  return (
    <ul className="contrast" aria-label={texts.contrast.title}>
      {SCHEMES.map((scheme) => {
        const { ratio, link_color } = themes[scheme];
        const isReadable = ratio >= MIN_RATIO;
        const theme = texts.themes[scheme];
        return (
          <li key={scheme} className={isReadable ? 'good' : 'warn'}>
            {isReadable ? <Check size={15} aria-hidden /> : <TriangleAlert size={15} aria-hidden />}
            {isReadable
              ? texts.contrast.good(theme, ratioText(ratio))
              : texts.contrast.adjusted(theme, ratioText(ratio), link_color)}
          </li>
        );
      })}
      <li className="good">
        <Check size={15} aria-hidden />
        {texts.contrast.button(texts.contrast[button.text_color === '#ffffff' ? 'white' : 'black'], ratioText(button.ratio))}
      </li>
    </ul>
  );
}
