import { openPopoverAround } from '#web/client/popovers/popover.ts'

export const FILTERS_ID = 'filters'

type Entry = { url: string; state: unknown }

/** Null while the sheet is closed. */
let opened: { url: string; shown: Entry } | null = null
/** Between history.back() and the event that follows it. */
let isReturning = false

const sheet = () => document.getElementById(FILTERS_ID) as HTMLDialogElement
const currentEntry = (): Entry => ({ url: location.href, state: history.state })
const pushEntry = ({ state, url }: Entry) => history.pushState(state, '', url)

export const areFiltersOpen = () => opened !== null

/** A modal dialog; before this code is loaded, and without scripts, its button opens it as a popover. */
export function openFilters() {
  // A press that came before this code opens it twice: once as a popover, once when it is repeated.
  if (opened) return
  openPopoverAround(sheet())?.hidePopover()
  sheet().showModal()
  const heading = sheet().querySelector('h2')!
  heading.tabIndex = -1
  heading.focus()
  opened = { url: location.href, shown: currentEntry() }
  // Back closes the sheet: its entry of the history is the same page.
  if (!isReturning) pushEntry(opened.shown)
  addEventListener('popstate', handleBack, { capture: true })
}

export const closeFilters = () => sheet().close()

/** For each list that the open sheet has led to; its choices replace one entry. */
export function keepShownList() {
  if (opened) opened.shown = currentEntry()
}

export function handleFiltersClosed() {
  if (!opened) return
  isReturning = location.href === opened.url
  if (isReturning) {
    opened = null
    history.back()
  } else forgetFilters()
}

export function forgetFilters() {
  opened = null
  isReturning = false
  removeEventListener('popstate', handleBack, { capture: true })
}

/** The router is not asked: the list that it shows stays. */
function handleBack(event: PopStateEvent) {
  event.stopImmediatePropagation()
  if (isReturning) {
    isReturning = false
    if (opened) return pushEntry(opened.shown)
    return forgetFilters()
  }
  const { url, shown } = opened!
  const uppermost = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)!
  const isBelowAnother = uppermost !== sheet()
  // What was chosen stays, and the next Back undoes it.
  if (isBelowAnother || shown.url !== url) pushEntry(shown)
  if (!isBelowAnother) forgetFilters()
  uppermost.close()
}
