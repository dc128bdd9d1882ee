import { isDemonstration, type ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { HomeTexts } from '#features/content/content-pages.ts'
import { parseText } from '#features/content/parse-text.server.ts'
import { HERO_WIDTHS, type HeroPicture } from '#features/content/shop-pictures.ts'
import type { TextBlock } from '#shop/text/text-blocks.ts'
import { pictureUrlAtLeast, srcSet } from '#shop/picture-key.ts'
import { neutralHeroImages } from './neutral-hero-images.ts'
import { heroImages } from './hero-images.ts'

type PictureSource = { media?: string; type?: string; srcSet: string; width?: number; height?: number }
export type HomeContent = {
  title: string
  description: string
  /** The owner's picture for shared links; otherwise the brand's. */
  sharePicture?: { url: string; alt: string }
  hero: HeroTexts & HeroImage
  why: { title: string; text: string | TextBlock[]; link: string }
}
type HeroTexts = { eyebrow: string; title: string; lead: string; button: string }
/** The owner's picture is beside the words, because they may be unreadable on it. */
type HeroImage = {
  isOwnPicture?: true
  sources: PictureSource[]
  image: { src: string; srcSet?: string; width: number; height: number; alt: string }
}

const WIDE = '(min-width: 40rem)'

const HERO_TITLE = 'Authentic Indian Flavors'
const HERO_BUTTON = 'Shop Now'

/** Chosen on the server, so that browsers do not load the other identity's content. */
export function homeContent(
  identity: ShopIdentity,
  own: HomeTexts = {},
  picture: HeroPicture | null = null,
): HomeContent {
  const { title, description, hero, why } = isDemonstration(identity)
    ? demonstrationContent(identity)
    : neutralContent(identity)
  return {
    title: own.hero_title ? `${identity.name}: ${own.hero_title}` : title,
    description: own.hero_lead ?? description,
    ...(picture && { sharePicture: { url: picture.image_url, alt: picture.alt || identity.name } }),
    hero: {
      eyebrow: own.hero_eyebrow ?? hero.eyebrow,
      title: own.hero_title ?? HERO_TITLE,
      lead: own.hero_lead ?? hero.lead,
      button: own.hero_button ?? HERO_BUTTON,
      ...(picture ? ownHeroImage(picture) : { sources: hero.sources, image: { ...hero.image, alt: '' } }),
    },
    why: {
      title: own.why_title ?? why.title,
      text: own.why_text ? parseText(own.why_text).blocks : why.text,
      link: own.why_link ?? why.link,
    },
  }
}

function ownHeroImage(picture: HeroPicture): HeroImage {
  const { width, height, alt } = picture
  const [from, to] = [HERO_WIDTHS[0], HERO_WIDTHS.at(-1)!]
  return {
    isOwnPicture: true,
    sources: [{ type: 'image/avif', srcSet: srcSet(picture, 'avif', { from, to }) }],
    // For browsers without AVIF; one width keeps the markup short.
    image: { src: pictureUrlAtLeast(picture, HERO_WIDTHS[1]), width, height, alt },
  }
}

type StandardContent = Pick<HomeContent, 'title' | 'description'> & {
  hero: Pick<HeroTexts, 'eyebrow' | 'lead'> & {
    sources: PictureSource[]
    image: Omit<HeroImage['image'], 'alt'>
  }
  why: { title: string; text: string; link: string }
}

function demonstrationContent({ name }: ShopIdentity): StandardContent {
  const { wide, phone } = heroImages
  const { width, height } = wide
  return {
    title: `${name}: Kerala and Wayanad food, delivered in the UK`,
    description:
      'Whole spices, masalas, forest honey, banana chips, pickles, rice, tea and coffee from Kerala and Wayanad. Delivered in the United Kingdom.',
    hero: {
      eyebrow: 'Kerala and Wayanad, delivered',
      lead:
        'Pepper from the hill farms, forest honey, chips fried in coconut oil: a small shop for everything a Kerala ' +
        'kitchen in Britain misses.',
      sources: [
        { media: WIDE, type: 'image/avif', srcSet: wide.avif, width, height },
        { media: WIDE, type: 'image/webp', srcSet: wide.webp, width, height },
        { type: 'image/avif', srcSet: phone.avif },
      ],
      image: { src: phone.src, srcSet: phone.webp, width: phone.width, height: phone.height },
    },
    why: {
      title: 'Nine hairpins up, and the air begins to smell of pepper.',
      text:
        'The ghat road leaves the Malabar plain, folds back on itself nine times and comes out in Wayanad. The plants ' +
        'beside it change at every turn: coconut and banana first, then rubber, then coffee under silver oak with ' +
        'pepper climbing every trunk. The hill farms begin behind the ninth bend; at its foot are the mills and kitchens of ' +
        'the coast. We buy from both.',
      link: 'Read our story',
    },
  }
}

function neutralContent({ name }: ShopIdentity): StandardContent {
  const { wide, phone } = neutralHeroImages
  return {
    title: `${name}: authentic Indian food, delivered in the UK`,
    description: `Indian food from ${name}, with ingredients, allergens and unit prices on every product’s page. Delivered in the United Kingdom; you pay at the door.`,
    hero: {
      eyebrow: 'Delivered in the United Kingdom',
      lead: `Welcome to ${name}. Choose in your own time, pay when your parcel arrives.`,
      sources: [{ media: WIDE, srcSet: wide.src, width: wide.width, height: wide.height }],
      image: phone,
    },
    why: {
      title: 'Know what is in it before it is in your kitchen.',
      text:
        'Ingredients, allergens, storage, and what a kilo or a litre costs stand on the page of each product. The allergy ' +
        'advice comes again with the email that confirms your order. And what checkout says is all you pay, at your own door.',
      link: 'More about us',
    },
  }
}
