// @ts-check
// What a book's own scripts can add to a live page (`LiveHooks` in types.d.ts); here, nothing.

/** @type {LiveHooks} */
export const NO_HOOKS = {
  folder: "",
  limits: {},
  language: () => "",
  carriesState: () => false,
  begun() {},
  painting() {},
  answer: async () => {},
  prefetch() {},
  contentOf: () => null,
  attach() {},
  turned() {},
  focused() {},
};
