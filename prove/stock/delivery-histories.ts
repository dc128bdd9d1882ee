import { serviceCharge, type DeliveryOffer, type DeliveryService } from '#shop/delivery/delivery-rates.ts'
import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import type { RequestedLine } from '#tests/fixtures/databases/test-records.ts'
import type { FormFields, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { pickRandom, randomInteger, type Random } from '#prove/runner/seeded-random.ts'
import type { CheckCounter } from '#prove/runner/proof.ts'
import type { AgreedDelivery } from './stock-model.ts'

type Versions = { version: number; saved: number }
type SettingsData = { deliveryVersion: number }

/** What a customer sees at checkout, and sends with the order. Some are slow, so that the charges change meanwhile. */
export async function seeDelivery(
  customer: HttpClient,
  wanted: readonly RequestedLine[],
  random: Random,
): Promise<{ fields: FormFields; agreed: AgreedDelivery }> {
  const page = await customer.page('/checkout')
  const offer = (page.loaderData?.['checkout'] as { delivery: DeliveryOffer | null } | undefined)?.delivery
  const isSlow = random() < 0.3
  const wantsExpress = random() < 0.3
  if (isSlow) await new Promise((resolve) => setTimeout(resolve, randomInteger(20, 300, random)))
  if (!offer) return { fields: {}, agreed: null }
  const { rates } = offer
  const service: DeliveryService = wantsExpress && rates.express !== null ? 'express' : 'standard'
  const items = sumPounds(wanted.map(({ product, quantity }) => lineSubtotal(product.price, quantity)))
  const rate = service === 'express' ? rates.express! : rates.standard
  const free_over = service === 'express' ? null : rates.free_over
  return {
    fields: {
      delivery_service: service,
      delivery_charge: String(serviceCharge(items, rates, service)),
      delivery_rate: String(rate),
      ...(free_over !== null && { delivery_free_over: String(free_over) }),
      ...(service === 'express' && { delivery_day: offer.express_day }),
    },
    agreed: { service, rate, free_over },
  }
}

export async function readDeliveryVersion(owner: HttpClient): Promise<number> {
  const page = await owner.page('/admin/settings')
  return (page.loaderData!['admin-settings'] as SettingsData).deliveryVersion
}

export async function saveFirstCharges(owner: HttpClient, versions: Versions, freeOver?: number) {
  await saveCharges(owner, versions, {
    is_charged: 'on',
    standard_rate: '3.99',
    cut_off_hour: '14',
    ...(freeOver !== undefined && { free_over: String(freeOver) }),
  })
  versions.version = await readDeliveryVersion(owner)
}

/** On or off, expensive or cheap, free above an amount or never, with express or without. */
export async function changeCharges(
  owner: HttpClient,
  versions: Versions,
  checks: CheckCounter,
  random: Random,
): Promise<void> {
  const page = await saveCharges(owner, versions, {
    ...(random() < 0.75 && { is_charged: 'on' }),
    standard_rate: (randomInteger(0, 800, random) / 100).toFixed(2),
    free_over: pickRandom(['', '5', '12.50', '30', '60'], random),
    express_rate: pickRandom(['', '4.99', '7.25'], random),
    cut_off_hour: String(randomInteger(1, 23, random)),
  })
  const result = page.actionData?.['admin-settings'] as { kind?: string } | undefined
  if (result?.kind === 'done') versions.saved += 1
  checks.expect(result?.kind === 'done', () => `the delivery charges: ${toShortJson(page.actionData)}`)
  versions.version = await readDeliveryVersion(owner)
  await new Promise((resolve) => setTimeout(resolve, randomInteger(50, 400, random)))
}

export const saveCharges = (owner: HttpClient, { version }: Versions, fields: FormFields) =>
  owner.submit('/admin/settings', { intent: 'delivery', version: String(version), ...fields })
