import { openPopoverAround } from '#kit/popovers/popover.ts'

export const FILTERS_ID = 'filters'

const sheet = () => document.getElementById(FILTERS_ID) as HTMLDialogElement

export const areFiltersOpen = () => sheet().matches(':modal')

/** A modal dialog; before this code is loaded, and without scripts, its button opens it as a popover. */
export function openFilters() {
  if (areFiltersOpen()) return
  openPopoverAround(sheet())?.hidePopover()
  sheet().showModal()
  const heading = sheet().querySelector('h2')!
  heading.tabIndex = -1
  heading.focus()
}

export const closeFilters = () => sheet().close()
