import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Imported before the parts that measure a big shop: they fill it once between them, in a folder that goes at the end.
 * BIG_SHOP names one to keep, so that it is filled once and measured again and again.
 */
export const LARGE_SHOP_DIRECTORY = (process.env['BIG_SHOP'] ??= createTemporaryDirectory())

function createTemporaryDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-big-shop-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
