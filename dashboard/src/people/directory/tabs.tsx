import { directory as texts } from '#texts/directory';
import { useProject } from '../../projects/projects.ts';
import { Tab } from '../../ui/page.tsx';

/** Tabs of the people of a project and of their companies. */
export function DirectoryTabs() {
  const { slug } = useProject();
  const link = { params: { slug }, activeOptions: { exact: true, includeSearch: false } };
  return (
    <>
      <Tab to="/projects/$slug/people" {...link}>
        {texts.title}
      </Tab>
      <Tab to="/projects/$slug/people/companies" {...link}>
        {texts.companies}
      </Tab>
    </>
  );
}
