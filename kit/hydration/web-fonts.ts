/** Applied only after they have loaded (tokens.css); the same files as the fonts of a cached first page. */
const DEFERRED_FONTS = ["1em 'Figtree, deferred'", "600 1em 'Shop Display, deferred'"]

/** After this time the user is reading, and a font swap would be distracting. */
const SWAP_TIMEOUT_MS = 3000
const MAX_MEASURED_ELEMENTS = 300

const rootClasses = () => document.documentElement.classList

/** On page changes only, because the whole page is laid out again, so no text shifts while it is read. */
export function applyLoadedFonts() {
  if (DEFERRED_FONTS.every((font) => document.fonts.check(font))) rootClasses().add('deferred-fonts')
}

/** Swaps the fonts if no line of the first view moves; then lays out what is below the fold. */
export async function swapFonts() {
  try {
    await Promise.all(DEFERRED_FONTS.map((font) => document.fonts.load(font)))
  } catch {
    return layOutAll()
  }
  if (scrollY > 0 || performance.now() > SWAP_TIMEOUT_MS) return layOutAll()
  const before = linePositions()
  rootClasses().add('deferred-fonts')
  if (linePositions() !== before) rootClasses().remove('deferred-fonts')
  // In a later task, so that input is handled in between.
  setTimeout(layOutAll)
}

function layOutAll() {
  rootClasses().add('is-laid-out')
}

const linePositions = () =>
  [...document.querySelectorAll('main *')]
    .slice(0, MAX_MEASURED_ELEMENTS)
    // Content below the fold may not be laid out yet.
    .filter((element) => isLaidOut(element))
    .map((element) => Math.round(element.getBoundingClientRect().top / 4))
    .filter((top) => top * 4 < innerHeight)
    .join()

const isLaidOut = (element: Partial<Pick<Element, 'checkVisibility'>>) =>
  element.checkVisibility?.({ contentVisibilityAuto: true }) !== false
