import { subscriberList as texts } from './texts/en/changelog.ts';
import { useProject } from '../projects/projects.ts';
import { Tab } from '../ui/page.tsx';

/** Tabs of the changelog. */
export function ChangelogTabs() {
  const { slug } = useProject();
  const link = { params: { slug }, activeOptions: { exact: true, includeSearch: false } };
  return (
    <>
      <Tab to="/projects/$slug/changelog" {...link}>
        {texts.tabs.entries}
      </Tab>
      <Tab to="/projects/$slug/changelog/subscribers" {...link}>
        {texts.tabs.subscribers}
      </Tab>
    </>
  );
}
