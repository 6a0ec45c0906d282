import type { Language } from '../language.ts';

export const common: Language['common'] = {
  close: 'Fechar',
  back: 'Voltar',
  send: 'Enviar',
  email: 'E-mail',
  name: 'Nome',
  optional: 'opcional',
  loading: 'Carregando…',
  more: 'Mostrar mais',
  tryAgain: 'Tentar novamente',
  unreachable: 'Falha na conexão. O que você escreveu foi mantido; tente novamente em instantes.',
  tooMany: 'Muitas solicitações. Tente novamente em um minuto.',
  signedOut: 'Não foi possível verificar seu login. Recarregue a página e tente novamente.',
  invalidEmail: 'Insira um e-mail válido.',
  nothing: 'Ainda não há nada aqui',
  status_new: 'Novo',
  status_under_review: 'Em análise',
  status_planned: 'Planejado',
  status_in_progress: 'Em andamento',
  status_done: 'Concluído',
  status_declined: 'Recusado',
  status_duplicate: 'Unificado',
};

export const button: Language['button'] = {
  feedback: 'Feedback',
  connectionFailed: 'Falha na conexão. Tente novamente em instantes.',
};

export const signIn: Language['signIn'] = {
  mailCode: 'Enviar um código por e-mail',
  code: 'Código',
  enterCode: 'Entrar',
  codeSent: 'Digite o código que enviamos para {email}.',
  wrongCode: 'O código está incorreto ou expirou.',
  signedInAs: 'Sessão iniciada como {email}',
  signOut: 'Sair',
};
