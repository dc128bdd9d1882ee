import { beforeEach, describe, expect, test } from 'vitest'
import { createOrderStream, type Told } from './order-event-stream.ts'

/** A browser with its own clock and a server that says what the test wants. */
class World {
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
  pass(milliseconds: number) {
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
  say(name: string, data: unknown = {}) {
    this.#listeners.get(name)?.({ data: JSON.stringify(data) } as unknown as Event)
  }
}

let world: World
let stream: ReturnType<typeof createOrderStream>
let told: Told[]
const listen = () => stream.subscribe((news) => told.push(news))
const show = (visible: boolean) => {
  world.visible = visible
  stream.visibilityChanged()
}

beforeEach(() => {
  world = new World()
  stream = createOrderStream(world)
  told = []
})

describe('The stream of what happens to orders', () => {
  test('is one for all parts of a page, and tells each of them', () => {
    listen()
    listen()
    expect(world.opened).toHaveLength(1)
    world.opened[0]!.say('refresh')
    world.opened[0]!.say('orders', [{ id: 1, order_id: 'a', event: 'placed' }])
    world.opened[0]!.say('catalogue')
    const news = [{ id: 1, order_id: 'a', event: 'placed' }]
    expect(told).toEqual(['everything', 'everything', news, news, 'catalogue', 'catalogue'])
  })

  test('is kept over a page change and let go of when no page needs it', () => {
    const leave = listen()
    leave()
    world.pass(1_000)
    const leaveNext = listen()
    world.pass(10_000)
    expect(world.live).toHaveLength(1)
    leaveNext()
    world.pass(10_000)
    expect(world.live).toHaveLength(0)
    expect(world.opened).toHaveLength(1)
  })

  test('is let go of by a tab that nobody looks at, which asks for everything when it is looked at again', () => {
    listen()
    show(false)
    world.pass(10_000)
    expect(world.live).toHaveLength(0)
    show(true)
    expect(world.live).toHaveLength(1)
    world.opened[1]!.say('refresh')
    expect(told).toEqual(['everything'])
  })

  test('comes back by itself after an answer that was no stream, later and later, and soon again after it worked', () => {
    listen()
    const fail = () => {
      world.opened.at(-1)!.readyState = 2
      world.opened.at(-1)!.say('error')
    }
    const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    waits.forEach((wait, place) => {
      fail()
      world.pass(wait - 1)
      expect(world.opened).toHaveLength(place + 1)
      world.pass(1)
      expect(world.opened).toHaveLength(place + 2)
    })
    world.opened.at(-1)!.say('refresh')
    fail()
    world.pass(1_000)
    expect(world.live).toHaveLength(1)
  })

  test('leaves it to the browser to come back after a lost connection', () => {
    listen()
    world.opened[0]!.readyState = 0
    world.opened[0]!.say('error')
    world.pass(60_000)
    expect(world.opened).toHaveLength(1)
  })

  test('ends with the session for good, after a last question that leads to the sign-in', () => {
    listen()
    world.opened[0]!.say('end')
    expect(told).toEqual(['everything'])
    listen()
    show(true)
    world.pass(60_000)
    expect(world.opened).toHaveLength(1)
  })
})
