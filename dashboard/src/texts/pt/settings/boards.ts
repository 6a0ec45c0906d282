import type { boards as english } from '../../en/settings/boards.ts';
import { plural } from '../../plural.ts';
import type { Texts } from '../../texts.ts';

export const boards: Texts<typeof english> = {
  title: 'Quadros',
  board: 'Quadro',
  hint: 'As entradas pertencem a um quadro, que decide quem pode lê-las. Entradas sem outra escolha pertencem ao quadro padrão.',
  name: 'Nome',
  slug: 'Slug',
  slugHint: 'Parte da URL da página do quadro.',
  description: 'Descrição',
  access: 'Quem pode ler',
  accessHint: 'Quem pode ler um quadro pode enviar entradas a ele.',
  accesses: {
    public: 'Todos',
    signed_in: 'Usuários identificados',
    segment: 'Segmento de pessoas',
    submit_only: 'Equipe e autor',
    team: 'Equipe',
  },
  fields: 'Campos personalizados do formulário',
  allFields: 'Todos os campos',
  entries: 'Entradas',
  default: 'Padrão',
  new: 'Novo quadro…',
  newTitle: 'Novo quadro',
  create: 'Criar quadro',
  edit: 'Editar',
  editOf: (name) => `Editar ${name}`,
  editTitle: 'Editar quadro',
  moveUp: (name) => `Mover ${name} para cima`,
  moveDown: (name) => `Mover ${name} para baixo`,
  deleteOf: (name) => `Excluir ${name}`,
  deleteTitle: (name) => `Excluir o quadro “${name}”?`,
  deleteHint: (count) =>
    count === 0
      ? 'O quadro não tem entradas.'
      : plural(count, {
          one: 'Uma entrada é movida para o quadro selecionado.',
          other: '# entradas são movidas para o quadro selecionado.',
        }),
  moveTo: 'Mover entradas para',
  saved: 'Quadro salvo',
  removed: 'Quadro excluído',
  deleted: 'Quadro excluído',
};
