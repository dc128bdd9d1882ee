import { beforeEach, describe, expect, test } from 'vitest'
import type { SessionAnswer } from '#shop/session.ts'
import { createSessionClient, type SessionEvent, type SessionMessage } from './session-client.ts'

const START = Date.parse('2026-11-21T10:00:00Z')
const anu = { id: '1', email: 'anu@shoppers.example', is_email_verified: false, first_name: 'Anu' }
const sessionExpiringIn = (seconds: number, user = anu): SessionAnswer => ({
  user,
  expires_at: new Date(now() + seconds * 1000).toISOString(),
})
const flushPromises = () => new Promise((resolve) => setImmediate(resolve))

let clock: number
let timers: { at: number; task: () => void }[]
let calls: {
  method: string
  at: number
  signal: AbortSignal
  respond: (response: Response | Error) => void
}[]
let isVisible: boolean
let isCookieSet: boolean
let sentMessages: SessionMessage[]
let events: SessionEvent[]
const now = () => clock

beforeEach(() => {
  clock = START
  timers = []
  calls = []
  sentMessages = []
  events = []
  isVisible = true
  isCookieSet = true
})

function createTestClient() {
  const client = createSessionClient({
    now,
    setTimer(task, milliseconds) {
      const timer = { at: clock + milliseconds, task }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    fetch: (path, { method, signal }) =>
      new Promise((resolve, reject) => {
        expect(path).toBe('/api/session')
        const respond = (result: Response | Error) =>
          result instanceof Error ? reject(result) : resolve(result)
        calls.push({ method, at: clock, signal, respond })
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
    isVisible: () => isVisible,
    isSignedInCookieSet: () => isCookieSet,
    notifyOtherTabs: (message) => sentMessages.push(message),
  })
  client.on(({ event }) => events.push(event))
  return client
}

async function advanceTime(seconds: number) {
  const end = clock + seconds * 1000
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
    if (!next) break
    clock = next.at
    timers = timers.filter((timer) => timer !== next)
    next.task()
    await flushPromises()
  }
  clock = end
}

async function respondToLast(result: SessionAnswer | number | Error) {
  const response =
    typeof result === 'number'
      ? new Response(null, { status: result })
      : result instanceof Error
        ? result
        : Response.json(result)
  calls.at(-1)!.respond(response)
  await flushPromises()
}

async function signedIn(secondsLeft: number) {
  const client = createTestClient()
  client.start()
  await respondToLast(sessionExpiringIn(secondsLeft))
  expect(client.currentSession().user).toEqual(anu)
  calls = []
  sentMessages = []
  events = []
  return client
}

const failAllRequests = async (seconds: number, failure: number | Error) => {
  const end = clock + seconds * 1000
  let answered = 0
  while (clock < end) {
    while (answered < calls.length) {
      calls[answered++]!.respond(failure instanceof Error ? failure : new Response(null, { status: failure }))
      await flushPromises()
    }
    const next = Math.min(end, ...timers.map(({ at }) => at))
    await advanceTime((next - clock) / 1000)
  }
}

describe('SESSION-8 Loading the session', () => {
  test('a visitor without a session sends no request', async () => {
    isCookieSet = false
    createTestClient().start()
    await advanceTime(300)
    expect(calls).toEqual([])
  })

  test('SESSION-8 a browser with the cookie sends one request and emits SIGNED_IN', async () => {
    const client = createTestClient()
    client.start()
    client.checkSessionCookie()
    await respondToLast(sessionExpiringIn(3600))
    expect(calls.map(({ method }) => method)).toEqual(['GET'])
    expect(client.currentSession().user?.first_name).toBe('Anu')
    expect(events).toEqual(['SIGNED_IN'])
  })

  test('a sign-in is detected on the next page change', async () => {
    isCookieSet = false
    const client = createTestClient()
    client.start()
    isCookieSet = true
    client.checkSessionCookie()
    await respondToLast(sessionExpiringIn(3600))
    expect(events).toEqual(['SIGNED_IN'])
  })

  test('a failed first request is repeated on the next tick', async () => {
    const client = createTestClient()
    client.start()
    await respondToLast(new Error('no network'))
    await advanceTime(30)
    await respondToLast(sessionExpiringIn(3600))
    expect(calls).toHaveLength(2)
    expect(client.currentSession().user).toEqual(anu)
  })

  test('SESSION-8 a changed name emits USER_UPDATED, an unchanged one nothing', async () => {
    const client = await signedIn(3600)
    void client.reload()
    await respondToLast(sessionExpiringIn(3600))
    expect(events).toEqual([])
    void client.reload()
    await respondToLast(sessionExpiringIn(3600, { ...anu, first_name: 'Anjali' }))
    expect(events).toEqual(['USER_UPDATED'])
  })

  test('SESSION-8 a session from another tab, received while the own answer is being read, replaces it', async () => {
    const client = createTestClient()
    client.start()
    const { signal } = calls[0]!
    const body = new ReadableStream({
      start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
    })
    calls[0]!.respond(new Response(body))
    await flushPromises()
    client.receiveMessage({ event: 'SIGNED_IN', session: sessionExpiringIn(3600) })
    await flushPromises()
    expect(client.currentSession().user).toEqual(anu)
  })

  test.each(['GET', 'POST'])('an answer to %s that is not JSON changes nothing', async (method) => {
    const client = await signedIn(3600)
    const answered = method === 'GET' ? client.reload() : client.refresh()
    calls[0]!.respond(new Response('<h1>Sign in to this Wi-Fi</h1>'))
    await answered
    expect(client.currentSession().user).toEqual(anu)
  })
})

describe('SESSION-11 The 30-second tick', () => {
  test('SESSION-11 refreshes within 3 ticks of expiry and not before', async () => {
    await signedIn(121)
    await advanceTime(29)
    expect(calls).toEqual([])
    await advanceTime(2)
    expect(calls).toHaveLength(0)
    await advanceTime(30)
    expect(calls.map(({ method, at }) => [method, at - START])).toEqual([['POST', 60_000]])
  })

  test.each([
    [91, 0],
    [90, 1],
    [89, 1],
  ])('SESSION-11 SESSION-13 %i seconds before expiry: %i refreshes', async (secondsLeft, refreshes) => {
    await signedIn(secondsLeft + 30)
    await advanceTime(30)
    expect(calls).toHaveLength(refreshes)
  })

  test('SESSION-8 emits TOKEN_REFRESHED and waits for the new expiry', async () => {
    const client = await signedIn(100)
    await advanceTime(30)
    await respondToLast(sessionExpiringIn(3600))
    expect(events).toEqual(['TOKEN_REFRESHED'])
    expect(client.currentSession().expires_at).toBe(new Date(clock + 3_600_000).toISOString())
    await advanceTime(3480)
    expect(calls).toHaveLength(1)
    await advanceTime(30)
    expect(calls).toHaveLength(2)
  })

  test('concurrent refreshes share one request', async () => {
    const client = await signedIn(100)
    await advanceTime(60)
    const first = client.refresh()
    expect(client.refresh()).toBe(first)
    expect(calls).toHaveLength(1)
    await respondToLast(sessionExpiringIn(3600))
    void client.refresh()
    expect(calls).toHaveLength(2)
  })

  test('SESSION-12 a hidden tab does not tick and refreshes when it becomes visible', async () => {
    const client = await signedIn(100)
    isVisible = false
    client.visibilityChanged()
    await advanceTime(3600)
    expect(calls).toEqual([])
    isVisible = true
    client.visibilityChanged()
    expect(calls.map(({ method }) => method)).toEqual(['POST'])
    await respondToLast(sessionExpiringIn(3600))
    await advanceTime(3600 - 90)
    expect(calls).toHaveLength(2)
  })

  test('a signed-in tab refreshes when it becomes visible, even if expiry is far away', async () => {
    const client = await signedIn(3600)
    client.visibilityChanged()
    expect(calls).toHaveLength(1)
  })
})

describe('SESSION-13 Retries', () => {
  test.each([[new Error('no network')], [500], [503]])(
    'SESSION-13 SESSION-11 after %s: backoff doubles from 200 ms and ends after 30 s',
    async (failure) => {
      const client = await signedIn(3600)
      void client.refresh()
      await failAllRequests(29, failure)
      expect(calls.map(({ at }) => at - START)).toEqual([0, 200, 600, 1400, 3000, 6200, 12600, 25400])
      await advanceTime(28)
      expect(calls).toHaveLength(8)
      expect(client.currentSession().user).toEqual(anu)
    },
  )

  test('the next response ends the retries', async () => {
    const client = await signedIn(3600)
    void client.refresh()
    await respondToLast(502)
    await advanceTime(0.2)
    await respondToLast(sessionExpiringIn(3600))
    await advanceTime(20)
    expect(calls).toHaveLength(2)
    expect(events).toEqual(['TOKEN_REFRESHED'])
    expect(client.currentSession().user).toEqual(anu)
  })

  test('401 is not retried and signs out', async () => {
    const client = await signedIn(3600)
    void client.refresh()
    await respondToLast(401)
    await advanceTime(29)
    expect(calls).toHaveLength(1)
    expect(events).toEqual(['SIGNED_OUT'])
    expect(sentMessages, 'SESSION-31 other tabs learn that nobody signed out').toMatchObject([
      { event: 'SIGNED_OUT', hasEnded: true },
    ])
    expect(client.currentSession()).toEqual({ user: null, expires_at: null })
  })

  test('another 4xx is not retried and does not sign out', async () => {
    const client = await signedIn(3600)
    void client.refresh()
    await respondToLast(429)
    await advanceTime(29)
    expect(calls).toHaveLength(1)
    expect(client.currentSession().user).toEqual(anu)
  })
})

describe('SESSION-6 Sign out', () => {
  test('a sign-out during a refresh wins: the late response is ignored', async () => {
    const client = await signedIn(3600)
    void client.refresh()
    const pendingRefresh = calls[0]!
    const signOutPromise = client.signOut()
    expect(pendingRefresh.signal.aborted).toBe(true)
    pendingRefresh.respond(Response.json(sessionExpiringIn(3600)))
    await flushPromises()
    await respondToLast(204)
    expect(await signOutPromise).toBe(true)
    expect(client.currentSession().user).toBeNull()
    expect(events).toEqual(['SIGNED_OUT'])
  })

  test('a sign-out wins even if the response headers have arrived', async () => {
    const client = await signedIn(3600)
    void client.refresh()
    let finish = () => {}
    const text = JSON.stringify(sessionExpiringIn(3600))
    const body = new ReadableStream({
      start(stream) {
        finish = () => {
          stream.enqueue(new TextEncoder().encode(text))
          stream.close()
        }
      },
    })
    calls[0]!.respond(new Response(body))
    await flushPromises()
    void client.signOut()
    finish()
    await flushPromises()
    expect(client.currentSession().user).toBeNull()
  })

  test('a sign-out ends the retries of a refresh', async () => {
    const client = await signedIn(3600)
    void client.refresh()
    await respondToLast(503)
    void client.signOut()
    await respondToLast(204)
    isCookieSet = false
    await advanceTime(60)
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })

  test('without a response from the server, sign-out completes after 5 seconds', async () => {
    const client = await signedIn(3600)
    const signOutPromise = client.signOut()
    expect(client.currentSession().user).toBeNull()
    await advanceTime(5)
    expect(await signOutPromise).toBe(false)
  })

  test('SESSION-8 the other tabs are notified and do not send the message on', async () => {
    const client = await signedIn(3600)
    void client.signOut()
    const [message] = sentMessages
    expect(message).toEqual({ event: 'SIGNED_OUT', session: { user: null, expires_at: null } })
    isCookieSet = true
    const other = await signedIn(3600)
    other.receiveMessage(message!)
    expect(other.currentSession().user).toBeNull()
    expect(events).toEqual(['SIGNED_OUT'])
    expect(sentMessages).toEqual([])
  })

  test('SESSION-31 a missing cookie is reported as an end, and a sign-out that follows as one', async () => {
    const client = await signedIn(3600)
    isCookieSet = false
    client.checkSessionCookie()
    void client.signOut()
    expect(sentMessages.map(({ hasEnded }) => hasEnded)).toEqual([true, undefined])
  })

  test('a pending refresh in another tab cannot undo it', async () => {
    const client = await signedIn(3600)
    void client.refresh()
    client.receiveMessage({ event: 'SIGNED_OUT', session: { user: null, expires_at: null } })
    await respondToLast(sessionExpiringIn(3600))
    expect(client.currentSession().user).toBeNull()
  })

  test('a missing cookie signs out on the next tick', async () => {
    const client = await signedIn(3600)
    isCookieSet = false
    await advanceTime(30)
    expect(client.currentSession().user).toBeNull()
    expect(calls).toEqual([])
  })

  test('a session received from another tab needs no request', async () => {
    const client = await signedIn(60)
    client.receiveMessage({ event: 'TOKEN_REFRESHED', session: sessionExpiringIn(3600) })
    await advanceTime(60)
    expect(calls).toEqual([])
    expect(client.currentSession().expires_at).toBe(new Date(START + 3_600_000).toISOString())
  })
})
