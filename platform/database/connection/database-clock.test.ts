import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabaseClock, type DatabaseClock } from './database-clock.server.ts'

let opened: DatabaseClock | undefined
afterEach(() => opened?.stop())

async function openClock() {
  const state = { elapsed: 0, ahead: 1_000_000, way: 0, looks: 0, isAway: false }
  opened = await openDatabaseClock({
    elapsed: () => state.elapsed,
    intervalMs: 1,
    readTime: async () => {
      if (state.isAway) throw new Error('The database is away.')
      const time = state.ahead + state.elapsed + state.way / 4
      state.elapsed += state.way
      state.looks += 1
      return time
    },
  })
  return { state, now: () => opened!.now().getTime() }
}

describe('FLEET-13 The clock of the database', () => {
  test('goes on between two looks and while the database is away', async () => {
    const { state, now } = await openClock()
    state.isAway = true
    state.elapsed += 2_500
    await pause(10)
    expect(now()).toBe(1_002_500)
  })

  test('follows a database whose clock is set', async () => {
    const { state, now } = await openClock()
    state.ahead += 90_000
    await expect.poll(now).toBe(1_090_000)
  })

  test('does not move by the time that an answer takes', async () => {
    const { state, now } = await openClock()
    state.way = 400
    await expect.poll(() => state.looks).toBeGreaterThan(5)
    expect(now() - state.elapsed).toBe(1_000_000)
  })
})
