// Documents the methods of resources as methods. TypeDoc sees them as properties, because resources are objects of functions.
import { Converter, DeclarationReflection, ReflectionKind } from 'typedoc';

/** Name of the interfaces of resources in `src/index.ts`. */
const RESOURCE = /Resource$/;

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const resources = project.getReflectionsByKind(ReflectionKind.Interface).filter(({ name }) => RESOURCE.test(name));
    for (const resource of resources) {
      for (const property of [...(resource.children ?? [])]) {
        const { type } = property;
        if (type?.type !== 'reflection') continue;
        if (type.declaration.signatures) addMethod(resource, property.name, property);
        // A group such as `feedback.comments`.
        for (const method of type.declaration.children ?? []) addMethod(resource, `${property.name}.${method.name}`, method);
        project.removeReflection(property);
      }
    }
  });
}
