import { isDemonstration, type ShopIdentity } from '#shop/identity/shop-identity.ts'
import { neutralHeroImages } from './neutral-hero-images.ts'
import { heroImages } from './hero-images.ts'

type PictureSource = { media?: string; type?: string; srcSet: string; width?: number; height?: number }
export type HomeContent = {
  title: string
  description: string
  hero: {
    eyebrow: string
    lead: string
    sources: PictureSource[]
    image: { src: string; srcSet?: string; width: number; height: number }
  }
  why: { title: string; text: string; link: string }
}

const WIDE = '(min-width: 40rem)'

/** On the server, so that browsers do not load the content of the other identity. */
export const homeContent = (identity: ShopIdentity): HomeContent =>
  isDemonstration(identity) ? demonstrationContent(identity) : neutralContent(identity)

function demonstrationContent({ name }: ShopIdentity): HomeContent {
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

function neutralContent({ name }: ShopIdentity): HomeContent {
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
