export const testimonialsName = 'Testimonios';
