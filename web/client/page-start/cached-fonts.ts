/** Runs before the first paint: if an earlier page of this tab has cached the fonts, they are used at once. */
try {
  // The router stores scroll positions there.
  if (sessionStorage.length > 0) document.documentElement.classList.add('cached-fonts')
} catch {}
