import { expect, test } from 'vitest'
import { CARRIER_CODES, carrierName, findTracking } from './carriers.ts'
import { trackingForm } from './tracking-form.ts'

test('ORDER-61 each carrier but Other has a tracking page, with the number encoded', () => {
  const number = 'AB 12-34 5678 9GB'
  const urls = CARRIER_CODES.map((carrier) => [
    carrierName(carrier),
    findTracking({ carrier, tracking_number: number })!.url,
  ])
  expect(Object.fromEntries(urls)).toEqual({
    'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/AB12-3456789GB',
    Evri: 'https://www.evri.com/track/parcel/AB12-3456789GB',
    DPD: 'https://track.dpd.co.uk/search?reference=AB12-3456789GB',
    Parcelforce: 'https://www.parcelforce.com/track-trace?trackNumber=AB12-3456789GB',
    UPS: 'https://www.ups.com/track?loc=en_GB&tracknum=AB12-3456789GB',
    Other: null,
  })
  expect(findTracking({ carrier: 'ups', tracking_number: '1&z=/"?' })?.url).toMatch(/=1%26z%3D%2F%22%3F$/)
  expect(findTracking({ carrier: null, tracking_number: null })).toBeNull()
})

const fieldsRefused = (form: Record<string, string>) =>
  trackingForm.safeParse(form).error?.issues.map(({ path }) => path.join('.'))

test('ORDER-60 carrier and number are optional, but only together, and the number is trimmed', () => {
  const none = { carrier: null, tracking_number: null }
  expect(trackingForm.parse({})).toEqual(none)
  expect(trackingForm.parse({ carrier: '', tracking_number: ' \t' })).toEqual(none)
  expect(trackingForm.parse({ carrier: 'evri', tracking_number: '  H00\u00a0HYA-1 ' })).toEqual({
    carrier: 'evri',
    tracking_number: 'H00 HYA-1',
  })
  expect(fieldsRefused({ carrier: '', tracking_number: 'H00HYA' })).toEqual(['carrier'])
  expect(fieldsRefused({ carrier: 'evri', tracking_number: ' ' })).toEqual(['tracking_number'])
  expect(fieldsRefused({ carrier: 'owl', tracking_number: 'H00HYA' })).toEqual(['carrier'])
})

test.each(['1234', 'x'.repeat(41), 'H00_HYA', 'H00/HYA', '<b>12345', 'H#00HYA', '１２３４５'])(
  'ORDER-60 %j is no tracking number',
  (number) =>
    expect(fieldsRefused({ carrier: 'evri', tracking_number: number })).toEqual(['tracking_number']),
)
