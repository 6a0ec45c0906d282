import { waitlist as texts } from './texts/en/waitlist.ts';
import { useProject } from '../projects/projects.ts';
import { Tab } from '../ui/page.tsx';

/** Tabs of the waitlist, for members. */
export function WaitlistTabs() {
  const { slug } = useProject();
  const link = { params: { slug }, activeOptions: { exact: true, includeSearch: false } };
  return (
    <>
      <Tab to="/projects/$slug/waitlist" {...link}>
        {texts.tabs.people}
      </Tab>
      <Tab to="/projects/$slug/waitlist/broadcasts" {...link}>
        {texts.tabs.broadcasts}
      </Tab>
    </>
  );
}
