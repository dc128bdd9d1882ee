import { beforeEach, describe, expect, test } from 'vitest'
import type { SessionAnswer } from '#shop/accounts/sessions/session.ts'
import { createSessionKeeper, type SessionEvent, type SessionNews } from './session-client.ts'

const START = Date.parse('2026-11-21T10:00:00Z')
const anu = { id: '1', email: 'anu@shoppers.example', first_name: 'Anu' }
const answerFor = (seconds: number, user = anu): SessionAnswer => ({ user, expires_at: new Date(now() + seconds * 1000).toISOString() })
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A browser with a clock of its own: timers run when the test says that time has passed. */
let clock: number
let timers: { at: number; work: () => void }[]
let calls: { method: string; at: number; signal: AbortSignal; answer: (response: Response | Error) => void }[]
let isVisible: boolean
let isCookieSet: boolean
let told: SessionNews[]
let events: SessionEvent[]
const now = () => clock

beforeEach(() => {
  clock = START
  timers = []
  calls = []
  told = []
  events = []
  isVisible = true
  isCookieSet = true
})

function newKeeper() {
  const keeper = createSessionKeeper({
    now,
    setTimer(work, milliseconds) {
      const timer = { at: clock + milliseconds, work }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    fetch: (path, { method, signal }) =>
      new Promise((resolve, reject) => {
        expect(path).toBe('/api/session')
        const answer = (given: Response | Error) => (given instanceof Error ? reject(given) : resolve(given))
        calls.push({ method, at: clock, signal, answer })
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
    isVisible: () => isVisible,
    isSignedInCookieSet: () => isCookieSet,
    tellOtherTabs: (news) => told.push(news),
  })
  keeper.on(({ event }) => events.push(event))
  return keeper
}

async function pass(seconds: number) {
  const end = clock + seconds * 1000
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
    if (!next) break
    clock = next.at
    timers = timers.filter((timer) => timer !== next)
    next.work()
    await settle()
  }
  clock = end
}

async function answerLast(given: SessionAnswer | number | Error) {
  const response = typeof given === 'number' ? new Response(null, { status: given }) : given instanceof Error ? given : Response.json(given)
  calls.at(-1)!.answer(response)
  await settle()
}

async function signedIn(secondsLeft: number) {
  const keeper = newKeeper()
  keeper.start()
  await answerLast(answerFor(secondsLeft))
  expect(keeper.current().user).toEqual(anu)
  calls = []
  told = []
  events = []
  return keeper
}

const failAll = async (seconds: number, failure: number | Error) => {
  const end = clock + seconds * 1000
  let answered = 0
  while (clock < end) {
    while (answered < calls.length) {
      calls[answered++]!.answer(failure instanceof Error ? failure : new Response(null, { status: failure }))
      await settle()
    }
    const next = Math.min(end, ...timers.map(({ at }) => at))
    await pass((next - clock) / 1000)
  }
}

describe('§4 Whether somebody is signed in', () => {
  test('a visitor without a session causes no request at all', async () => {
    isCookieSet = false
    newKeeper().start()
    await pass(300)
    expect(calls).toEqual([])
  })

  test('a browser with the cookie asks once, and says SIGNED_IN', async () => {
    const keeper = newKeeper()
    keeper.start()
    keeper.look()
    await answerLast(answerFor(3600))
    expect(calls.map(({ method }) => method)).toEqual(['GET'])
    expect(keeper.current().user?.first_name).toBe('Anu')
    expect(events).toEqual(['SIGNED_IN'])
  })

  test('a sign-in is noticed at the page change that follows it', async () => {
    isCookieSet = false
    const keeper = newKeeper()
    keeper.start()
    isCookieSet = true
    keeper.look()
    await answerLast(answerFor(3600))
    expect(events).toEqual(['SIGNED_IN'])
  })

  test('a lost first answer is asked for again at the next tick', async () => {
    const keeper = newKeeper()
    keeper.start()
    await answerLast(new Error('no network'))
    await pass(30)
    await answerLast(answerFor(3600))
    expect(calls).toHaveLength(2)
    expect(keeper.current().user).toEqual(anu)
  })

  test('a changed name says USER_UPDATED, an unchanged one nothing', async () => {
    const keeper = await signedIn(3600)
    void keeper.reload()
    await answerLast(answerFor(3600))
    expect(events).toEqual([])
    void keeper.reload()
    await answerLast(answerFor(3600, { ...anu, first_name: 'Anjali' }))
    expect(events).toEqual(['USER_UPDATED'])
  })
})

describe('§4 The tick of 30 seconds', () => {
  test('refreshes within 3 ticks of expiry and not before', async () => {
    await signedIn(121)
    await pass(29)
    expect(calls).toEqual([])
    await pass(2)
    expect(calls).toHaveLength(0)
    await pass(30)
    expect(calls.map(({ method, at }) => [method, at - START])).toEqual([['POST', 60_000]])
  })

  test.each([
    [91, 0],
    [90, 1],
    [89, 1],
  ])('%i seconds before expiry: %i refreshes', async (secondsLeft, refreshes) => {
    await signedIn(secondsLeft + 30)
    await pass(30)
    expect(calls).toHaveLength(refreshes)
  })

  test('says TOKEN_REFRESHED, and waits for the new expiry', async () => {
    const keeper = await signedIn(100)
    await pass(30)
    await answerLast(answerFor(3600))
    expect(events).toEqual(['TOKEN_REFRESHED'])
    expect(keeper.current().expires_at).toBe(new Date(clock + 3_600_000).toISOString())
    await pass(3480)
    expect(calls).toHaveLength(1)
    await pass(30)
    expect(calls).toHaveLength(2)
  })

  test('one refresh is under way at a time, however often it is asked for', async () => {
    const keeper = await signedIn(100)
    await pass(60)
    const first = keeper.refresh()
    expect(keeper.refresh()).toBe(first)
    expect(calls).toHaveLength(1)
    await answerLast(answerFor(3600))
    void keeper.refresh()
    expect(calls).toHaveLength(2)
  })

  test('a hidden tab does not tick; seen again, it refreshes at once', async () => {
    const keeper = await signedIn(100)
    isVisible = false
    keeper.visibilityChanged()
    await pass(3600)
    expect(calls).toEqual([])
    isVisible = true
    keeper.visibilityChanged()
    expect(calls.map(({ method }) => method)).toEqual(['POST'])
    await answerLast(answerFor(3600))
    await pass(3600 - 90)
    expect(calls).toHaveLength(2)
  })

  test('a tab of somebody signed in refreshes when it is seen again, though the end is far', async () => {
    const keeper = await signedIn(3600)
    keeper.visibilityChanged()
    expect(calls).toHaveLength(1)
  })
})

describe('§4 Retries', () => {
  test.each([[new Error('no network')], [500], [503]])('after %s: 200 ms doubling, over after 30 s', async (failure) => {
    const keeper = await signedIn(3600)
    void keeper.refresh()
    await failAll(29, failure)
    expect(calls.map(({ at }) => at - START)).toEqual([0, 200, 600, 1400, 3000, 6200, 12600, 25400])
    await pass(28)
    expect(calls).toHaveLength(8)
    expect(keeper.current().user).toEqual(anu)
  })

  test('the next answer ends the retries', async () => {
    const keeper = await signedIn(3600)
    void keeper.refresh()
    await answerLast(502)
    await pass(0.2)
    await answerLast(answerFor(3600))
    await pass(20)
    expect(calls).toHaveLength(2)
    expect(events).toEqual(['TOKEN_REFRESHED'])
    expect(keeper.current().user).toEqual(anu)
  })

  test('a refusal is not tried again: 401 means signed out', async () => {
    const keeper = await signedIn(3600)
    void keeper.refresh()
    await answerLast(401)
    await pass(29)
    expect(calls).toHaveLength(1)
    expect(events).toEqual(['SIGNED_OUT'])
    expect(keeper.current()).toEqual({ user: null, expires_at: null })
  })

  test('another refusal is not tried again either, and signs nobody out', async () => {
    const keeper = await signedIn(3600)
    void keeper.refresh()
    await answerLast(429)
    await pass(29)
    expect(calls).toHaveLength(1)
    expect(keeper.current().user).toEqual(anu)
  })
})

describe('§4 Sign out', () => {
  test('a sign-out during a refresh wins: the late answer is thrown away', async () => {
    const keeper = await signedIn(3600)
    void keeper.refresh()
    const late = calls[0]!
    const isOut = keeper.signOut()
    expect(late.signal.aborted).toBe(true)
    late.answer(Response.json(answerFor(3600)))
    await settle()
    await answerLast(204)
    expect(await isOut).toBe(true)
    expect(keeper.current().user).toBeNull()
    expect(events).toEqual(['SIGNED_OUT'])
  })

  test('a sign-out wins even when the answer’s first half has arrived', async () => {
    const keeper = await signedIn(3600)
    void keeper.refresh()
    let finish = () => {}
    const text = JSON.stringify(answerFor(3600))
    const body = new ReadableStream({
      start(stream) {
        finish = () => {
          stream.enqueue(new TextEncoder().encode(text))
          stream.close()
        }
      },
    })
    calls[0]!.answer(new Response(body))
    await settle()
    void keeper.signOut()
    finish()
    await settle()
    expect(keeper.current().user).toBeNull()
  })

  test('a sign-out ends the retries of a refresh', async () => {
    const keeper = await signedIn(3600)
    void keeper.refresh()
    await answerLast(503)
    void keeper.signOut()
    await answerLast(204)
    isCookieSet = false
    await pass(60)
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })

  test('without an answer from the server it is over all the same, after 5 seconds at most', async () => {
    const keeper = await signedIn(3600)
    const isOut = keeper.signOut()
    expect(keeper.current().user).toBeNull()
    await pass(5)
    expect(await isOut).toBe(false)
  })

  test('the other tabs are told, and do not tell it on', async () => {
    const keeper = await signedIn(3600)
    void keeper.signOut()
    const [news] = told
    expect(news?.event).toBe('SIGNED_OUT')
    isCookieSet = true
    const other = await signedIn(3600)
    other.heard(news!)
    expect(other.current().user).toBeNull()
    expect(events).toEqual(['SIGNED_OUT'])
    expect(told).toEqual([])
  })

  test('a refresh under way in another tab cannot undo it', async () => {
    const keeper = await signedIn(3600)
    void keeper.refresh()
    keeper.heard({ event: 'SIGNED_OUT', session: { user: null, expires_at: null } })
    await answerLast(answerFor(3600))
    expect(keeper.current().user).toBeNull()
  })

  test('a cookie that is gone signs out at the next tick', async () => {
    const keeper = await signedIn(3600)
    isCookieSet = false
    await pass(30)
    expect(keeper.current().user).toBeNull()
    expect(calls).toEqual([])
  })

  test('what another tab learned is taken over without asking', async () => {
    const keeper = await signedIn(60)
    keeper.heard({ event: 'TOKEN_REFRESHED', session: answerFor(3600) })
    await pass(60)
    expect(calls).toEqual([])
    expect(keeper.current().expires_at).toBe(new Date(START + 3_600_000).toISOString())
  })
})
