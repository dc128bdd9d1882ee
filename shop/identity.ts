/** Who the shop says it is (D30): one place, handed to every screen and mail, changeable by settings. */
export type ShopIdentity = {
  name: string
  /** The brand of a product whose own brand was left empty (§5). */
  brand: string
  company: string
  /** Lines of the postal address. */
  address: string[]
  phone: string
  email: string
  social: { name: string; url: string }[]
  /** True while the identity is invented: the footer then marks it as demonstration data. */
  isDemonstration: boolean
  /** The manufacturer that a product starts with (§3). */
  defaultManufacturer: { name: string; address: string; city: string; country: string }
}

export const demonstrationIdentity: ShopIdentity = {
  name: 'Ninth Bend',
  brand: 'Ninth Bend',
  company: 'Ninth Bend Foods Ltd',
  address: ['9 Peppercorn Yard', 'London', 'United Kingdom'],
  phone: '020 7946 0123',
  email: 'hello@ninthbend.example',
  social: [
    { name: 'Instagram', url: 'https://instagram.example/ninthbend' },
    { name: 'Facebook', url: 'https://facebook.example/ninthbend' },
    { name: 'YouTube', url: 'https://youtube.example/ninthbend' },
  ],
  isDemonstration: true,
  defaultManufacturer: {
    name: 'Ninth Bend Foods Ltd',
    address: '9 Peppercorn Yard',
    city: 'London',
    country: 'United Kingdom',
  },
}
