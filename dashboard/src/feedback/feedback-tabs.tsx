import { feedback as texts } from '#texts/feedback';
import { Tab } from '../ui/page.tsx';

/** Tabs of the feedback pages. */
export const FeedbackTabs = ({ slug }: { slug: string }) => (
  <>
    <Tab to="/projects/$slug/feedback" params={{ slug }} activeOptions={{ exact: true, includeSearch: false }}>
      {texts.inbox}
    </Tab>
    <Tab to="/projects/$slug/feedback/board" params={{ slug }}>
      {texts.board}
    </Tab>
  </>
);
