import { messages, tooManyTries } from '#shop/messages/messages.ts'
import { DATA_PATH, type PageData } from './page-data.ts'

const PREFETCH_KEPT_MILLISECONDS = 10_000
type Kept = { page: Promise<PageData>; until: number }
const kept = new Map<string, Kept>()

/** The server is out of reach, or what answered is not the shop. */
export class NetworkLost extends Error {
  constructor(cause?: unknown) {
    super('The shop could not be reached.', { cause })
    this.name = 'NetworkLost'
  }
}

/** The request got through and was refused, such as a form that was too large; the message is for the person. */
export class RequestRefused extends Error {
  readonly status: number

  constructor(status: number, sentence: string) {
    super(sentence)
    this.name = 'RequestRefused'
    this.status = status
  }
}

export const pathOf = (url: URL) => url.pathname + url.search

async function ask(path: string, init: RequestInit): Promise<PageData> {
  let response: Response
  try {
    response = await fetch(`${DATA_PATH}?u=${encodeURIComponent(path)}`, { ...init, headers: { accept: 'application/json' } })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new NetworkLost(cause)
  }
  if (response.headers.get('content-type')?.startsWith('application/json')) return (await response.json()) as PageData
  const isRefusal = response.status >= 400 && response.status < 500
  throw isRefusal ? new RequestRefused(response.status, await refusalSentence(response)) : new NetworkLost()
}

const SENTENCE_MAX = 300

/** What a refusal says for itself, if that is a sentence and no page; what it comes to where it says none. */
async function refusalSentence(response: Response): Promise<string> {
  if (response.status === 413) return messages.requestTooLarge
  if (response.status === 429) return tooManyTries(secondsToWait(response.headers.get('retry-after')))
  const isText = response.headers.get('content-type')?.startsWith('text/plain')
  const text = isText ? (await response.text().catch(() => '')).trim() : ''
  return text && text.length <= SENTENCE_MAX ? text : messages.badRequest
}

/** Retry-After is a number of seconds or a date; without one nobody is told to wait for long. */
function secondsToWait(retryAfter: string | null): number {
  const seconds = Number(retryAfter)
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter!) - Date.now()) / 1000 : seconds
  return Number.isFinite(wait) ? wait : 0
}

/** Asks for a page's data ahead of the click; one answer is kept for a few seconds and used once. */
export function keepPage(path: string) {
  const known = kept.get(path)
  if (known && known.until > Date.now()) return
  const page = ask(path, {})
  page.catch(() => kept.delete(path))
  kept.set(path, { page, until: Date.now() + PREFETCH_KEPT_MILLISECONDS })
}

/** Hands over data that came with the answer to a form, so that the page is not asked for twice. */
export function putPage(path: string, page: PageData) {
  kept.set(path, { page: Promise.resolve(page), until: Date.now() + PREFETCH_KEPT_MILLISECONDS })
}

export function forgetPages() {
  kept.clear()
}

export function getPage(path: string, signal: AbortSignal): Promise<PageData> {
  const known = kept.get(path)
  kept.delete(path)
  if (known && known.until > Date.now()) return known.page
  return ask(path, { signal })
}

export function postPage(path: string, body: BodyInit, signal: AbortSignal): Promise<PageData> {
  forgetPages()
  return ask(path, { method: 'POST', body, signal })
}
