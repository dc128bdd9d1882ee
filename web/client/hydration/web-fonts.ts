/** The faces that are put on once they have come (tokens.css): the same files as those a page begins with when they are kept. */
export const DEFERRED_FONTS = ["1em 'Figtree, come late'", "600 1em 'Shop Display, come late'"]

/** A page change is the moment for letters that came late: everything is set anew, so nothing that is being read moves. */
export function applyLoadedFonts() {
  if (DEFERRED_FONTS.every((font) => document.fonts.check(font))) document.documentElement.classList.add('with-letters')
}
