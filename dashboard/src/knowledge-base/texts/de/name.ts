export const knowledgeBaseName = 'Hilfecenter';
