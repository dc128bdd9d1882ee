import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { spawnShop, startShop } from '#tests/fixtures/shops/running-shop.ts'
import { connectionStringOf } from '#tests/fixtures/databases/shop-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-lost-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

async function startAndFail(env: Record<string, string | undefined>) {
  const shop = spawnShop({
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: undefined,
      DEMO: undefined,
      ADMIN_EMAIL: undefined,
      ADMIN_PASSWORD: undefined,
      ...env,
    },
  })
  const code = await shop.ended
  return { code, output: shop.output().trim() }
}

test(
  'data removed under a running shop: /healthz reports it at once, the shop exits with one line, and the next start asks',
  { timeout: 90_000 },
  async () => {
    const dataDir = join(folder, 'running')
    const shop = await startShop({ dataDir, env: { DEMO: 'off', LOG_LEVEL: 'error' } })
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    // Deleting takes time on a busy machine.
    renameSync(dataDir, `${dataDir}-gone`)
    const health = await fetch(`${shop.url}/healthz`)
    rmSync(`${dataDir}-gone`, { recursive: true, force: true, maxRetries: 5 })
    expect([health.status, await health.text()]).toEqual([503, 'The data directory is gone.'])
    expect(
      shop.process.exitCode ?? (await new Promise((resolve) => shop.process.once('close', resolve))),
    ).toBe(1)
    expect(shop.output()).toContain(
      `\nDATA_DIR ${dataDir} was removed while the shop was running, and its database with it, so the shop ends. Put a backup back before the next start.\n`,
    )
    expect(shop.output()).not.toContain('postgres.log')
    const refused = await startAndFail({ DATA_DIR: dataDir, DEMO: 'off' })
    expect(refused).toEqual({
      code: 1,
      output: `DATA_DIR ${dataDir} was removed while its shop was running. Put a backup back there, or begin a new shop by starting once with ACCEPT_DATA_LOSS=yes.`,
    })
    const anew = await startShop({ dataDir, env: { DEMO: 'off', ACCEPT_DATA_LOSS: 'yes' } })
    expect(anew.output()).toContain('ACCEPT_DATA_LOSS is set')
    await anew.stop()
    const again = await startShop({ dataDir, env: { DEMO: undefined } })
    await again.stop()
  },
)

test('an empty DATA_DIR with an existing database is refused, repeatedly', { timeout: 60_000 }, async () => {
  const dataDir = join(folder, 'beside')
  const env = { DATA_DIR: dataDir, DATABASE_URL: connectionStringOf(inject('shopDataDirectory')) }
  for (let turn = 0; turn < 2; turn += 1) {
    const { code, output } = await startAndFail(env)
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^The database of DATABASE_URL is that of a shop, but DATA_DIR \S+ is empty: .*ACCEPT_DATA_LOSS=yes\.$/,
      ),
    ])
    expect(readdirSync(dataDir)).toEqual([])
  }
})
