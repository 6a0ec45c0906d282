import type { Import } from '@earshot/sdk';
import { imports as texts } from '#texts/settings/imports';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { Select, TextField } from '../../ui/field.tsx';

/** Sources whose records have no texts with images. */
const WITHOUT_TEXTS = new Set<Import['source']>(['plausible', 'umami', 'getwaitlist', 'earshot']);

interface OptionsProps {
  item: Import;
  onChange: (options: Import['options']) => void;
}

/** Options besides the format: the hosts of images, and the index of articles. */
export function Options({ item: { source, options, fields }, onChange }: OptionsProps) {
  if (WITHOUT_TEXTS.has(source)) return null;
  const hasArticles = source === 'articles' || (source === 'csv' && options.collection === 'articles' && 'articles' in fields);
  return (
    <section className="panel" aria-label={texts.options}>
      <header className="panel-head">
        <h2>{texts.options}</h2>
      </header>
      {hasArticles && <IndexChoice value={options.index_id} onChange={(index_id) => onChange({ index_id })} />}
      <ImageHosts hosts={options.image_hosts ?? []} onChange={(image_hosts) => onChange({ image_hosts })} />
    </section>
  );
}

function IndexChoice({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const indexes = useRead('GET /v1/indexes', {});
  const options = (indexes.data?.data ?? []).map(({ id, name }) => ({ id, label: name }));
  // A project with one index needs no choice.
  if (options.length < 2) return null;
  return (
    <Select
      label={texts.index}
      options={[...(value ? [] : [{ id: '', label: texts.chooseIndex }]), ...options]}
      value={value ?? ''}
      onChange={onChange}
    />
  );
}

/** Hosts in a text, separated by commas or spaces. Stored when the field is left. */
function ImageHosts({ hosts, onChange }: { hosts: readonly string[]; onChange: (hosts: string[]) => void }) {
  const [typed, setTyped] = useState(hosts.join(', '));
  const store = () => {
    const given = typed.split(/[\s,]+/).filter(Boolean);
    if (given.join() !== hosts.join()) onChange(given);
  };
  return (
    <TextField
      label={texts.imageHosts}
      hint={texts.imageHostsHint}
      placeholder="cdn.canny.io"
      isCode
      value={typed}
      onChange={setTyped}
      onBlur={store}
      onKeyDown={({ key }) => key === 'Enter' && store()}
    />
  );
}
