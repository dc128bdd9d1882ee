import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { DEFAULT_COUNTRY } from '#shop/constants.ts'
import { brandAssets } from '#kit/document-head/brand-assets.ts'

export function organisationStructuredData(identity: ShopIdentity, publicUrl: string): object[] {
  const { name, company, address, phone, email, social, vatNumber, logo } = identity
  const home = `${publicUrl}/`
  const streetAddress = address.filter((line) => line !== DEFAULT_COUNTRY).join(', ')
  const organisation = `${home}#organisation`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': organisation,
      name,
      legalName: company,
      url: home,
      logo:
        publicUrl +
        (logo?.image_url ?? brandAssets(identity).manifestIcons.find(({ size }) => size === 512)!.src),
      email,
      telephone: phone,
      ...(vatNumber && { vatID: vatNumber.replaceAll(' ', '') }),
      address: { '@type': 'PostalAddress', streetAddress, addressCountry: 'GB' },
      sameAs: social.map(({ url }) => url),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      '@id': `${home}#website`,
      name,
      url: home,
      inLanguage: 'en-GB',
      publisher: { '@id': organisation },
    },
  ]
}
