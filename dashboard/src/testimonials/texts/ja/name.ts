export const testimonialsName = 'お客様の声';
