import { expect, test } from 'vitest'
import { parseAppCode, parseRecoveryCode } from '#features/accounts/second-factor/code-formats.ts'
import { parseCart } from '#features/cart/cart-storage.ts'
import { findAllergens } from '#features/catalogue/labels/allergens.ts'
import { findNamedInAdvice, findNamedInIngredients } from '#features/catalogue/labels/read-allergens.ts'
import { parseNetWeight } from '#features/catalogue/labels/unit-price.ts'
import { isNutritionClaim } from '#features/catalogue/nutrition/nutrition-claims.ts'
import { parseAmount } from '#features/catalogue/nutrition/nutrition.ts'
import { parseHundredths } from '#features/catalogue/price-changes/price-rule.ts'
import { splitSearchWords } from '#features/catalogue/search-words/search-group.ts'
import { readFreeFromSearch } from '#features/catalogue/search/free-from-words.ts'
import { parseSearchText } from '#features/catalogue/storefront/search-text.ts'
import { isPhoneNumber } from '#features/checkout/address/phone-number.ts'
import { parseDeliverablePostCode } from '#features/checkout/address/post-code.ts'
import { parseText } from '#features/content/parse-text.server.ts'
import { isDay } from '#shop/dates/dates.ts'
import { isEmailAddress } from '#features/enquiries/email-address.ts'
import { companyNumber, vatNumber } from '#shop/identity/registration-numbers.ts'
import { safeName } from '#features/mail/rendering/untrusted-text.ts'
import { decodeMail } from '#features/mail/transport/decode-mail.server.ts'
import { toSlug } from '#shop/text/slug.ts'
import { isWebAddress } from '#shop/text/web-address.ts'
import { collapseWhiteSpace, trimWhiteSpace } from '#shop/text/white-space.ts'

const PARSERS: readonly ((text: string) => unknown)[] = [
  collapseWhiteSpace,
  companyNumber,
  findAllergens,
  findNamedInAdvice,
  findNamedInIngredients,
  isDay,
  isEmailAddress,
  isNutritionClaim,
  isPhoneNumber,
  isWebAddress,
  parseAmount,
  parseAppCode,
  parseCart,
  parseDeliverablePostCode,
  parseHundredths,
  parseNetWeight,
  parseRecoveryCode,
  parseSearchText,
  parseText,
  readFreeFromSearch,
  safeName,
  splitSearchWords,
  toSlug,
  trimWhiteSpace,
  vatNumber,
  (text) => decodeMail(Buffer.from(text)),
]
const PARTS = [
  'a',
  '1',
  ' ',
  '\n',
  ',',
  '.',
  '-',
  '/',
  '(',
  '[',
  '{',
  '"',
  '*',
  '_',
  '@',
  '&',
  '<',
  '%',
  '#',
  '\u0301',
  '\ud800',
]
  .concat([
    'a.',
    'a-',
    'a@',
    '1x',
    '0.',
    'a ',
    '=\n',
    '=C3',
    'https://',
    '[a](',
    '**a ',
    '**_a',
    '*a',
    'milk, ',
    'no milk ',
  ])
  .concat(['may contain ', 'free from ', 'low fat ', 'high ', '2 x 250', 'g ', '- a\n', '&lt;', 'ß'])
const LENGTH = 20_000

/** Twenty times what the slowest parser needs; a quadratic one needs seconds. */
const LIMIT_MS = 1000

test.each(PARSERS.map((parser) => [parser.name || 'decodeMail', parser] as const))(
  'SECURITY-14 %s reads any text of 20,000 characters at once',
  (_name, parse) => {
    const slow = PARTS.filter((part) => {
      const before = process.cpuUsage()
      parse(`${part.repeat(Math.floor(LENGTH / part.length))}z!`)
      return process.cpuUsage(before).user / 1000 > LIMIT_MS
    })
    expect(slow).toEqual([])
  },
)
