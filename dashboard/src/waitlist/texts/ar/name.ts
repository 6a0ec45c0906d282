export const waitlistName = 'قائمة الانتظار';
