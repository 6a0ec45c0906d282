export const knowledgeBaseName = 'Centro de ayuda';
