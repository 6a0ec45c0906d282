import type { DocumentOrder } from '@earshot/sdk';
import { arrangement as texts } from './texts/en/knowledge-base.ts';
import { common } from '#texts/common';
import { Link } from '@tanstack/react-router';
import { MoreHorizontal, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Menu, MenuItem, MenuSection } from '../ui/menu.tsx';
import { MoveButtons } from '../ui/lists/move-buttons.tsx';
import { moveBefore, SortableList } from '../ui/lists/sortable-list.tsx';
import { Loaded } from '../ui/state.tsx';
import { showProblem } from '../ui/toast.tsx';

type Category = DocumentOrder['categories'][number];
type Article = Category['documents'][number];

const renderName = (category: Category) => category.name ?? texts.none;

/** Saves orders one after the other, and shows them immediately. */
function useOrder(indexId: string) {
  const call = useClient();
  const path = { id: indexId };
  const read = useRead('GET /v1/indexes/{id}/order', { path });
  const [changed, setChanged] = useState<Category[]>();
  const saving = useRef(Promise.resolve());
  const latest = useRef(0);
  const save = (categories: Category[]) => {
    const number = ++latest.current;
    setChanged(categories);
    const saveInTurn = async (previous: Promise<void>) => {
      await previous;
      try {
        await call('PUT /v1/indexes/{id}/order', {
          path,
          body: { categories: categories.map(({ name, documents }) => ({ name, document_ids: documents.map(({ id }) => id) })) },
        });
      } catch (error) {
        showProblem(toSentence(error));
      }
      if (number !== latest.current) return;
      await refresh('/v1/indexes');
      setChanged(undefined);
    };
    saving.current = saveInTurn(saving.current);
  };
  return { read, changed, save };
}

/** Articles of a collection by category, in the order of the public pages. */
export function Arrangement({ indexId }: { indexId: string }) {
  const mayWork = useMay('member');
  const { read, changed, save } = useOrder(indexId);
  const [dialog, openDialog] = useState<'new' | Category>();
  return (
    <Loaded query={read}>
      {(found) => {
        const shown = changed ?? found.categories;
        // Articles can always be moved out of categories.
        const categories = shown.some(({ name }) => name === null) ? shown : [{ name: null, documents: [] }, ...shown];
        const named = categories.filter(({ name }) => name !== null);
        const isShown = ({ name, documents }: Category) => name !== null || documents.length > 0 || named.length === 0;
        const replace = (from: Category, to: Category) => save(categories.map((one) => (one === from ? to : one)));
        return (
          <>
            <header className="panel-head">
              <p className="soft">{texts.hint}</p>
              {mayWork && (
                <Button icon={<Plus size={16} />} onPress={() => openDialog('new')}>
                  {texts.newCategory}
                </Button>
              )}
            </header>
            {categories.filter(isShown).map((category) => (
              <section key={category.name ?? ''} className="arranged" aria-label={renderName(category)}>
                <header className="panel-head">
                  <h2>
                    <bdi>{renderName(category)}</bdi> <span className="soft">{category.documents.length}</span>
                  </h2>
                  {mayWork && category.name !== null && (
                    <div className="actions end">
                      {named.length > 1 && (
                        <MoveButtons
                          index={named.indexOf(category)}
                          count={named.length}
                          up={texts.moveUp(category.name)}
                          down={texts.moveDown(category.name)}
                          onMove={(to) => {
                            const others = named.filter((one) => one !== category);
                            save([...categories.filter(({ name }) => name === null), ...others.toSpliced(to, 0, category)]);
                          }}
                        />
                      )}
                      <Menu
                        label={texts.more(category.name)}
                        trigger={
                          <IconButton label={texts.more(category.name)}>
                            <MoreHorizontal size={16} />
                          </IconButton>
                        }
                      >
                        <MenuItem onAction={() => openDialog(category)}>{texts.rename}</MenuItem>
                        <MenuItem
                          onAction={() =>
                            save(
                              categories.flatMap((one) =>
                                one === category
                                  ? []
                                  : one.name === null
                                    ? { ...one, documents: [...one.documents, ...category.documents] }
                                    : one,
                              ),
                            )
                          }
                        >
                          {texts.remove}
                        </MenuItem>
                      </Menu>
                    </div>
                  )}
                </header>
                <Articles indexId={indexId} category={category} categories={categories} onSave={mayWork ? save : undefined} />
              </section>
            ))}
            {dialog && (
              <CategoryDialog
                category={dialog === 'new' ? undefined : dialog}
                taken={named.flatMap(({ name }) => name ?? [])}
                onSave={(name) =>
                  dialog === 'new' ? save([...categories, { name, documents: [] }]) : replace(dialog, { ...dialog, name })
                }
                onClose={() => openDialog(undefined)}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface ArticlesProps {
  indexId: string;
  category: Category;
  categories: Category[];
  onSave: ((categories: Category[]) => void) | undefined;
}

function Articles({ indexId, category, categories, onSave }: ArticlesProps) {
  const { slug } = useProject();
  const { documents } = category;
  const move = (ids: string[], before: string | undefined, to = category) => {
    const moved = categories.flatMap((one) => one.documents).filter(({ id }) => ids.includes(id));
    onSave?.(
      categories.map((one) => ({
        ...one,
        documents: one === to ? moveBefore(one.documents, moved, before) : one.documents.filter(({ id }) => !ids.includes(id)),
      })),
    );
  };
  return (
    <SortableList
      label={renderName(category)}
      type="earshot-article"
      items={documents}
      nameOf={({ title }) => title}
      onMove={onSave && ((ids, before) => move(ids, before))}
      empty={texts.empty}
    >
      {(article) => (
        <>
          <Link
            to="/projects/$slug/help/$index/documents/$document"
            params={{ slug, index: indexId, document: article.id }}
            className="row-title grow"
            draggable={false}
            dir="auto"
          >
            {article.title}
          </Link>
          {onSave && <ArticleMenu article={article} {...{ category, categories }} onMove={move} />}
        </>
      )}
    </SortableList>
  );
}

interface ArticleMenuProps {
  article: Article;
  category: Category;
  categories: Category[];
  onMove: (ids: string[], before: string | undefined, to?: Category) => void;
}

function ArticleMenu({ article: { id, title }, category, categories, onMove }: ArticleMenuProps) {
  const { documents } = category;
  const place = documents.findIndex((one) => one.id === id);
  const others = categories.filter((one) => one !== category);
  return (
    <Menu
      label={texts.more(title)}
      trigger={
        <IconButton label={texts.more(title)}>
          <MoreHorizontal size={16} />
        </IconButton>
      }
    >
      <MenuItem isDisabled={place === 0} onAction={() => onMove([id], documents[place - 1]?.id)}>
        {texts.up}
      </MenuItem>
      <MenuItem isDisabled={place === documents.length - 1} onAction={() => onMove([id], documents[place + 2]?.id)}>
        {texts.down}
      </MenuItem>
      {others.length > 0 ? (
        <MenuSection title={texts.moveTo}>
          {others.map((one) => (
            <MenuItem key={one.name ?? ''} onAction={() => onMove([id], undefined, one)}>
              {renderName(one)}
            </MenuItem>
          ))}
        </MenuSection>
      ) : undefined}
    </Menu>
  );
}

interface CategoryDialogProps {
  category: Category | undefined;
  /** Names of categories. */
  taken: string[];
  onSave: (name: string) => void;
  onClose: () => void;
}

function CategoryDialog({ category, taken, onSave, onClose }: CategoryDialogProps) {
  return (
    <Dialog title={category ? texts.rename : texts.newCategory} isOpen onOpenChange={onClose}>
      {(close) => (
        <Form
          onSubmit={(text) => {
            const name = text('name').trim();
            if (taken.includes(name) && name !== category?.name) throw new Error(texts.taken);
            onSave(name);
            close();
            return Promise.resolve();
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField
                name="name"
                label={texts.name}
                defaultValue={category?.name ?? ''}
                isRequired
                autoFocus
                maxLength={100}
              />
              <FormActions label={category ? common.save : common.create} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
