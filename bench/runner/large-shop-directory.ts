import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A data directory that benchmarks of a large shop share, removed at exit. BIG_SHOP names one to keep, so that it is seeded only once. */
export const LARGE_SHOP_DIRECTORY = (process.env['BIG_SHOP'] ??= createTemporaryDirectory())

function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-big-shop-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}
