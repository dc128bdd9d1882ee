/** Applied only after they have loaded (tokens.css); the same files as the fonts of a cached first page. */
export const DEFERRED_FONTS = ["1em 'Figtree, deferred'", "600 1em 'Shop Display, deferred'"]

/** On page changes only: the whole page is laid out again then, so no text shifts while it is read. */
export function applyLoadedFonts() {
  if (DEFERRED_FONTS.every((font) => document.fonts.check(font)))
    document.documentElement.classList.add('deferred-fonts')
}
