export const knowledgeBaseName = 'مركز المساعدة';
