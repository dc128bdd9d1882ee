import { messages } from '#shop/messages/messages.ts'
import { DEFERRED_FONTS } from '#web/client/hydration/web-fonts.ts'
import { HYDRATION_STATE_ID, type HydrationState } from '#web/client/page-data/page-data.ts'

// Loads the page's scripts with the first input or after the first paint, then the fonts. URLs come from the hydration
// state, so that this text and its CSP hash are the same on every page.

/** Only installation needs it, so it is loaded after the first paint. */
const MANIFEST_PATH = '/manifest.webmanifest'
/** After this time the user is reading, and a font swap would disturb. */
const FONT_SWAP_TIMEOUT_MS = 3000
const PAINT_TIMEOUT_MS = 500
const MAX_MEASURED_ELEMENTS = 300
// No moves of the pointer: browsers report one that rests where the page appears.
const INPUT_EVENTS = ['pointerdown', 'keydown', 'touchstart', 'focusin']

const { classList } = document.documentElement
let hasStarted = false

for (const name of INPUT_EVENTS) addEventListener(name, start, { passive: true })
// Captured, because React stops events of parts that it has not hydrated yet.
addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-waits]')
    if (button) button.dataset['pressed'] = messages.pleaseWait
  },
  true,
)
if (document.readyState === 'complete') startAfterPaint()
else addEventListener('load', startAfterPaint)

/** The largest contentful paint, of the main picture if there is one. */
function startAfterPaint() {
  if (document.hidden) return start()
  const mainPicture = document.querySelector('img[fetchpriority=high]')
  setTimeout(start, PAINT_TIMEOUT_MS)
  new PerformanceObserver((list) => {
    const paints = list.getEntries() as (PerformanceEntry & { element?: Element })[]
    if (paints.some(({ element }) => !mainPicture || element === mainPicture)) start()
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

function start() {
  if (hasStarted) return
  hasStarted = true
  for (const name of INPUT_EVENTS) removeEventListener(name, start)
  classList.add('has-started')
  const { scripts, sheets } = JSON.parse(
    document.getElementById(HYDRATION_STATE_ID)!.textContent,
  ) as HydrationState
  void Promise.all(scripts.map((url) => import(/* @vite-ignore */ url))).then(swapFonts)
  for (const href of sheets) appendLink('stylesheet', href)
  appendLink('manifest', MANIFEST_PATH)
}

function appendLink(rel: string, href: string) {
  document.head.append(Object.assign(document.createElement('link'), { rel, href }))
}

/** Swaps the fonts if no line of the first view moves; then lays out what is below the fold. */
async function swapFonts() {
  try {
    await Promise.all(DEFERRED_FONTS.map((font) => document.fonts.load(font)))
  } catch {
    return layOutAll()
  }
  if (scrollY > 0 || performance.now() > FONT_SWAP_TIMEOUT_MS) return layOutAll()
  const before = linePositions()
  classList.add('deferred-fonts')
  if (linePositions() !== before) classList.remove('deferred-fonts')
  // In a later task, so that input is handled in between.
  setTimeout(layOutAll)
}

function layOutAll() {
  classList.add('is-laid-out')
}

const linePositions = () =>
  [...document.querySelectorAll('main *')]
    .slice(0, MAX_MEASURED_ELEMENTS)
    // Content below the fold may not be laid out yet.
    .filter((element) => isLaidOut(element))
    .map((element) => Math.round(element.getBoundingClientRect().top / 4))
    .filter((top) => top * 4 < innerHeight)
    .join()

const isLaidOut = (element: Partial<Pick<Element, 'checkVisibility'>>) =>
  element.checkVisibility?.({ contentVisibilityAuto: true }) !== false
