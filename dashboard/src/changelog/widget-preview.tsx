import type { ChangelogEntry } from '@earshot/sdk';
import { announcing as texts } from './texts/en/changelog.ts';
import { createElement, useEffect, useState } from 'react';
import { describeNotLoaded } from '../lazy.tsx';
import { useProject } from '../projects/projects.ts';
import { showProblem } from '../ui/toast.tsx';

/** Script of the widget, which the server delivers. */
const SCRIPT = '/widgets/changelog.js';

/** An entry as the widgets show it: its announcement, if it has one, and its place in the list. Their buttons do nothing. */
export function WidgetPreview({ entry }: { entry: ChangelogEntry }) {
  const { api_key: key } = useProject();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    void import(/* @vite-ignore */ SCRIPT).then(
      () => setLoaded(true),
      () => showProblem(describeNotLoaded(false)),
    );
  }, []);
  if (!isLoaded) return undefined;
  const attributes = { 'project-key': key, theme: 'auto', preview: JSON.stringify(entry) };
  return (
    <div className="widget-preview">
      {entry.announcement && (
        <section>
          <h3>{texts.forms[entry.announcement]}</h3>
          <div inert>{createElement('earshot-changelog-announcement', attributes)}</div>
        </section>
      )}
      <section>
        {entry.announcement && <h3>{texts.list}</h3>}
        <div inert>{createElement('earshot-changelog', attributes)}</div>
      </section>
    </div>
  );
}
