import { NO_SESSION, type SessionAnswer } from '#shop/accounts/sessions/session.ts'
import { SESSION_REFRESH_THRESHOLD_TICKS, SESSION_FIRST_RETRY_MS, SESSION_TICK_SECONDS } from '#shop/constants.ts'

export const SESSION_PATH = '/api/session'
const TICK_INTERVAL_MS = SESSION_TICK_SECONDS * 1000
const RETRY_TIMEOUT_MS = 30_000
/** A sign-out that the server does not answer is finished without it. */
const SIGN_OUT_TIMEOUT_MS = 5_000

export type SessionEvent = 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED'
export type SessionMessage = { event: SessionEvent; session: SessionAnswer }

/** What the keeper needs of a browser; handed in, so that tests bring their own clock and network. */
export type SessionClientDependencies = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Answers how to call it off. */
  setTimer: (task: () => void, milliseconds: number) => () => void
  fetch: (path: string, init: { method: string; signal: AbortSignal }) => Promise<Response>
  isVisible: () => boolean
  /** Whether the readable cookie says that asking the server is worth it. */
  isSignedInCookieSet: () => boolean
  notifyOtherTabs: (message: SessionMessage) => void
}

export type SessionClient = ReturnType<typeof createSessionClient>

/** Keeps the browser's session alive and every part of the page informed of it. */
export function createSessionClient(dependencies: SessionClientDependencies) {
  let session: SessionAnswer = NO_SESSION
  let isTicking = false
  let stopTicking: (() => void) | undefined
  /** Called off by a sign-out: an answer that comes later belongs to a session that is over. */
  let abortController = new AbortController()
  /** One of each at a time; whoever asks meanwhile waits for the same one. */
  const pendingRequests: { load?: Promise<void>; refresh?: Promise<void> } = {}
  const subscribers = new Set<() => void>()
  const listeners = new Set<(message: SessionMessage) => void>()

  function setSession(next: SessionAnswer, event: SessionEvent | undefined, isLocal = true) {
    session = next
    for (const subscriber of subscribers) subscriber()
    if (!event) return
    const message = { event, session: next }
    for (const listener of listeners) listener(message)
    if (isLocal) dependencies.notifyOtherTabs(message)
  }

  function cancelRequests() {
    abortController.abort()
    abortController = new AbortController()
    delete pendingRequests.load
    delete pendingRequests.refresh
  }

  function setSignedOut(isLocal = true) {
    cancelRequests()
    if (session.user) setSession(NO_SESSION, 'SIGNED_OUT', isLocal)
  }

  /** Undefined when the network or the server failed: that says nothing about the session. */
  async function sendRequest(method: 'GET' | 'POST', { signal }: AbortController): Promise<Response | undefined> {
    try {
      const response = await dependencies.fetch(SESSION_PATH, { method, signal })
      return response.status >= 500 ? undefined : response
    } catch {
      return undefined
    }
  }

  const sleep = (milliseconds: number, { signal }: AbortController) =>
    new Promise<void>((resolve) => {
      const cancelTimer = dependencies.setTimer(resolve, milliseconds)
      signal.addEventListener('abort', () => {
        cancelTimer()
        resolve()
      })
    })

  async function load() {
    const controller = abortController
    const response = await sendRequest('GET', controller)
    if (controller.signal.aborted || !response?.ok) return
    const answer = (await response.json()) as SessionAnswer
    if (controller.signal.aborted) return
    if (!answer.user) return setSignedOut()
    setSession(answer, detectEvent(session, answer))
  }

  async function refresh() {
    const controller = abortController
    const started = dependencies.now()
    for (let wait = SESSION_FIRST_RETRY_MS; ; wait *= 2) {
      const response = await sendRequest('POST', controller)
      if (controller.signal.aborted) return
      if (response) return handleRefreshResponse(response, controller)
      if (dependencies.now() - started + wait >= RETRY_TIMEOUT_MS) return
      await sleep(wait, controller)
      if (controller.signal.aborted) return
    }
  }

  async function handleRefreshResponse(response: Response, controller: AbortController) {
    if (response.status === 401) return setSignedOut()
    if (!response.ok) return
    const answer = (await response.json()) as SessionAnswer
    if (!controller.signal.aborted) setSession(answer, 'TOKEN_REFRESHED')
  }

  function runOnce(name: keyof typeof pendingRequests, task: () => Promise<void>) {
    const started = (pendingRequests[name] ??= task().finally(() => {
      if (pendingRequests[name] === started) delete pendingRequests[name]
    }))
    return started
  }
  const loadOnce = () => runOnce('load', load)
  const refreshOnce = () => runOnce('refresh', refresh)

  /** Compares what is known with the readable cookie; asks the server only where they differ. */
  function checkSessionCookie() {
    if (session.user && !dependencies.isSignedInCookieSet()) setSignedOut()
    if (!session.user && dependencies.isSignedInCookieSet()) void loadOnce()
  }

  function tick() {
    checkSessionCookie()
    if (!session.expires_at) return
    const ticksLeft = (Date.parse(session.expires_at) - dependencies.now()) / TICK_INTERVAL_MS
    if (ticksLeft <= SESSION_REFRESH_THRESHOLD_TICKS) void refreshOnce()
  }

  function scheduleTick() {
    if (!isTicking) return
    stopTicking = dependencies.setTimer(() => {
      tick()
      scheduleTick()
    }, TICK_INTERVAL_MS)
  }

  function startTicking() {
    if (isTicking) return
    isTicking = true
    tick()
    scheduleTick()
  }

  function pause() {
    isTicking = false
    stopTicking?.()
  }

  return {
    currentSession: () => session,
    /** Calls back after every change of {@link current}. */
    subscribe(subscriber: () => void) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    on(listener: (message: SessionMessage) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start() {
      if (dependencies.isVisible()) startTicking()
    },
    stop: pause,
    checkSessionCookie,
    /** Asks the server what it knows now, such as after the profile was saved. */
    reload: loadOnce,
    refresh: refreshOnce,
    /** A hidden tab does not tick; one that is seen again refreshes at once. */
    visibilityChanged() {
      if (!dependencies.isVisible()) return pause()
      startTicking()
      if (session.user) void refreshOnce()
    },
    receiveMessage({ event, session: remoteSession }: SessionMessage) {
      if (event === 'SIGNED_OUT') return setSignedOut(false)
      cancelRequests()
      setSession(remoteSession, event, false)
    },
    /** Ends the session here and on the server, whatever else is under way; answers whether the server confirmed it. */
    async signOut(): Promise<boolean> {
      setSignedOut()
      const timeoutController = new AbortController()
      const cancelTimeout = dependencies.setTimer(() => timeoutController.abort(), SIGN_OUT_TIMEOUT_MS)
      try {
        return (await dependencies.fetch(SESSION_PATH, { method: 'DELETE', signal: timeoutController.signal })).ok
      } catch {
        return false
      } finally {
        cancelTimeout()
      }
    },
  }
}

function detectEvent({ user: before }: SessionAnswer, { user: after }: SessionAnswer): SessionEvent | undefined {
  if (before?.id !== after?.id) return 'SIGNED_IN'
  const isSame = before?.email === after?.email && before?.first_name === after?.first_name
  return isSame ? undefined : 'USER_UPDATED'
}
