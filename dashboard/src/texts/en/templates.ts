/** Built-in templates of new texts. */
export const templates = {
  feature: {
    name: 'New feature',
    title: '',
    content:
      'One sentence about what is possible now, and for whom.\n\n## How it works\n\n1. Open …\n2. Choose …\n\n## Availability\n\nAvailable to everyone today.\n',
  },
  breaking: {
    name: 'Breaking change',
    title: '',
    content:
      '> [!WARNING] Action required by …\n> What stops working, and for whom.\n\n## What changes\n\n- \n\n## What to do\n\n1. \n',
  },
  release: {
    name: 'Release notes',
    title: '',
    content: 'One sentence about who this release helps, and how.\n\n## New\n\n- \n\n## Improved\n\n- \n\n## Fixed\n\n- \n',
  },
  howTo: {
    name: 'How-to article',
    title: 'How to ',
    content:
      'This article shows how to … It takes about five minutes.\n\n## Before you start\n\n- You need …\n\n## Steps\n\n1. Open …\n2. Choose …\n3. Save.\n\n> [!TIP]\n> A shortcut or a common mistake.\n\n## Next steps\n\n- \n',
  },
  faq: {
    name: 'FAQ',
    title: 'Frequently asked questions about ',
    content: '## How do I …?\n\nThe answer in one or two sentences.\n\n## Why …?\n\nThe answer in one or two sentences.\n',
  },
};
