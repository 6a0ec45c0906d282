export const knowledgeBaseName = 'Centre d’aide';
