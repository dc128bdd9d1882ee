import { afterEach, describe, expect, test, vi } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import {
  clearPageDataCache,
  NetworkError,
  ShopFailedError,
  submitPageData,
  RequestRejectedError,
} from './fetch-page-data.ts'
import { createServerDataStrategy } from './data-strategy.ts'
import { discardUnsavedChanges, markUnsaved, sendEntries } from '#kit/actions/unsaved-changes.ts'

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
const badGateway = () =>
  new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

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
      'another site responds',
      () => new Response('<h1>Sign in to this Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['the connection ends in the middle of the answer', cutOffResponse],
  ])('MESSAGE-15 is a network error if %s', async (_what, respond) => {
    stubFetch(respond)
    expect(await failure()).toBeInstanceOf(NetworkError)
  })

  test.each([
    [502, badGateway],
    [503, textResponse(503, 'The shop is busy.')],
  ])('MESSAGE-19 status %i is a failure of the shop, not of the connection', async (status, respond) => {
    stubFetch(respond)
    const error = await failure()
    expect(error).toBeInstanceOf(ShopFailedError)
    expect(error).toMatchObject({ status, message: messages.somethingWentWrong })
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
  const routes = [
    {
      id: 'feedback',
      path: '/feedback',
      access: 'public',
      action: true,
      pageModule: async () => ({ default: () => null, failureMessage: () => 'We could not send this.' }),
    },
  ] as const
  /** The page has only this field. */
  const stubField = (field: { name: string; value: string }) => {
    vi.stubGlobal('CSS', { escape: (text: string) => text })
    vi.stubGlobal('document', {
      querySelectorAll: () => [field],
      querySelector: (selector: string) => (selector.includes(`"${field.name}"`) ? field : null),
    })
  }
  const runStrategy = async (method: 'GET' | 'POST') => {
    const request = new Request('http://shop.example/feedback', {
      method,
      ...(method === 'POST' && { body: new URLSearchParams({ name: 'Asha' }) }),
    })
    const args = { request, matches: [match] } as unknown as Parameters<
      ReturnType<typeof createServerDataStrategy>
    >[0]
    return createServerDataStrategy({ build: 'b', settings: 1 }, routes)(args)
  }

  test('MESSAGE-15 MESSAGE-18 a rejected form gets the reason as action data, so that its values are kept', async () => {
    const assign = vi.fn()
    stubField({
      name: 'name',
      get value() {
        return 'Asha'
      },
      set value(text) {
        assign(text)
      },
    })
    stubFetch(textResponse(413, 'too large'))
    expect(await runStrategy('POST')).toMatchObject({
      feedback: { data: { message: messages.requestTooLarge }, init: { status: 413 } },
    })
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await runStrategy('POST')).toMatchObject({
      feedback: { data: { message: messages.serverUnreachableEntriesKept }, init: { status: 503 } },
    })
    expect(assign.mock.calls, 'a field keeps its value if its default changes').toEqual([['Asha'], ['Asha']])
  })

  test('MESSAGE-19 a form that the shop cannot handle says so in its own words, before or after its action', async () => {
    stubField({ name: 'name', value: 'Asha' })
    vi.stubGlobal('location', new URL('http://shop.example/feedback'))
    const failed = { feedback: { data: { message: 'We could not send this.' }, init: { status: 503 } } }
    const page = { build: 'b', settings: 1, errors: { feedback: { status: 503, message: 'Sorry' } } }
    stubFetch(textResponse(503, 'busy'))
    expect(await runStrategy('POST')).toMatchObject(failed)
    stubFetch(() => Response.json(page, { status: 503 }))
    expect(await runStrategy('POST')).toMatchObject(failed)
    const answered = { kind: 'failed', message: 'Not sent.', values: { name: 'Asha' } }
    stubFetch(() => Response.json({ ...page, actionData: { feedback: answered } }, { status: 503 }))
    expect(await runStrategy('POST')).toMatchObject({ feedback: { data: answered, init: { status: 503 } } })
  })

  test('MESSAGE-19 entries are only said to be kept where there are any', async () => {
    stubField({ name: 'another form', value: 'Asha' })
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await runStrategy('POST')).toMatchObject({
      feedback: { data: { message: messages.serverUnreachable } },
    })
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
    const form = { isConnected: true } as HTMLFormElement
    for (const hold of [() => markUnsaved(form), () => sendEntries(form)]) {
      hold()
      expect(await runStrategy('GET')).toEqual({ feedback: null })
    }
    discardUnsavedChanges()
    await expect(runStrategy('GET')).rejects.toBeInstanceOf(Response)
  })

  test.each([403, 404, 409])(
    'MESSAGE-24 a form with entries stays, with the reason, when its page answers %i; so does the page when it is read again',
    async (status) => {
      const refused = { build: 'b', settings: 1, errors: { feedback: { status, message: 'Not yours.' } } }
      vi.stubGlobal('location', new URL('http://shop.example/feedback'))
      stubField({ name: 'name', value: 'Asha' })
      stubFetch(() => Response.json(refused, { status }))
      markUnsaved({ isConnected: true } as HTMLFormElement)
      expect(await runStrategy('POST')).toMatchObject({
        feedback: { data: { message: 'Not yours.' }, init: { status } },
      })
      expect(await runStrategy('GET')).toEqual({ feedback: null })
      stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
      expect(await runStrategy('GET')).toEqual({ feedback: null })
      discardUnsavedChanges()
      stubFetch(() => Response.json(refused, { status }))
      for (const method of ['POST', 'GET'] as const)
        await expect(runStrategy(method)).rejects.toMatchObject({ init: { status } })
    },
  )
})
