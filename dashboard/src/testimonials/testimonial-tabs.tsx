import { testimonials as texts } from './texts/en/testimonials.ts';
import { Tab } from '../ui/page.tsx';

/** Tabs of the testimonial pages. */
export const TestimonialTabs = ({ slug }: { slug: string }) => (
  <>
    <Tab to="/projects/$slug/testimonials" params={{ slug }} activeOptions={{ exact: true, includeSearch: false }}>
      {texts.queue}
    </Tab>
    <Tab to="/projects/$slug/testimonials/wall" params={{ slug }}>
      {texts.wall}
    </Tab>
    <Tab to="/projects/$slug/testimonials/requests" params={{ slug }}>
      {texts.requests}
    </Tab>
  </>
);
