/** Where sentences for screen readers are put; the layout holds one, each dialog has its own. */
export function LiveRegion() {
  return <p role="status" data-announcer className="visually-hidden" />
}

/** Reads a sentence out to people who do not see that something changed. */
export function announce(message: string) {
  const open = [...document.querySelectorAll('dialog[open] [data-announcer]')]
  // Of a closed dialog nothing is read out.
  const region = open.at(-1) ?? document.querySelector('[data-announcer]:not(dialog *)')
  if (!region) return
  region.textContent = ''
  // A sentence said twice is only read twice if the region was empty in between.
  setTimeout(() => (region.textContent = message), 50)
}
