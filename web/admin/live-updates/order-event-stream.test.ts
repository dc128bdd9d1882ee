import { beforeEach, describe, expect, test } from 'vitest'
import { createOrderEventStream, type OrderChangeMessage } from './order-event-stream.ts'

/** A browser with its own clock and a server that says what the test wants. */
class FakeBrowser {
  opened: FakeSource[] = []
  timers: { at: number; work: () => void }[] = []
  time = 0
  visible = true
  open = () => {
    const source = new FakeSource()
    this.opened.push(source)
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
  get live() {
    return this.opened.filter(({ readyState }) => readyState !== 2)
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
const subscribeTest = () => stream.subscribe((events) => messages.push(events))
const setVisible = (visible: boolean) => {
  browser.visible = visible
  stream.visibilityChanged()
}

beforeEach(() => {
  browser = new FakeBrowser()
  stream = createOrderEventStream(browser)
  messages = []
})

describe('The stream of what happens to orders', () => {
  test('is one for all parts of a page, and tells each of them', () => {
    subscribeTest()
    subscribeTest()
    expect(browser.opened).toHaveLength(1)
    browser.opened[0]!.emit('refresh')
    browser.opened[0]!.emit('orders', [{ id: 1, order_id: 'a', event: 'placed' }])
    browser.opened[0]!.emit('catalogue')
    const events = [{ id: 1, order_id: 'a', event: 'placed' }]
    expect(messages).toEqual(['everything', 'everything', events, events, 'catalogue', 'catalogue'])
  })

  test('is kept over a page change and let go of when no page needs it', () => {
    const unsubscribe = subscribeTest()
    unsubscribe()
    browser.advanceTime(1_000)
    const unsubscribeNext = subscribeTest()
    browser.advanceTime(10_000)
    expect(browser.live).toHaveLength(1)
    unsubscribeNext()
    browser.advanceTime(10_000)
    expect(browser.live).toHaveLength(0)
    expect(browser.opened).toHaveLength(1)
  })

  test('is let go of by a tab that nobody looks at, which asks for everything when it is looked at again', () => {
    subscribeTest()
    setVisible(false)
    browser.advanceTime(10_000)
    expect(browser.live).toHaveLength(0)
    setVisible(true)
    expect(browser.live).toHaveLength(1)
    browser.opened[1]!.emit('refresh')
    expect(messages).toEqual(['everything'])
  })

  test('comes back by itself after an answer that was no stream, later and later, and soon again after it worked', () => {
    subscribeTest()
    const fail = () => {
      browser.opened.at(-1)!.readyState = 2
      browser.opened.at(-1)!.emit('error')
    }
    const delays = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    delays.forEach((wait, index) => {
      fail()
      browser.advanceTime(wait - 1)
      expect(browser.opened).toHaveLength(index + 1)
      browser.advanceTime(1)
      expect(browser.opened).toHaveLength(index + 2)
    })
    browser.opened.at(-1)!.emit('refresh')
    fail()
    browser.advanceTime(1_000)
    expect(browser.live).toHaveLength(1)
  })

  test('leaves it to the browser to come back after a lost connection', () => {
    subscribeTest()
    browser.opened[0]!.readyState = 0
    browser.opened[0]!.emit('error')
    browser.advanceTime(60_000)
    expect(browser.opened).toHaveLength(1)
  })

  test('ends with the session for good, after a last question that leads to the sign-in', () => {
    subscribeTest()
    browser.opened[0]!.emit('end')
    expect(messages).toEqual(['everything'])
    subscribeTest()
    setVisible(true)
    browser.advanceTime(60_000)
    expect(browser.opened).toHaveLength(1)
  })
})
