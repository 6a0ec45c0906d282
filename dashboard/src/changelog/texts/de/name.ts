export const changelogName = 'Changelog';
