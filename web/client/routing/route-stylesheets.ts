const hasCome = (link: HTMLLinkElement) =>
  link.sheet
    ? undefined
    : new Promise((come) => {
        link.addEventListener('load', come)
        // A page in the shop's own sheet alone is better than no page.
        link.addEventListener('error', come)
      })

/** The sheets of the shop's other parts come after the first paint: no screen is shown before its own is there. */
export const partSheetsHaveCome = () =>
  Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(hasCome))
