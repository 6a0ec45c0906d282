export const changelogName = 'Novedades';
