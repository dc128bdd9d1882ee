// Runs before the first paint.
const root = document.documentElement

/** Styles tell by it that scripts run; without it the page is laid out as one without scripts. */
root.dataset['scripts'] = 'starting'

/** If an earlier page of this tab has cached the fonts, they are used at once. */
try {
  // The router stores scroll positions there.
  if (sessionStorage.length > 0) root.classList.add('cached-fonts')
} catch {}
