/** By code: name, and tracking page address with {number}; null: none. The same codes as in the domain carrier_code. */
const CARRIERS = {
  'royal-mail': {
    name: 'Royal Mail',
    trackingPage: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  },
  evri: { name: 'Evri', trackingPage: 'https://www.evri.com/track/parcel/{number}' },
  dpd: { name: 'DPD', trackingPage: 'https://track.dpd.co.uk/search?reference={number}' },
  parcelforce: {
    name: 'Parcelforce',
    trackingPage: 'https://www.parcelforce.com/track-trace?trackNumber={number}',
  },
  ups: { name: 'UPS', trackingPage: 'https://www.ups.com/track?loc=en_GB&tracknum={number}' },
  other: { name: 'Other', trackingPage: null },
} as const satisfies Record<string, { name: string; trackingPage: string | null }>

export type CarrierCode = keyof typeof CARRIERS
export const CARRIER_CODES = Object.keys(CARRIERS) as CarrierCode[]
export const carrierName = (carrier: CarrierCode): string => CARRIERS[carrier].name

/** The same as in the domain tracking_number. */
export const MAX_TRACKING_NUMBER_LENGTH = 40

export type TrackedOrder = { carrier: CarrierCode | null; tracking_number: string | null }
export type Tracking = {
  /** Null for a carrier that is not in the table. */
  carrierName: string | null
  number: string
  url: string | null
}

/** Carrier, number and tracking page of an order; null if it has no number. */
export function findTracking({ carrier, tracking_number }: TrackedOrder): Tracking | null {
  if (carrier === null || tracking_number === null) return null
  return {
    carrierName: carrier === 'other' ? null : carrierName(carrier),
    number: tracking_number,
    url: trackingUrl(carrier, tracking_number),
  }
}

/** Spaces are only for reading; carriers know the number without them. */
function trackingUrl(carrier: CarrierCode, number: string): string | null {
  const { trackingPage } = CARRIERS[carrier]
  return trackingPage && trackingPage.replace('{number}', encodeURIComponent(number.replaceAll(' ', '')))
}
