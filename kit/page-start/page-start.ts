import { messages } from '#shop/messages/messages.ts'
import { isScriptMissing, SCRIPTS_FAILED } from './script-failure.ts'
import { HYDRATION_STATE_ID, type HydrationState } from '#kit/page-data/page-data.ts'

// Loads the page's scripts with the first input or after the first paint. URLs come from the hydration state,
// so that this text and its CSP hash are the same on every page.

/** Only installation needs it, so it is loaded after the first paint. */
const MANIFEST_PATH = '/manifest.webmanifest'
const PAINT_TIMEOUT_MS = 500
// Excludes pointer moves, because browsers report one for a resting pointer when the page appears.
const INPUT_EVENTS = ['pointerdown', 'keydown', 'touchstart', 'focusin']

const RETRY_MS = 1000

const root = document.documentElement
let hasStarted = false
let hasFailed = false

for (const name of INPUT_EVENTS) addEventListener(name, start, { passive: true })
// Captured, because React stops events in parts that it has not hydrated yet.
addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-waits]')
    if (button && !hasFailed) button.dataset['pressed'] = messages.pleaseWait
  },
  true,
)
addEventListener(SCRIPTS_FAILED, showFailure)
addEventListener('unhandledrejection', ({ reason }) => isScriptMissing(reason) && showFailure())
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
  root.classList.add('has-started')
  const { scripts, sheets } = JSON.parse(
    document.getElementById(HYDRATION_STATE_ID)!.textContent,
  ) as HydrationState
  Promise.all(scripts.map(fetchScript))
    .then(() => Promise.all(scripts.map((url) => import(/* @vite-ignore */ url))))
    .catch(showFailure)
  for (const href of sheets) appendLink('stylesheet', href)
  appendLink('manifest', MANIFEST_PATH)
}

/** Fetched before the import, because Chromium remembers a failed import until the page is reloaded. */
const fetchScript = (url: string) =>
  fetchWhole(url).catch(() =>
    new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(() => fetchWhole(url)),
  )

async function fetchWhole(url: string) {
  const response = await fetch(url)
  if (!response.ok) throw response
  await response.arrayBuffer()
}

/** The server's page stays, and works as without scripts unless they already run. */
function showFailure() {
  if (root.dataset['scripts'] !== 'running') delete root.dataset['scripts']
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-pressed]'))
    delete dataset['pressed']
  if (hasFailed) return
  hasFailed = true
  document.body.insertAdjacentHTML(
    'beforeend',
    `<p role="alert" class="notice" style="position:fixed;inset:auto 0 0;z-index:40">${messages.pageIncomplete} <a class="link" href="">Try again</a> <button class="link">Close</button></p>`,
  )
  const notice = document.body.lastElementChild!
  notice.lastElementChild!.addEventListener('click', () => notice.remove())
}

function appendLink(rel: string, href: string) {
  document.head.append(Object.assign(document.createElement('link'), { rel, href }))
}
