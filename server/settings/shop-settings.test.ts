import { describe, expect, test, vi } from 'vitest'
import type { CurrentSettings } from '#shop/settings/settings-queries.server.ts'
import { openShopSettings } from './shop-settings.ts'

/** Settings whose readings end when the test says so. */
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
    readings.slice(1).forEach(({ end }) => end('second'))
    await page
    expect(settings.current().identity.name).toBe('second')
    const count = readings.length
    await settings.whenCurrent()
    expect(readings).toHaveLength(count)
  })

  test('a change during a reading needs another one', async () => {
    const { settings, readings, change } = await openTestSettings()
    change()
    const page = settings.whenCurrent()
    change()
    const later = settings.whenCurrent()
    readings[1]!.end('between')
    await vi.waitFor(() => expect(readings).toHaveLength(3))
    readings[2]!.end('last')
    await Promise.all([page, later])
    expect(settings.current().identity.name).toBe('last')
    expect(readings).toHaveLength(3)
  })

  test('pages that come during a reading share the next one, which began after all of them', async () => {
    const { settings, readings, loseConnection } = await openTestSettings()
    loseConnection()
    const first = settings.whenCurrent()
    const others = [settings.whenCurrent(), settings.whenCurrent()]
    let areShown = false
    void Promise.race(others).then(() => (areShown = true))
    readings[1]!.end('first')
    await first
    expect(readings).toHaveLength(3)
    expect(areShown).toBe(false)
    readings[2]!.end('shared')
    await Promise.all(others)
    expect(settings.current().identity.name).toBe('shared')
    expect(readings).toHaveLength(3)
  })

  test('a node that may have missed changes reads for each page', async () => {
    const { settings, readings, loseConnection } = await openTestSettings()
    loseConnection()
    for (const name of ['a', 'b']) {
      const page = settings.whenCurrent()
      readings.at(-1)!.end(name)
      await page
      expect(settings.current().identity.name).toBe(name)
    }
  })

  test('those of before stay while the database does not answer', async () => {
    const { settings, readings, loseConnection, warn } = await openTestSettings()
    loseConnection()
    const page = settings.whenCurrent()
    readings.at(-1)!.fail()
    await page
    expect(settings.current().identity.name).toBe('first')
    expect(warn).toHaveBeenCalledOnce()
  })
})
