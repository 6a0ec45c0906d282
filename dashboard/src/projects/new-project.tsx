import { projects as texts } from '#texts/projects';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { refresh, useClient } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { timeZone } from '../ui/dates/local-time.ts';
import { useTitle } from '../ui/state.tsx';
import { TimeZoneField } from '../ui/time-zones/time-zone-field.tsx';

export function NewProject() {
  useTitle(texts.new);
  const call = useClient();
  const navigate = useNavigate();
  const [zone, setZone] = useState(timeZone);
  const opensImport = useRef(false);
  const create = async (name: string) => {
    const { slug } = await call('POST /v1/projects', { body: { name, timezone: zone || undefined } });
    await refresh('/v1/projects');
    await (opensImport.current
      ? navigate({ to: '/projects/$slug/settings/$section', params: { slug, section: 'imports' } })
      : navigate({ to: '/projects/$slug', params: { slug } }));
  };
  return (
    <main className="narrow card">
      <h1>{texts.new}</h1>
      <p className="lead">{texts.noneHint}</p>
      <Form onSubmit={(text) => create(text('name'))}>
        {({ isBusy }) => (
          <>
            <TextField name="name" label={texts.name} hint={texts.newHint} isRequired autoFocus maxLength={100} />
            <TimeZoneField name="timezone" label={texts.timezone} hint={texts.timezoneHint} value={zone} onChange={setZone} />
            <Button type="submit" look="primary" isPending={isBusy} onPress={() => void (opensImport.current = false)}>
              {texts.create}
            </Button>
            <Button type="submit" isPending={isBusy} onPress={() => void (opensImport.current = true)}>
              {texts.createAndImport}
            </Button>
          </>
        )}
      </Form>
    </main>
  );
}
