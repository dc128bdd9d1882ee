const waitForLoad = (link: HTMLLinkElement) =>
  link.sheet
    ? Promise.resolve()
    : new Promise((resolve) => {
        link.addEventListener('load', resolve)
        // Without its route stylesheet the page is still usable.
        link.addEventListener('error', resolve)
      })

/** They load after the first paint; a lazy-loaded page is shown only after they have loaded. */
export const waitForRouteStylesheets = () =>
  Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(waitForLoad))
