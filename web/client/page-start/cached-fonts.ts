/** Runs in the head, before the first paint: an earlier page of this tab has cached the fonts, so they are used at once. */
try {
  // The router stores scroll positions there.
  if (sessionStorage.length > 0) document.documentElement.classList.add('kept-letters')
} catch {
  // Storage is disabled: the fonts are swapped later.
}
