const waitForLoad = (link: HTMLLinkElement) =>
  link.sheet
    ? undefined
    : new Promise((resolve) => {
        link.addEventListener('load', resolve)
        // A page in the shop's own sheet alone is better than no page.
        link.addEventListener('error', resolve)
      })

/** The sheets of the shop's other parts come after the first paint: no screen is shown before its own is there. */
export const waitForRouteStylesheets = () =>
  Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(waitForLoad))
