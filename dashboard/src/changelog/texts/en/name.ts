export const changelogName: string = 'Changelog';
