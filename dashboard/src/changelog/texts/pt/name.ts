export const changelogName = 'Novidades';
