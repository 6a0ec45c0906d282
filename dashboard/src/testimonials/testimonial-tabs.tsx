import { testimonials as texts } from '#texts/testimonials';
import { Tab } from '../ui/page.tsx';

/** What waits, and what visitors see. */
export const TestimonialTabs = ({ slug }: { slug: string }) => (
  <>
    <Tab to="/projects/$slug/testimonials" params={{ slug }} activeOptions={{ exact: true, includeSearch: false }}>
      {texts.queue}
    </Tab>
    <Tab to="/projects/$slug/testimonials/wall" params={{ slug }}>
      {texts.wall}
    </Tab>
  </>
);
