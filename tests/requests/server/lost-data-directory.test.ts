import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { openDataDirectory } from '#platform/data-directory/data-directory.ts'
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
  'data removed under a running shop: /healthz reports it at once, the shop exits with one line, and the next start refuses',
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
    expect(openDataDirectory({ dataDirectory: dataDir, sessionSecret: null })).toMatchObject({
      ok: false,
      refusal: {
        problem: expect.stringContaining(`DATA_DIR ${dataDir} was removed while its shop was running.`),
      },
    })
  },
)

test(
  'an empty DATA_DIR with an existing database is refused, and stays empty',
  { timeout: 60_000 },
  async () => {
    const dataDir = join(folder, 'beside')
    const { code, output } = await startAndFail({
      DATA_DIR: dataDir,
      DATABASE_URL: connectionStringOf(inject('shopDataDirectory')),
    })
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^The database of DATABASE_URL is that of a shop, but DATA_DIR \S+ is empty: .*ACCEPT_DATA_LOSS=yes\.$/,
      ),
    ])
    expect(readdirSync(dataDir)).toEqual([])
  },
)
