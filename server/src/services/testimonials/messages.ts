import type { Instance } from '../../instance/instance.ts';
import type { EventSummary } from '../../instance/messages/messages.ts';

interface TestimonialData {
  author_name?: string;
  author_company?: string | null;
  content: string;
  rating: number | null;
  tags: string[];
}

/** Adds messages about testimonials. */
export function describeTestimonials({ messages }: Pick<Instance, 'messages'>): void {
  messages.add({
    'testimonial.submitted': (testimonial: TestimonialData) => summarize(testimonial, 'New testimonial, awaiting approval'),
    'testimonial.approved': (testimonial: TestimonialData) => summarize(testimonial, 'Testimonial approved'),
    'testimonial.rejected': (testimonial: TestimonialData) => summarize(testimonial, 'Testimonial rejected'),
  });
}

const summarize = ({ author_name, author_company, content, rating, tags }: TestimonialData, heading: string): EventSummary => ({
  heading,
  title: [author_name ?? 'Testimonial', author_company].filter(Boolean).join(', '),
  content,
  facts: [rating !== null && '★'.repeat(rating), ...tags],
  link: 'testimonials',
});
