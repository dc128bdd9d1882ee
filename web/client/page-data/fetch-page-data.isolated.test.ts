import { afterEach, describe, expect, test, vi } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { clearPageDataCache, NetworkError, submitPageData, RequestRejectedError } from './fetch-page-data.ts'
import { createServerDataStrategy } from './data-strategy.ts'
import { createEntries, discardUnsavedChanges } from '#web/forms/unsaved-changes.ts'

const stubFetch = (respond: () => Response | Promise<Response>) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => respond()),
  )
const post = () =>
  submitPageData('/feedback', new URLSearchParams({ name: 'Asha' }), new AbortController().signal)
const failure = () =>
  post().then(
    () => undefined,
    (error: unknown) => error,
  )
const cutOffResponse = () =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"build":"b",'))
        stream.error(new TypeError('network error'))
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  )
const textResponse =
  (status: number, text: string, headers = {}) =>
  () =>
    new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })

afterEach(() => {
  vi.unstubAllGlobals()
  clearPageDataCache()
})

describe('A failed page request', () => {
  test.each([
    [
      403,
      textResponse(403, 'This was sent by a page of another site.'),
      'This was sent by a page of another site.',
    ],
    [400, textResponse(400, messages.badRequest), messages.badRequest],
    [400, textResponse(400, ''), messages.badRequest],
    [413, textResponse(413, 'Request Entity Too Large'), messages.requestTooLarge],
    [
      403,
      () => new Response('<h1>Forbidden</h1>', { status: 403, headers: { 'content-type': 'text/html' } }),
      messages.badRequest,
    ],
    [
      429,
      textResponse(429, 'slow down', { 'retry-after': '130' }),
      'Too many tries. Wait 3 minutes, then try again.',
    ],
    [429, textResponse(429, 'slow down'), 'Too many tries. Wait a minute, then try again.'],
    [
      429,
      textResponse(429, 'slow down', { 'retry-after': 'soon' }),
      'Too many tries. Wait a minute, then try again.',
    ],
  ])(
    'MESSAGE-15 status %i is a rejected request with its own message, not a network error',
    async (status, respond, expectedMessage) => {
      stubFetch(respond)
      const error = await failure()
      expect(error).toBeInstanceOf(RequestRejectedError)
      expect(error).toMatchObject({ status, message: expectedMessage })
    },
  )

  test('MESSAGE-15 accepts a date in Retry-After', async () => {
    stubFetch(textResponse(429, '', { 'retry-after': new Date(Date.now() + 290_000).toUTCString() }))
    expect(await failure()).toMatchObject({ message: 'Too many tries. Wait 5 minutes, then try again.' })
  })

  test.each([
    ['the request fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'the server is down',
      () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    ],
    [
      'another site responds',
      () => new Response('<h1>Sign in to this Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['the connection ends in the middle of the answer', cutOffResponse],
  ])('MESSAGE-15 is a network error if %s', async (_what, respond) => {
    stubFetch(respond)
    expect(await failure()).toBeInstanceOf(NetworkError)
  })

  test('returns the page data of the shop', async () => {
    stubFetch(() => Response.json({ build: 'b', settings: 1, loaderData: {} }))
    expect(await post()).toEqual({ build: 'b', settings: 1, loaderData: {} })
  })
})

describe('Failures in the data strategy', () => {
  type Match = {
    route: { id: string }
    shouldCallHandler: () => boolean
    resolve: (handler: () => unknown) => Promise<unknown>
  }
  const match: Match = {
    route: { id: 'feedback' },
    shouldCallHandler: () => true,
    resolve: async (handler) => handler(),
  }
  const runStrategy = async (method: 'GET' | 'POST') => {
    const request = new Request('http://shop.example/feedback', {
      method,
      ...(method === 'POST' && { body: new URLSearchParams({ name: 'Asha' }) }),
    })
    const args = { request, matches: [match] } as unknown as Parameters<
      ReturnType<typeof createServerDataStrategy>
    >[0]
    return createServerDataStrategy({ build: 'b', settings: 1 })(args)
  }

  test('MESSAGE-15 MESSAGE-18 a rejected form gets the reason as action data, so that its values are kept', async () => {
    let assigned = 0
    const field = {
      get value() {
        return 'typed'
      },
      set value(_) {
        assigned += 1
      },
    }
    vi.stubGlobal('document', { querySelectorAll: () => [field] })
    stubFetch(textResponse(413, 'too large'))
    expect(await runStrategy('POST')).toMatchObject({
      feedback: { data: { message: messages.requestTooLarge }, init: { status: 413 } },
    })
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await runStrategy('POST')).toMatchObject({
      feedback: { data: { message: messages.serverUnreachableEntriesKept }, init: { status: 503 } },
    })
    expect(assigned, 'a field keeps its value if its default changes').toBe(2)
  })

  test('SETTING-2 after a change of a setting the next page is loaded whole, and a form keeps its answer', async () => {
    stubFetch(() =>
      Response.json({ build: 'b', settings: 2, actionData: { feedback: 'done' }, loaderData: {} }),
    )
    vi.stubGlobal('location', new URL('http://shop.example/feedback'))
    expect(await runStrategy('POST')).toEqual({ feedback: 'done' })
    expect(await runStrategy('GET')).toEqual({ feedback: null })
    vi.stubGlobal('location', new URL('http://shop.example/contact'))
    const redirected = await runStrategy('GET').catch((thrown: unknown) => thrown)
    expect(redirected).toBeInstanceOf(Response)
    expect((redirected as Response).headers.get('x-remix-reload-document')).toBe('true')
  })

  test('MESSAGE-15 a rejected page request is an error of that page, with its message', async () => {
    stubFetch(textResponse(403, 'Not from here.'))
    await expect(runStrategy('GET')).rejects.toMatchObject({
      data: 'Not from here.',
      init: { status: 403, statusText: 'Not from here.' },
    })
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(runStrategy('GET')).rejects.toMatchObject({
      data: messages.serverUnreachable,
      init: { status: 503 },
    })
  })

  test('SESSION-29 news of an ended session leaves the page to entries, also while they are sent', async () => {
    const signIn = { to: '/admin?return=%2Ffeedback', reload: true }
    stubFetch(() => Response.json({ build: 'b', settings: 1, redirect: signIn }))
    vi.stubGlobal('location', new URL('http://shop.example/feedback'))
    const entries = createEntries()
    for (const hold of [() => entries.set(true), entries.send]) {
      hold()
      expect(await runStrategy('GET')).toEqual({ feedback: null })
    }
    discardUnsavedChanges()
    await expect(runStrategy('GET')).rejects.toBeInstanceOf(Response)
  })
})
