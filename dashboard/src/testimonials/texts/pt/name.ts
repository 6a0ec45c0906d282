export const testimonialsName = 'Depoimentos';
