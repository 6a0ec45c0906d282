export const testimonialsName = 'Testimonials';
