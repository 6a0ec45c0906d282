export const testimonialsName = 'Témoignages';
