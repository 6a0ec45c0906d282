// Adapts the reference to this package: TypeDoc sees the functions of a resource as properties with types.
import { Comment, CommentTag, Converter, DeclarationReflection, ReflectionKind } from 'typedoc';

/** Documented elsewhere: the functions by the interfaces of resources, and the routes by the API reference of an instance. */
const LEFT_OUT = new Set(['Routes', 'changelog', 'feedback', 'indexes', 'reports', 'testimonials', 'uploads', 'waitlist']);

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const child of project.children.filter(({ name }) => LEFT_OUT.has(name))) project.removeReflection(child);
    for (const child of project.children.filter(({ name }) => name.endsWith('Resource'))) documentMethods(project, child);
    for (const child of project.children.filter(({ kind }) => kind === ReflectionKind.Class)) removeInherited(project, child);
    for (const child of project.children) setGroup(project, child);
    for (const { comment } of Object.values(project.reflections)) nameErrors(comment);
  });
}

/** Replaces properties that are functions with methods, such as `list` and `comments.add`. */
function documentMethods(project, resource) {
  resource.extendedTypes = undefined;
  const addMethod = (name, property) => {
    const {
      comment,
      type: { declaration },
    } = property;
    const method = new DeclarationReflection(name, ReflectionKind.Method, resource);
    // With the symbol, so that methods are in the order of the sources.
    project.registerReflection(method, project.getSymbolIdFromReflection(property));
    method.signatures = declaration.signatures;
    delete declaration.signatures;
    for (const signature of method.signatures) {
      Object.assign(signature, { name, parent: method });
      signature.comment ??= comment?.clone();
    }
    resource.addChild(method);
  };
  for (const property of resource.children.filter(({ kind }) => kind === ReflectionKind.Property)) {
    const { declaration } = property.type;
    if (declaration.signatures) addMethod(property.name, property);
    else for (const method of declaration.children) addMethod(`${property.name}.${method.name}`, method);
    project.removeReflection(property);
  }
  for (const member of resource.children)
    for (const part of [member, ...(member.signatures ?? [])]) part.inheritedFrom = undefined;
}

/** Removes what a class has from its base class: `EarshotError` documents the properties of all errors. */
function removeInherited(project, { children = [] }) {
  for (const member of children.filter(({ inheritedFrom, overwrites }) => inheritedFrom ?? overwrites))
    project.removeReflection(member);
}

/** Groups classes and interfaces by purpose. */
function setGroup(project, reflection) {
  if (!reflection.kindOf([ReflectionKind.Class, ReflectionKind.Interface])) return;
  const { fileName = '' } = project.getSymbolIdFromReflection(reflection) ?? {};
  const isError = reflection.kind === ReflectionKind.Class && reflection.name.endsWith('Error');
  const isResource = reflection.name.endsWith('Resource');
  const group = isResource ? 'Resources' : isError ? 'Errors' : fileName.endsWith('/types.ts') ? 'Data' : 'Client';
  reflection.comment ??= new Comment();
  reflection.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: group }]));
}

/** Adds the class to the text of `@throws {Class}`, which the Markdown theme does not show. */
function nameErrors(comment) {
  for (const tag of comment?.blockTags ?? []) {
    const { typeAnnotation } = tag;
    if (!typeAnnotation) continue;
    tag.content.unshift({ kind: 'code', text: `\`${typeAnnotation.replaceAll(/[{}]/g, '')}\`` }, { kind: 'text', text: ' ' });
    tag.typeAnnotation = undefined;
  }
}
