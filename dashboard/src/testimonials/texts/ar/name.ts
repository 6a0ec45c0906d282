export const testimonialsName = 'الشهادات';
