export const changelogName = 'Nouveautés';
