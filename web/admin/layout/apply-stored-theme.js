// Runs before the first paint, so that the colours somebody chose never flash. The cookie is the one of theme-choice.ts.
const chosen = /(?:^|; )admin-theme=(light|dark)/.exec(document.cookie)
if (chosen) document.documentElement.dataset.theme = chosen[1]
