import { NO_SESSION, type SessionAnswer } from '#shop/accounts/sessions/session.ts'
import { SESSION_REFRESH_THRESHOLD_TICKS, SESSION_RETRY_FIRST_MILLISECONDS, SESSION_TICK_SECONDS } from '#shop/constants.ts'

export const SESSION_PATH = '/api/session'
const TICK_MILLISECONDS = SESSION_TICK_SECONDS * 1000
const RETRIES_END_AFTER_MILLISECONDS = 30_000
/** A sign-out that the server does not answer is finished without it. */
const SIGN_OUT_MILLISECONDS = 5_000

export type SessionEvent = 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED'
export type SessionNews = { event: SessionEvent; session: SessionAnswer }

/** What the keeper needs of a browser; handed in, so that tests bring their own clock and network. */
export type KeeperWorld = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Answers how to call it off. */
  setTimer: (work: () => void, milliseconds: number) => () => void
  fetch: (path: string, init: { method: string; signal: AbortSignal }) => Promise<Response>
  isVisible: () => boolean
  /** Whether the readable cookie says that asking the server is worth it. */
  isSignedInCookieSet: () => boolean
  tellOtherTabs: (news: SessionNews) => void
}

export type SessionKeeper = ReturnType<typeof createSessionKeeper>

/** Keeps the browser's session alive and every part of the page informed of it (§4). */
export function createSessionKeeper(world: KeeperWorld) {
  let session: SessionAnswer = NO_SESSION
  let isTicking = false
  let stopTicking: (() => void) | undefined
  /** Called off by a sign-out: an answer that comes later belongs to a session that is over. */
  let calls = new AbortController()
  /** One of each at a time; whoever asks meanwhile waits for the same one. */
  const underWay: { load?: Promise<void>; refresh?: Promise<void> } = {}
  const readers = new Set<() => void>()
  const listeners = new Set<(news: SessionNews) => void>()

  function become(next: SessionAnswer, event: SessionEvent | undefined, isOwn = true) {
    session = next
    for (const read of readers) read()
    if (!event) return
    const news = { event, session: next }
    for (const listener of listeners) listener(news)
    if (isOwn) world.tellOtherTabs(news)
  }

  function callOff() {
    calls.abort()
    calls = new AbortController()
    delete underWay.load
    delete underWay.refresh
  }

  function becomeNobody(isOwn = true) {
    callOff()
    if (session.user) become(NO_SESSION, 'SIGNED_OUT', isOwn)
  }

  /** Undefined when the network or the server failed: that says nothing about the session. */
  async function ask(method: 'GET' | 'POST', { signal }: AbortController): Promise<Response | undefined> {
    try {
      const response = await world.fetch(SESSION_PATH, { method, signal })
      return response.status >= 500 ? undefined : response
    } catch {
      return undefined
    }
  }

  const sleep = (milliseconds: number, { signal }: AbortController) =>
    new Promise<void>((resolve) => {
      const callOffTimer = world.setTimer(resolve, milliseconds)
      signal.addEventListener('abort', () => {
        callOffTimer()
        resolve()
      })
    })

  async function load() {
    const mine = calls
    const response = await ask('GET', mine)
    if (mine.signal.aborted || !response?.ok) return
    const answer = (await response.json()) as SessionAnswer
    if (mine.signal.aborted) return
    if (!answer.user) return becomeNobody()
    become(answer, whatChanged(session, answer))
  }

  async function refresh() {
    const mine = calls
    const begun = world.now()
    for (let wait = SESSION_RETRY_FIRST_MILLISECONDS; ; wait *= 2) {
      const response = await ask('POST', mine)
      if (mine.signal.aborted) return
      if (response) return take(response, mine)
      if (world.now() - begun + wait >= RETRIES_END_AFTER_MILLISECONDS) return
      await sleep(wait, mine)
      if (mine.signal.aborted) return
    }
  }

  async function take(response: Response, mine: AbortController) {
    if (response.status === 401) return becomeNobody()
    if (!response.ok) return
    const answer = (await response.json()) as SessionAnswer
    if (!mine.signal.aborted) become(answer, 'TOKEN_REFRESHED')
  }

  function once(name: keyof typeof underWay, work: () => Promise<void>) {
    const begun = (underWay[name] ??= work().finally(() => {
      if (underWay[name] === begun) delete underWay[name]
    }))
    return begun
  }
  const loadOnce = () => once('load', load)
  const refreshOnce = () => once('refresh', refresh)

  /** Compares what is known with the readable cookie; asks the server only where they differ. */
  function look() {
    if (session.user && !world.isSignedInCookieSet()) becomeNobody()
    if (!session.user && world.isSignedInCookieSet()) void loadOnce()
  }

  function tick() {
    look()
    if (!session.expires_at) return
    const ticksLeft = (Date.parse(session.expires_at) - world.now()) / TICK_MILLISECONDS
    if (ticksLeft <= SESSION_REFRESH_THRESHOLD_TICKS) void refreshOnce()
  }

  function keepTicking() {
    if (!isTicking) return
    stopTicking = world.setTimer(() => {
      tick()
      keepTicking()
    }, TICK_MILLISECONDS)
  }

  function startTicking() {
    if (isTicking) return
    isTicking = true
    tick()
    keepTicking()
  }

  function pause() {
    isTicking = false
    stopTicking?.()
  }

  return {
    current: () => session,
    /** Calls back after every change of {@link current}. */
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
    on(listener: (news: SessionNews) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start() {
      if (world.isVisible()) startTicking()
    },
    stop: pause,
    look,
    /** Asks the server what it knows now, such as after the profile was saved. */
    reload: loadOnce,
    refresh: refreshOnce,
    /** A hidden tab does not tick; one that is seen again refreshes at once (§4). */
    visibilityChanged() {
      if (!world.isVisible()) return pause()
      startTicking()
      if (session.user) void refreshOnce()
    },
    heard({ event, session: theirs }: SessionNews) {
      if (event === 'SIGNED_OUT') return becomeNobody(false)
      callOff()
      become(theirs, event, false)
    },
    /** Ends the session here and on the server, whatever else is under way; answers whether the server confirmed it. */
    async signOut(): Promise<boolean> {
      becomeNobody()
      const limit = new AbortController()
      const callOffLimit = world.setTimer(() => limit.abort(), SIGN_OUT_MILLISECONDS)
      try {
        return (await world.fetch(SESSION_PATH, { method: 'DELETE', signal: limit.signal })).ok
      } catch {
        return false
      } finally {
        callOffLimit()
      }
    },
  }
}

function whatChanged({ user: before }: SessionAnswer, { user: after }: SessionAnswer): SessionEvent | undefined {
  if (before?.id !== after?.id) return 'SIGNED_IN'
  const isSame = before?.email === after?.email && before?.first_name === after?.first_name
  return isSame ? undefined : 'USER_UPDATED'
}
