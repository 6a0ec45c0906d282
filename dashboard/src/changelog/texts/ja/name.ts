export const changelogName = '新着情報';
