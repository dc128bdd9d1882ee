import {
  demonstrationIdentity,
  hasInventedCompany,
  isDemonstration,
  type ShopIdentity,
} from '#shop/identity/shop-identity.ts'
import { neutralBrandMark } from '#shop/identity/brand-mark.ts'
import { neutralTagline, registrationLines } from '#shop/identity/registration-lines.ts'

type IdentitySettings = Partial<
  Record<
    | 'SHOP_NAME'
    | 'SHOP_COMPANY'
    | 'SHOP_ADDRESS'
    | 'SHOP_PHONE'
    | 'SHOP_EMAIL'
    | 'SHOP_COMPANY_NUMBER'
    | 'SHOP_PLACE_OF_REGISTRATION'
    | 'SHOP_VAT_NUMBER'
    | 'SHOP_INSTAGRAM'
    | 'SHOP_FACEBOOK'
    | 'SHOP_YOUTUBE',
    string | undefined
  >
>

/** No demonstration data are shown with a company of the owner. */
export function createIdentity(settings: IdentitySettings): ShopIdentity {
  const demonstration = demonstrationIdentity
  const name = settings.SHOP_NAME ?? demonstration.name
  const company = settings.SHOP_COMPANY ?? demonstration.company
  const address = settings.SHOP_ADDRESS ? linesOf(settings.SHOP_ADDRESS) : demonstration.address
  const isInvented = hasInventedCompany({ company })
  const isDemonstrationShop = isDemonstration({ name, company })
  const links = [
    { name: 'Instagram', url: settings.SHOP_INSTAGRAM },
    { name: 'Facebook', url: settings.SHOP_FACEBOOK },
    { name: 'YouTube', url: settings.SHOP_YOUTUBE },
  ].flatMap((link) => (link.url ? [{ name: link.name, url: link.url }] : []))
  const registered = {
    companyNumber: settings.SHOP_COMPANY_NUMBER ?? null,
    placeOfRegistration: settings.SHOP_PLACE_OF_REGISTRATION ?? null,
    vatNumber: settings.SHOP_VAT_NUMBER ?? null,
  }
  return {
    name,
    brand: name,
    company,
    ...registered,
    registration: registrationLines(registered),
    address,
    phone: settings.SHOP_PHONE ?? demonstration.phone,
    email: settings.SHOP_EMAIL ?? demonstration.email,
    social: links.length === 0 && isInvented ? demonstration.social : links,
    tagline: isDemonstrationShop ? demonstration.tagline : neutralTagline,
    mark: isDemonstrationShop ? demonstration.mark : neutralBrandMark,
    defaultManufacturer: isInvented ? demonstration.defaultManufacturer : manufacturerAt(company, address),
  }
}

const linesOf = (address: string) =>
  address
    .split(/[,\n]/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The last line is the country, the one before it the city. */
function manufacturerAt(name: string, address: string[]): ShopIdentity['defaultManufacturer'] {
  return {
    name,
    address: address.slice(0, -2).join(', '),
    city: address.at(-2) ?? '',
    country: address.at(-1) ?? demonstrationIdentity.defaultManufacturer.country,
  }
}
