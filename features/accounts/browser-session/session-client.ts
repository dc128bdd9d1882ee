import { NO_SESSION, SESSION_PATH, type SessionAnswer } from '#shop/session.ts'
import {
  SESSION_REFRESH_THRESHOLD_TICKS,
  SESSION_FIRST_RETRY_MS,
  SESSION_TICK_SECONDS,
} from '#shop/constants.ts'

const TICK_INTERVAL_MS = SESSION_TICK_SECONDS * 1000
const RETRY_TIMEOUT_MS = 30_000
/** Sign-out completes after this time even without a response. */
const SIGN_OUT_TIMEOUT_MS = 5_000

export type SessionEvent = 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED'
/** `hasEnded`: the server ended the session, without a sign-out in this browser. */
export type SessionMessage = { event: SessionEvent; session: SessionAnswer; hasEnded?: true }

export type SessionClientDependencies = {
  now: () => number
  setTimer: (task: () => void, milliseconds: number) => () => void
  fetch: (path: string, init: { method: string; signal: AbortSignal }) => Promise<Response>
  isVisible: () => boolean
  isSignedInCookieSet: () => boolean
  notifyOtherTabs: (message: SessionMessage) => void
}

export type SessionClient = ReturnType<typeof createSessionClient>

export function createSessionClient(dependencies: SessionClientDependencies) {
  let session: SessionAnswer = NO_SESSION
  let isTicking = false
  let stopTicking: (() => void) | undefined
  /** Aborted by sign-out, so that later responses are ignored. */
  let abortController = new AbortController()
  const pendingRequests: { load?: Promise<void>; refresh?: Promise<void> } = {}
  const subscribers = new Set<() => void>()
  const listeners = new Set<(message: SessionMessage) => void>()

  function setSession(
    next: SessionAnswer,
    event: SessionEvent | undefined,
    { isLocal = true, hasEnded = false } = {},
  ) {
    session = next
    for (const subscriber of subscribers) subscriber()
    if (!event) return
    const message: SessionMessage = { event, session: next, ...(hasEnded && { hasEnded }) }
    for (const listener of listeners) listener(message)
    if (isLocal) dependencies.notifyOtherTabs(message)
  }

  function cancelRequests() {
    abortController.abort()
    abortController = new AbortController()
    delete pendingRequests.load
    delete pendingRequests.refresh
  }

  function setSignedOut(how: { isLocal?: boolean; hasEnded?: boolean } = {}) {
    cancelRequests()
    if (session.user) setSession(NO_SESSION, 'SIGNED_OUT', how)
  }

  /** Undefined on network or server errors, which say nothing about the session. */
  async function sendRequest(
    method: 'GET' | 'POST',
    { signal }: AbortController,
  ): Promise<Response | undefined> {
    try {
      const response = await dependencies.fetch(SESSION_PATH, { method, signal })
      return response.status >= 500 ? undefined : response
    } catch {
      return undefined
    }
  }

  /** Undefined if the body is cut off, by an abort or by the network, or is not JSON. */
  const readAnswer = (response: Response) =>
    response.json().then(
      (answer) => answer as SessionAnswer,
      () => undefined,
    )

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
    const loaded = await readAnswer(response)
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- The signal may abort while this waits.
    if (controller.signal.aborted || !loaded) return
    if (!loaded.user) return setSignedOut({ hasEnded: true })
    setSession(loaded, detectEvent(session, loaded))
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
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- The signal may abort while this waits.
      if (controller.signal.aborted) return
    }
  }

  async function handleRefreshResponse(response: Response, controller: AbortController) {
    if (response.status === 401) return setSignedOut({ hasEnded: true })
    if (!response.ok) return
    const loaded = await readAnswer(response)
    if (loaded && !controller.signal.aborted) setSession(loaded, 'TOKEN_REFRESHED')
  }

  function runOnce(name: keyof typeof pendingRequests, task: () => Promise<void>) {
    const started = (pendingRequests[name] ??= task().finally(() => {
      if (pendingRequests[name] === started) delete pendingRequests[name]
    }))
    return started
  }
  const loadOnce = () => runOnce('load', load)
  const refreshOnce = () => runOnce('refresh', refresh)

  function checkSessionCookie() {
    if (session.user && !dependencies.isSignedInCookieSet()) setSignedOut({ hasEnded: true })
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
    reload: loadOnce,
    refresh: refreshOnce,
    visibilityChanged() {
      if (!dependencies.isVisible()) return pause()
      startTicking()
      if (session.user) void refreshOnce()
    },
    receiveMessage({ event, session: remoteSession }: SessionMessage) {
      if (event === 'SIGNED_OUT') return setSignedOut({ isLocal: false })
      cancelRequests()
      setSession(remoteSession, event, { isLocal: false })
    },
    async signOut(): Promise<boolean> {
      // Another tab may have noticed the missing cookie first, and reported only an end.
      if (!session.user) dependencies.notifyOtherTabs({ event: 'SIGNED_OUT', session: NO_SESSION })
      setSignedOut()
      const timeoutController = new AbortController()
      const cancelTimeout = dependencies.setTimer(() => timeoutController.abort(), SIGN_OUT_TIMEOUT_MS)
      try {
        return (
          await dependencies.fetch(SESSION_PATH, { method: 'DELETE', signal: timeoutController.signal })
        ).ok
      } catch {
        return false
      } finally {
        cancelTimeout()
      }
    },
  }
}

function detectEvent(
  { user: before }: SessionAnswer,
  { user: after }: SessionAnswer,
): SessionEvent | undefined {
  if (before?.id !== after?.id) return 'SIGNED_IN'
  const isSame =
    before?.email === after?.email &&
    before?.first_name === after?.first_name &&
    before?.is_email_verified === after?.is_email_verified
  return isSame ? undefined : 'USER_UPDATED'
}
