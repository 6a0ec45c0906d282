export const knowledgeBaseName = 'Central de ajuda';
