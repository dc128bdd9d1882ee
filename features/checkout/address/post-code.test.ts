import { describe, expect, test } from 'vitest'
import { parseDeliverablePostCode, POST_CODE_AREAS, normalisePostCode } from './post-code.ts'

const valueOf = (entered: string) => {
  const checked = parseDeliverablePostCode(entered)
  return checked.ok ? checked.value : checked.refusal.code
}

const REAL =
  `SW1A 1AA, SW1A 2AA, SW1P 3JX, EC1A 1BB, EC2V 7HH, EC4M 8AD, EC1V 9HX, WC1B 3DG, WC2N 5DU, W1A 1AA, W1T 4LP, W1J 9BR, W1D 6QF,
  N1C 4QP, N1P 1AA, NW1W 9AX, SE1P 5LX, E1W 1LA, NW1 2DB, SE1 9TG, E1 6AN, E20 2ST, N1 9AG, M1 1AE, M60 2LA, B33 8TH, B1 1BB, CR2 6XH, CR0 2YR,
  DN55 1PT, L1 8JQ, L69 3BX, LS1 3AD, S1 2HH, S98 1AA, G1 1XQ, G2 1DU, EH1 1YJ, EH99 1SP, AB10 1AQ, IV1 1HY, IV99 2YY, KW15 1NY, KW1 4YT, ZE1 0HB,
  ZE2 9AQ, HS1 2XG, BT1 5GS, BT93 8AH, CF10 4UW, CF99 1NA, LL55 4TY, SA62 6RR, TR19 7AA, TR21 0LW, PL1 2AA, BS1 5TR, BS0 1AA, BS10 5NB, PR0 2AA, SL0 9AA,
  SS0 9SS, CM0 7AA, HA0 2AA, FY0 1AA, BL0 9AA, BN1 1JE, BR1 1AA, CV1 5RR, DE1 2QY, DG16 5EA, GL50 1AA, GU1 4RR, HG1 2SD, HU1 2AA, HX1 1UJ, IG1 1NY,
  IP1 2DE, KA1 1AB, KT1 1EU, KY16 9AJ, LD1 5LG, LE1 6ZG, LN1 1DD, LU1 2BQ, ME4 4TT, MK9 3EJ, ML1 1XA, NE1 8QH, NG1 2AB, NP20 4UR, NR2 1NH,
  OL1 1UL, OX1 1PT, PA78 6XX, PE1 1QT, PH49 4HA, PO1 2AL, PO30 1NL, RG1 2LU, RH1 1RX, RM1 3BD, SG1 1DA, SK1 3XE, SM1 1EA, SN1 2JG, SO14 7LY, SP1 2JG, SR1 3SN,
  ST4 1HH, SY1 1LX, TA1 1AA, TD1 1AA, TF3 4NT, TN1 1RS, TQ1 3DR, TS1 2QQ, TW1 3BZ, UB8 1UW, WA1 1UH, WD18 0AA, WF1 2EB, WN1 1YN, WR1 2QH, WS1 1TW,
  WV1 1SH, YO1 9TL, GIR 0AA, BX1 1LT, BX5 5AT`.split(/,\s+/)

describe('DELIVERY-3 Deliverable post codes', () => {
  test.each(REAL)('DELIVERY-2 %s is accepted in any notation', (postCode) => {
    const bare = postCode.replace(' ', '')
    for (const typed of [
      postCode,
      bare,
      bare.toLowerCase(),
      ` ${postCode.toLowerCase().replace(' ', '  ')}\t`,
      postCode.replace(' ', '-'),
      `(${postCode}).`,
      [...bare].join('\u00a0'),
    ]) {
      expect(valueOf(typed), typed).toBe(postCode)
    }
  })

  test('all 121 areas of the United Kingdom, and one for banks', () => {
    const areas = POST_CODE_AREAS.split('|')
    expect(new Set(areas).size).toBe(122)
    for (const area of areas)
      for (const rest of ['1 1AA', '9 9ZZ', '10 0AB', '99 5XY'])
        expect(valueOf(area + rest)).toBe(area + rest)
  })
})

describe('DELIVERY-3 Refused post codes', () => {
  test.each([
    '75001',
    '12345',
    '12',
    'LS1',
    'SW1A',
    '1AA',
    'x',
    'France',
    'AI1 1AA',
    'QV1 1AA',
    'X1 1AA',
    'ZZ1 1AA',
    'AA1 1AA',
    'SW1A 1CA',
    'SW1A 1AAA',
    'SW1A 11A',
    'SW1A AAA',
    'M1A 1AE',
    'B1W 1AA',
    'SW1I 1AA',
    'W1Z 1AA',
    'M00 1AA',
    'M01 1AA',
    'M123 1AA',
    'D02 AF30',
    'A65 F4E2',
    'K1A 0B1',
    'BFPO 12345',
    'GIR 1AA',
    'GX11 1AA',
    'FIQQ 1ZZ',
    'SW1A 1AA SW1A 1AA',
    'SW1A_1AA',
    'ＳＷ１Ａ １ＡＡ',
    'S\u0441W1 1AA',
    'ß1 1AA',
    'ſ1 1AA',
    'ı1 1AA',
    '‐‐‐',
    '...',
    'ß'.repeat(12),
  ])('DELIVERY-3 %s cannot be a UK post code', (typed) => {
    expect(valueOf(typed)).toBe('not-uk')
  })

  test.each(['JE2 3AB', 'je23ab', 'gy1 1aa', 'GY10 1SA', 'IM1 1AA', 'im99 1aa', 'JE1', 'G Y 1 1 A A'])(
    'DELIVERY-3 %s is British but outside the United Kingdom',
    (typed) => {
      expect(valueOf(typed)).toBe('outside-uk')
    },
  )

  test.each(['bfpo57', 'BFPO 1', 'Bfpo 5512', 'BFPO', 'BF1 2AA', 'bf13aa', 'BF10 9ZZ'])(
    'DELIVERY-20 %s is an address of the forces',
    (typed) => {
      expect(valueOf(typed)).toBe('forces')
    },
  )
})

test('DELIVERY-5 a profile keeps other texts as typed, never longer', () => {
  expect([' sw1a1aa', '75001 ', 'd02  af30', 'ß'.repeat(12), 'ŉ1'].map(normalisePostCode)).toEqual([
    'SW1A 1AA',
    '75001',
    'D02 AF30',
    'ß'.repeat(12),
    'ŉ1',
  ])
})
