/** The words of rendered Markdown. */
export const words = {
  copyCode: 'Copy code',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  wrap: 'Wrap lines',
  code: 'Code',
  codeIn: (language: string) => `Code, ${language}`,
  table: 'Table',
  done: 'Done',
  open: 'Not done',
  image: 'Image',
  imageAt: (host: string) => `Image at ${host}, not loaded`,
  imageUnknown: 'Image, not loaded',
  more: 'Show more of this text',
};
