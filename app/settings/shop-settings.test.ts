import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { CurrentSettings } from '#features/settings/settings-queries.server.ts'
import { openShopSettings } from './shop-settings.ts'

/** Settings whose readings end when the test decides. */
async function openTestSettings() {
  const readings: { end: (name: string) => void; fail: () => void }[] = []
  let isCurrent = true
  const subscribers: { invalidate: (tags: readonly string[]) => void; clearAll: () => void }[] = []
  const warn = vi.fn()
  const opening = openShopSettings({
    read: () =>
      new Promise<CurrentSettings>((resolve, reject) => {
        readings.push({
          end: (name) => resolve({ identity: { name } } as CurrentSettings),
          fail: () => reject(new Error('The database is gone.')),
        })
      }),
    cacheInvalidation: { isCurrent: () => isCurrent, subscribe: (one) => void subscribers.push(one) },
    log: { warn },
  })
  readings[0]!.end('first')
  return {
    settings: await opening,
    readings,
    warn,
    change: () => subscribers.forEach(({ invalidate }) => invalidate(['everything', 'settings'])),
    loseConnection: () => (isCurrent = false),
  }
}

describe('SETTING-2 The settings of a node', () => {
  test('a page waits for the reading that follows a change, and reads nothing without one', async () => {
    const { settings, readings, change } = await openTestSettings()
    await settings.whenCurrent()
    expect(readings).toHaveLength(1)
    change()
    const page = settings.whenCurrent()
    expect(settings.current().identity.name).toBe('first')
    await nextTick()
    readings.slice(1).forEach(({ end }) => end('second'))
    await page
    expect(settings.current().identity.name).toBe('second')
    const count = readings.length
    await settings.whenCurrent()
    expect(readings).toHaveLength(count)
  })

  test('an earlier reading that ends later changes nothing', async () => {
    const { settings, readings, change } = await openTestSettings()
    change()
    change()
    const [early, late] = readings.slice(1)
    late!.end('late')
    await Promise.resolve()
    early!.end('early')
    await settings.whenCurrent()
    expect(settings.current().identity.name).toBe('late')
  })

  test('a change during a reading needs another one', async () => {
    const { settings, readings, change } = await openTestSettings()
    change()
    const page = settings.whenCurrent()
    await nextTick()
    change()
    readings.slice(1, 3).forEach(({ end }) => end('between'))
    const next = settings.whenCurrent()
    await nextTick()
    readings.slice(3).forEach(({ end }) => end('last'))
    await Promise.all([page, next])
    expect(settings.current().identity.name).toBe('last')
  })

  test('a node that may have missed changes reads for each page', async () => {
    const { settings, readings, loseConnection } = await openTestSettings()
    loseConnection()
    for (const name of ['a', 'b']) {
      const page = settings.whenCurrent()
      await nextTick()
      readings.at(-1)!.end(name)
      await page
      expect(settings.current().identity.name).toBe(name)
    }
  })

  test('pages that come together share a reading that begins after them; later ones do not wait for it', async () => {
    const { settings, readings, loseConnection } = await openTestSettings()
    loseConnection()
    const pages = [settings.whenCurrent(), settings.whenCurrent()]
    expect(readings).toHaveLength(1)
    await nextTick()
    expect(readings).toHaveLength(2)
    const later = settings.whenCurrent()
    await nextTick()
    readings[2]!.end('later')
    await later
    expect(settings.current().identity.name).toBe('later')
    readings[1]!.end('together')
    await Promise.all(pages)
    expect(settings.current().identity.name).toBe('later')
  })

  test('FLEET-19 a page may wait no longer than a limit on a node that may have missed changes, and on no other', async () => {
    const { settings, readings, change, loseConnection } = await openTestSettings()
    change()
    let hasAnswered = false
    const waiting = settings.whenCurrent(5).then(() => (hasAnswered = true))
    await pause(20)
    expect(hasAnswered, 'its page would be kept').toBe(false)
    readings.slice(1).forEach(({ end }) => end('second'))
    await waiting
    loseConnection()
    await settings.whenCurrent(5)
    expect(settings.current().identity.name).toBe('second')
    readings.at(-1)!.end('third')
    await nextTick()
    expect(settings.current().identity.name).toBe('third')
  })

  test('the previous ones stay while the database does not answer', async () => {
    const { settings, readings, loseConnection, warn } = await openTestSettings()
    loseConnection()
    const page = settings.whenCurrent()
    await nextTick()
    readings.at(-1)!.fail()
    await page
    expect(settings.current().identity.name).toBe('first')
    expect(warn).toHaveBeenCalledOnce()
  })
})
