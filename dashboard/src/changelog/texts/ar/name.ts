export const changelogName = 'الجديد';
