import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** SHA-256 of each released migration; a database refuses to start if one of its migrations has changed. */
const RELEASED = {
  '0001-types.sql': '234a8284b51040fea8f9be39769a93a4aec3c313c2058f1a2813313e08f10847',
  '0002-catalogue.sql': '5c64e99000b43f929040bd703ebae3debe9dddf50aef05cd00898671055d6d2b',
  '0003-orders.sql': '11a1d84662598199c39a54b9c51956db2c814b0edc0f9228dd2732340b7533f2',
  '0004-sales-reports.sql': '38b0d325b8b02781491f2f3a48f900a59552098be4f62df43eddf3cd488fccea',
  '0005-accounts.sql': '1741b7a9933a6833f8a3e882d8f394a75b1c624eaa280591e7cdb64aa4331bf6',
  '0006-audit.sql': 'ae7b624f3ed950cbbd473835cd4544757770a9b144e227495ee347fdcc1eff08',
  '0007-mail.sql': '7ffc360340677d1f16796c23c65dde1da553c9161eb10d993c81f8e918f44a53',
  '0008-page-cache.sql': '57d1edbd35eb48ab06e952380c3930837d8528dc914273ec64da5cbf112fc00b',
  '0009-settings.sql': '4bdb87f43f77a945c918214d80451d69bfd1be511f6ce10fada178159cf38cc6',
}

test.each(Object.entries(RELEASED))('%s is as it was released in 1.0.0', (name, sha256) => {
  const sql = readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8')
  expect(createHash('sha256').update(sql).digest('hex')).toBe(sha256)
})
