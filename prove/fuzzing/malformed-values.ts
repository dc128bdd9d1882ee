import { crc32 } from 'node:zlib'
import { PARAMETERS } from '#prove/runner/form-fields.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import {
  startShopLoggingSqlErrors,
  sendMalformedRequests,
} from '#tests/fixtures/http/send-malformed-requests.ts'

const ALWAYS_TRIED =
  /: sound$|(?:token: a NUL|is U\+0085|is twelve ß|version is 1e30|change is a large stock|is the year 0)$/
const SHORT_SAMPLE_INTERVAL = 40

/** `npm test` tries a sample (tests/requests/security/malformed-values.test.ts). */
export const malformedValues: ProofStep = {
  name: 'malformed-values',
  scenario:
    'each field of each form and each parameter of each page with each malformed value, doubled, missing, as a list and as a file: no 5xx, no error in the log of the shop or of PostgreSQL',
  async runProof(proofContext, checks) {
    const shop = await startShopLoggingSqlErrors(proofContext.dataDir(), (dataDir) =>
      proofContext.open({ dataDir }),
    )
    const db = connectToShopDatabase(shop.dataDir)
    const sampleInterval =
      proofContext.scale >= 1 ? 1 : Math.min(SHORT_SAMPLE_INTERVAL, Math.round(1 / proofContext.scale))
    const { names, responseFaults } = await sendMalformedRequests(
      shop,
      db,
      PARAMETERS,
      (name) => ALWAYS_TRIED.test(name) || crc32(name) % sampleInterval === 0,
    )
    await db.close()
    checks.add(names.length, responseFaults)
    return `one of ${sampleInterval} tries`
  },
}

export const malformedValueMutants: readonly Mutant[] = [
  {
    guard: 'a token of a link contains only its own alphabet',
    step: 'malformed-values',
    file: 'features/accounts/passwords/reset-password.server.ts',
    from: 'if (!TOKEN.test(token)) return undefined',
    to: '',
  },
  {
    guard: 'forms trim the same white space as PostgreSQL',
    step: 'malformed-values',
    file: 'shop/text/white-space.ts',
    from: String.raw`\x7f-\xa0`,
    to: String.raw`\xa0`,
  },
  {
    guard: 'a version number fits its column',
    step: 'malformed-values',
    file: 'features/catalogue/product-form/submitted-forms.ts',
    from: String.raw`text && /^\d{1,9}$/.test(text) ? Number(text) : 0`,
    to: 'Number(text) || 0',
  },
  {
    guard: 'a stock change fits its column',
    step: 'malformed-values',
    file: 'features/stock/stock-adjustment.ts',
    from: 'numberWithin(-MAX_STOCK, MAX_STOCK, {',
    to: 'numberWithin(-MAX_STOCK, 2 ** 52, {',
  },
  {
    guard: 'a date is within the range of PostgreSQL',
    step: 'malformed-values',
    file: 'shop/dates/dates.ts',
    from: String.raw`/^(?!0000)\d{4}`,
    to: String.raw`/^\d{4}`,
  },
]
