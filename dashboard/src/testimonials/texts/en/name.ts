export const testimonialsName: string = 'Testimonials';
