const SECOND_TAP_MS = 1_000
/** The second tap of the same finger is within this distance, in CSS pixels. */
const FINGER_PX = 48

type Place = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
type Tap = Pick<MouseEvent, 'detail' | 'clientX' | 'clientY' | 'timeStamp' | 'target'>

/** Adding and removing put other controls under the finger; its second tap is not meant for them. */
export function createSecondTapGuard() {
  let lastPlace: Place | null = null
  let heldUntil = 0
  return {
    /** Called when the last tap has added or removed something. */
    hold(milliseconds = SECOND_TAP_MS, now = performance.now()) {
      heldUntil = now + milliseconds
    },
    /** After other input, no tap is a second tap. */
    release() {
      lastPlace = null
    },
    /** Clicks by keyboard or assistive technology have no position and always count. */
    isSecondTap(tap: Tap): boolean {
      const { detail, clientX, clientY, timeStamp } = tap
      if (detail > 0 && timeStamp < heldUntil && lastPlace && contains(lastPlace, tap)) return true
      heldUntil = 0
      lastPlace =
        detail > 0
          ? {
              left: clientX - FINGER_PX,
              right: clientX + FINGER_PX,
              top: clientY - FINGER_PX,
              bottom: clientY + FINGER_PX,
            }
          : (tap.target as Element).getBoundingClientRect()
      return false
    },
  }
}

const contains = ({ left, right, top, bottom }: Place, { clientX, clientY }: Tap) =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom

export const secondTapGuard = createSecondTapGuard()

if (typeof window !== 'undefined') {
  addEventListener('input', secondTapGuard.release, true)
  // This listener does not capture, because parts of the page, such as the cart, scroll when a line is removed.
  addEventListener('scroll', secondTapGuard.release)
  addEventListener(
    'click',
    (event) => {
      if (!secondTapGuard.isSecondTap(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
