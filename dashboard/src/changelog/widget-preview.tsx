import type { ChangelogEntry } from '@earshot/sdk';
import { createElement, useEffect, useState } from 'react';
import { useProject } from '../projects/projects.ts';

/** Script of the widget, which the server delivers. */
const SCRIPT = '/widgets/changelog.js';

/** An entry as the widget shows it. Its buttons do nothing. */
export function WidgetPreview({ entry }: { entry: ChangelogEntry }) {
  const { api_key: key } = useProject();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    void import(/* @vite-ignore */ SCRIPT).then(() => setLoaded(true));
  }, []);
  if (!isLoaded) return undefined;
  return (
    <div className="widget-preview" inert>
      {createElement('earshot-changelog', { 'project-key': key, theme: 'auto', preview: JSON.stringify(entry) })}
    </div>
  );
}
