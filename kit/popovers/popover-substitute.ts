/**
 * The part of the popover API that the shop uses, for browsers without it: `popovertarget` buttons, the three
 * methods, Escape, a press elsewhere, and the focus. `data-open` replaces `:popover-open`.
 */
const OPEN = 'data-open'
const STYLES = `
  [${OPEN}] { position: fixed; z-index: 30; overflow: auto; background: var(--color-paper) }
  .phone-menu-button[aria-expanded=true] > :first-child { display: none }
  .phone-menu-button[aria-expanded=true] > :last-child { display: block }`

const opened: { popover: HTMLElement; opener: Element | null }[] = []
let pressed: EventTarget | null = null

const openersOf = ({ id }: HTMLElement) => document.querySelectorAll(`[popovertarget='${id}']`)

const closeWhere = (isClosed: (popover: HTMLElement) => boolean) =>
  opened.filter(({ popover }) => isClosed(popover)).forEach(({ popover }) => popover.hidePopover())

function showPopover(this: HTMLElement) {
  if (this.hasAttribute(OPEN)) return
  closeWhere((popover) => !popover.contains(this))
  opened.push({ popover: this, opener: document.activeElement })
  markOpen(this, true)
  this.querySelector<HTMLElement>('[autofocus]')?.focus()
}

function hidePopover(this: HTMLElement) {
  const index = opened.findIndex(({ popover }) => popover === this)
  if (index < 0) return
  const { opener } = opened.splice(index, 1)[0]!
  const hadFocus = this.contains(document.activeElement)
  markOpen(this, false)
  if (hadFocus && opener instanceof HTMLElement) opener.focus()
}

function togglePopover(this: HTMLElement) {
  const isOpen = this.hasAttribute(OPEN)
  if (isOpen) this.hidePopover()
  else this.showPopover()
  return !isOpen
}

function markOpen(popover: HTMLElement, isOpen: boolean) {
  popover.toggleAttribute(OPEN, isOpen)
  for (const button of openersOf(popover)) button.setAttribute('aria-expanded', String(isOpen))
}

function handleClick({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest<HTMLElement>('[popovertarget]') : null
  const popover = button && document.getElementById(button.getAttribute('popovertarget')!)
  if (!popover) return
  // Safari does not focus a pressed button.
  button.focus()
  if (button.getAttribute('popovertargetaction') === 'hide') popover.hidePopover()
  else popover.togglePopover()
}

function handlePressElsewhere({ target }: PointerEvent) {
  const isPart = (popover: HTMLElement, element: EventTarget | null) =>
    element instanceof Node && [popover, ...openersOf(popover)].some((part) => part.contains(element))
  closeWhere((popover) => !isPart(popover, target) && !isPart(popover, pressed))
}

function handleEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
  opened.at(-1)?.popover.hidePopover()
}

Object.assign(HTMLElement.prototype, { showPopover, hidePopover, togglePopover })
document.head.append(Object.assign(document.createElement('style'), { textContent: STYLES }))
addEventListener('click', handleClick, true)
addEventListener('pointerdown', ({ target }) => (pressed = target), true)
addEventListener('pointerup', handlePressElsewhere, true)
addEventListener('keydown', handleEscape)
