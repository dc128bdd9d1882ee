/** In per cent, as in the check of products.vat_rate; an accountant decides which rate a product has. */
export const VAT_RATES = [0, 20] as const
export type VatRate = (typeof VAT_RATES)[number]

/** Null for no text and for any other text. */
export const parseVatRate = (text: string): VatRate | null =>
  VAT_RATES.find((each) => String(each) === text) ?? null

export const VAT_RATE_LABELS = {
  0: '0%: most food, tea, coffee and spices',
  20: '20%: sweets, crisps, salted nuts, drinks and what is no food',
} as const satisfies Record<VatRate, string>
