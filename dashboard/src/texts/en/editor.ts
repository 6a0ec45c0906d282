export const editor = {
  preview: 'Preview',
  toolbar: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  listItem: 'List',
  link: 'Link',
  code: 'Code',
  image: 'Picture',
  uploading: 'The picture is being uploaded …',
  /** Stands for the text of a link until one is written. */
  linkText: 'text',
};
