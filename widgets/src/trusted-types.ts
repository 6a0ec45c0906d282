interface Policy {
  createHTML: (html: string) => string;
  createScriptURL: (url: string) => string;
}

const page = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  /** Shared by all widgets, because a page may forbid a second policy with the same name. */
  earshotPolicy?: Policy;
};

/** Returns a value that pages with Trusted Types accept for HTML or the URL of a script. They must allow the policy `earshot`. */
export function trust(kind: keyof Policy, text: string): string {
  page.earshotPolicy ??= page.trustedTypes?.createPolicy('earshot', {
    createHTML: (html) => html,
    createScriptURL: (url) => url,
  });
  return page.earshotPolicy?.[kind](text) ?? text;
}
