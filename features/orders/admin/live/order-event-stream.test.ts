import { beforeEach, describe, expect, test } from 'vitest'
import { createOrderEventStream, type OrderChangeMessage } from './order-event-stream.tsx'

class FakeBrowser {
  sources: FakeSource[] = []
  timers: { at: number; work: () => void }[] = []
  time = 0
  visible = true
  open = () => {
    const source = new FakeSource()
    this.sources.push(source)
    return source
  }
  setTimer = (work: () => void, milliseconds: number) => {
    const timer = { at: this.time + milliseconds, work }
    this.timers.push(timer)
    return () => void (this.timers = this.timers.filter((other) => other !== timer))
  }
  isVisible = () => this.visible
  advanceTime(milliseconds: number) {
    this.time += milliseconds
    const due = this.timers.filter(({ at }) => at <= this.time)
    this.timers = this.timers.filter((timer) => !due.includes(timer))
    for (const { work } of due) work()
  }
  get openSources() {
    return this.sources.filter(({ readyState }) => readyState !== 2)
  }
}
class FakeSource {
  readyState = 1
  #listeners = new Map<string, (event: Event) => void>()
  addEventListener(name: string, listener: (event: Event) => void) {
    this.#listeners.set(name, listener)
  }
  close() {
    this.readyState = 2
  }
  emit(name: string, data: unknown = {}) {
    this.#listeners.get(name)?.({ data: JSON.stringify(data) } as unknown as Event)
  }
}

let browser: FakeBrowser
let stream: ReturnType<typeof createOrderEventStream>
let messages: OrderChangeMessage[]
const subscribeListener = () => stream.subscribe((events) => messages.push(events))
const setVisible = (visible: boolean) => {
  browser.visible = visible
  stream.visibilityChanged()
}

beforeEach(() => {
  browser = new FakeBrowser()
  stream = createOrderEventStream(browser)
  messages = []
})

describe('Order event stream', () => {
  test('shares one connection and notifies every subscriber', () => {
    subscribeListener()
    subscribeListener()
    expect(browser.sources).toHaveLength(1)
    browser.sources[0]!.emit('refresh')
    browser.sources[0]!.emit('orders', [{ id: 1, order_id: 'a', event: 'placed' }])
    browser.sources[0]!.emit('catalogue')
    const events = [{ id: 1, order_id: 'a', event: 'placed' }]
    expect(messages).toEqual(['everything', 'everything', events, events, 'catalogue', 'catalogue'])
  })

  test('stays connected across a page change and disconnects without subscribers', () => {
    const unsubscribe = subscribeListener()
    unsubscribe()
    browser.advanceTime(1_000)
    const unsubscribeNext = subscribeListener()
    browser.advanceTime(10_000)
    expect(browser.openSources).toHaveLength(1)
    unsubscribeNext()
    browser.advanceTime(10_000)
    expect(browser.openSources).toHaveLength(0)
    expect(browser.sources).toHaveLength(1)
  })

  test('disconnects in a hidden tab and requests everything when the tab is visible again', () => {
    subscribeListener()
    setVisible(false)
    browser.advanceTime(10_000)
    expect(browser.openSources).toHaveLength(0)
    setVisible(true)
    expect(browser.openSources).toHaveLength(1)
    browser.sources[1]!.emit('refresh')
    expect(messages).toEqual(['everything'])
  })

  test('reconnects with growing delays after a failed response, and with the initial delay after a success', () => {
    subscribeListener()
    const fail = () => {
      browser.sources.at(-1)!.readyState = 2
      browser.sources.at(-1)!.emit('error')
    }
    const delays = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    delays.forEach((delay, index) => {
      fail()
      browser.advanceTime(delay - 1)
      expect(browser.sources).toHaveLength(index + 1)
      browser.advanceTime(1)
      expect(browser.sources).toHaveLength(index + 2)
    })
    browser.sources.at(-1)!.emit('refresh')
    fail()
    browser.advanceTime(1_000)
    expect(browser.openSources).toHaveLength(1)
  })

  test('SESSION-24 asks for the page when no stream is given, because the session may have ended', () => {
    subscribeListener()
    browser.sources[0]!.readyState = 2
    browser.sources[0]!.emit('error')
    expect(messages).toEqual(['everything'])
  })

  test('leaves reconnecting after a lost connection to the browser', () => {
    subscribeListener()
    browser.sources[0]!.readyState = 0
    browser.sources[0]!.emit('error')
    browser.advanceTime(60_000)
    expect(browser.sources).toHaveLength(1)
  })

  test('ends with the session after a last request that redirects to the sign-in', () => {
    subscribeListener()
    browser.sources[0]!.emit('end')
    expect(messages).toEqual(['everything'])
    subscribeListener()
    setVisible(true)
    browser.advanceTime(60_000)
    expect(browser.sources).toHaveLength(1)
  })
})
