import { Check, Copy as CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { common } from '#texts/common';
import { IconButton } from './button.tsx';

const NOTICE_MS = 2_000;

/** Rejects when the browser does not allow it. The clipboard requires HTTPS. */
export async function copyText(text: string): Promise<void> {
  if (!window.isSecureContext) throw new Error(common.copyNeedsHttps);
  await navigator.clipboard.writeText(text);
}

/** Button that copies a text. Its label is given, or names what is copied. */
export function CopyButton({ text, ...named }: { text: string } & ({ label: string } | { name: string })) {
  const label = 'label' in named ? named.label : common.copy + common.colon + named.name;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), NOTICE_MS);
  };
  return (
    <IconButton
      label={isCopied ? common.copied : label}
      onPress={() => {
        void copy();
      }}
    >
      {isCopied ? <Check size={16} /> : <CopyIcon size={16} />}
    </IconButton>
  );
}

/** Code block with a copy button. */
export const Snippet = ({ title, code }: { title: string; code: string }) => (
  <figure className="snippet">
    <figcaption>
      {title}
      <CopyButton text={code} name={title} />
    </figcaption>
    <pre tabIndex={0} role="region" aria-label={title}>
      <code>{code}</code>
    </pre>
  </figure>
);
