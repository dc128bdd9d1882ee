import { demonstrationIdentity, hasInventedCompany, isDemonstration, type ShopIdentity } from '#shop/identity/shop-identity.ts'
import { neutralMark } from '#shop/identity/brand-mark.ts'
import { neutralTagline, registrationLines } from '#shop/identity/registration-lines.ts'

/** What of the settings says who the shop is; what is absent stays as in the demonstration. */
type GivenIdentity = Partial<Record<
  | 'SHOP_NAME' | 'SHOP_COMPANY' | 'SHOP_ADDRESS' | 'SHOP_PHONE' | 'SHOP_EMAIL'
  | 'SHOP_COMPANY_NUMBER' | 'SHOP_PLACE_OF_REGISTRATION' | 'SHOP_VAT_NUMBER'
  | 'SHOP_INSTAGRAM' | 'SHOP_FACEBOOK' | 'SHOP_YOUTUBE',
  string | undefined
>>

/** D30, D36: a company of its own ends the demonstration, and then nothing invented is shown beside it. */
export function identityFrom(given: GivenIdentity): ShopIdentity {
  const invented = demonstrationIdentity
  const name = given.SHOP_NAME ?? invented.name
  const company = given.SHOP_COMPANY ?? invented.company
  const address = given.SHOP_ADDRESS ? linesOf(given.SHOP_ADDRESS) : invented.address
  const isInvented = hasInventedCompany({ company })
  const isItself = isDemonstration({ name, company })
  const links = [
    { name: 'Instagram', url: given.SHOP_INSTAGRAM },
    { name: 'Facebook', url: given.SHOP_FACEBOOK },
    { name: 'YouTube', url: given.SHOP_YOUTUBE },
  ].flatMap((link) => (link.url ? [{ name: link.name, url: link.url }] : []))
  const registered = {
    companyNumber: given.SHOP_COMPANY_NUMBER ?? null,
    placeOfRegistration: given.SHOP_PLACE_OF_REGISTRATION ?? null,
    vatNumber: given.SHOP_VAT_NUMBER ?? null,
  }
  return {
    name,
    brand: name,
    company,
    ...registered,
    registration: registrationLines(registered),
    address,
    phone: given.SHOP_PHONE ?? invented.phone,
    email: given.SHOP_EMAIL ?? invented.email,
    social: links.length === 0 && isInvented ? invented.social : links,
    tagline: isItself ? invented.tagline : neutralTagline,
    mark: isItself ? invented.mark : neutralMark,
    defaultManufacturer: isInvented ? invented.defaultManufacturer : manufacturerAt(company, address),
  }
}

const linesOf = (address: string) => address.split(/[,\n]/).map((line) => line.trim()).filter(Boolean)

/** The last line of an address is the country, the one before it the town. */
function manufacturerAt(name: string, address: string[]): ShopIdentity['defaultManufacturer'] {
  return {
    name,
    address: address.slice(0, -2).join(', '),
    city: address.at(-2) ?? '',
    country: address.at(-1) ?? demonstrationIdentity.defaultManufacturer.country,
  }
}
