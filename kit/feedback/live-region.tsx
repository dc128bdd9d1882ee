export function LiveRegion() {
  return <p role="status" data-announcer className="visually-hidden" />
}

export function announce(message: string) {
  // While a dialog is modal, only its content is read out.
  const open = [...document.querySelectorAll('dialog:modal [data-announcer]')]
  const region = open.at(-1) ?? document.querySelector('[data-announcer]:not(dialog *)')
  if (!region) return
  region.textContent = ''
  // The same text is announced again only if the region was empty in between.
  setTimeout(() => (region.textContent = message), 50)
}
