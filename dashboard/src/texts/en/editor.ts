export const editor = {
  preview: 'Preview',
  toolbar: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  listItem: 'List',
  link: 'Link',
  code: 'Code',
  image: 'Image',
  uploading: 'Uploading image …',
  /** Placeholder for the text of a new link. */
  linkText: 'text',
};
