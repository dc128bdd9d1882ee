// Runs before the first paint to prevent a flash of the other theme; reads the cookie of theme-preference.ts.
const chosen = /(?:^|; )admin-theme=(light|dark)/.exec(document.cookie)
if (chosen) document.documentElement.dataset.theme = chosen[1]
