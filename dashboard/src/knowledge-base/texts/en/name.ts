export const knowledgeBaseName: string = 'Help center';
