import type { Mail } from '@earshot/sdk';
import { settings } from '#texts/settings';
import { useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { HtmlFrame } from './branding/html-frame.tsx';

const texts = settings.mail;
const FORMATS = ['html', 'text'] as const;

/** Content of a mail, as HTML or as the text that mail programs without HTML show. */
export function MailBody({ mail }: { mail: Pick<Mail, 'html' | 'text'> }) {
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('html');
  return (
    <>
      <ToggleButtonGroup
        aria-label={texts.format}
        className="choice-bar"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[format]}
        onSelectionChange={([chosen]) => setFormat(chosen as typeof format)}
      >
        {FORMATS.map((id) => (
          <ToggleButton key={id} id={id} className="choice">
            {texts.formats[id]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {format === 'html' ? (
        <HtmlFrame title={texts.content} html={mail.html} />
      ) : (
        <pre className="mail" tabIndex={0}>
          {mail.text}
        </pre>
      )}
    </>
  );
}
