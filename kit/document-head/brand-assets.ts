import { isDemonstration, type ShopIdentity } from '#shop/identity/shop-identity.ts'

/** Written by scripts/pictures/generate-icons.ts: icons of the web manifest and the default Open Graph image. */
const BRAND_ASSETS = {
  demonstration: {
    manifestIcons: [
      { src: '/icons/any-192-f1060c1ca1.png', size: 192, purpose: 'any' },
      { src: '/icons/any-512-a3e1ca0edc.png', size: 512, purpose: 'any' },
      { src: '/icons/maskable-192-de06a373d5.png', size: 192, purpose: 'maskable' },
      { src: '/icons/maskable-512-96cff9605a.png', size: 512, purpose: 'maskable' },
    ],
    sharePicture: {
      url: '/share/ninth-bend-d44486f4ed.jpg',
      width: 1200,
      height: 630,
      alt: 'Spices, honey, banana chips and pickle of the shop on a banana leaf',
    },
  },
  neutral: {
    manifestIcons: [
      { src: '/icons/neutral-any-192-ecc9d6b57f.png', size: 192, purpose: 'any' },
      { src: '/icons/neutral-any-512-45c1e5156a.png', size: 512, purpose: 'any' },
      { src: '/icons/neutral-maskable-192-a3584f201c.png', size: 192, purpose: 'maskable' },
      { src: '/icons/neutral-maskable-512-36f8b703bc.png', size: 512, purpose: 'maskable' },
    ],
    sharePicture: {
      url: '/share/shop-88eb125297.jpg',
      width: 1200,
      height: 630,
      alt: 'Three arches with drawings of pepper, curry leaves and chillies',
    },
  },
} as const

export const brandAssets = (identity: ShopIdentity) =>
  BRAND_ASSETS[isDemonstration(identity) ? 'demonstration' : 'neutral']
