export const knowledgeBaseName = 'ヘルプセンター';
