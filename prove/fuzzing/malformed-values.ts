import { crc32 } from 'node:zlib'
import { PARAMETERS } from '#prove/runner/form-fields.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'
import { lookInto } from '#tests/fixtures/databases/shop-database.ts'
import { openWatched, tryOddValues } from '#tests/fixtures/http/send-malformed-requests.ts'

/** What was found by hand once, so that the shortest form tries it as well. */
const ALWAYS = /: sound$|(?:token: a NUL|is U\+0085|is twelve ß|version is 1e30|change is a large stock|is the year 0)$/
const SHORT_ONE_OF = 40

/** Every form and every address with every odd value; `npm test` tries some of them (tests/requests/security/malformed-values.test.ts). */
export const oddValues: Step = {
  name: 'values',
  asks: 'every field of every form and every parameter of every page with each of the odd values, doubled, left out, as lists and as files: no fault of the shop, none in its log, and none in that of PostgreSQL',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const shop = await openWatched(stage.dataDir(), (dataDir) => stage.open({ dataDir }))
    const look = lookInto(shop.dataDir)
    const oneOf = stage.scale >= 1 ? 1 : Math.min(SHORT_ONE_OF, Math.round(1 / stage.scale))
    const { names, harms } = await tryOddValues(shop, look, PARAMETERS, (name) => ALWAYS.test(name) || crc32(name) % oneOf === 0)
    await look.close()
    tries.add(names.length, harms)
    return `one of ${oneOf} tries`
  },
}

export const oddValueMutants: readonly Mutant[] = [
  { guard: 'the token of a link is of its own letters', step: 'values', file: 'shop/accounts/passwords/reset-password.server.ts', from: 'if (!TOKEN.test(token)) return undefined', to: '' },
  { guard: 'what PostgreSQL takes for white space is white space in a form', step: 'values', file: 'shop/text/white-space.ts', from: String.raw`\x7f-\xa0`, to: String.raw`\xa0` },
  { guard: 'a version is a number that a column can hold', step: 'values', file: 'web/admin/product-form/form-entries.server.ts', from: String.raw`(text && /^\d{1,9}$/.test(text) ? Number(text) : 0)`, to: 'Number(text) || 0' },
  { guard: 'a stock is changed by no more than there can be', step: 'values', file: 'shop/stock/stock-adjustment.ts', from: '.max(HIGHEST_STOCK, messages.stockTooHigh)', to: '' },
  { guard: 'a day is one of PostgreSQL’s calendar', step: 'values', file: 'shop/dates/dates.ts', from: String.raw`/^(?!0000)\d{4}`, to: String.raw`/^\d{4}` },
]
