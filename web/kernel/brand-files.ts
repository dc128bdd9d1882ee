/** Written by scripts/make-icons.ts: the icons of the web manifest, and the picture of a shared link. */
export const manifestIcons = [
  { src: '/icons/any-192-f1060c1ca1.png', size: 192, purpose: 'any' },
  { src: '/icons/any-512-a3e1ca0edc.png', size: 512, purpose: 'any' },
  { src: '/icons/maskable-192-de06a373d5.png', size: 192, purpose: 'maskable' },
  { src: '/icons/maskable-512-96cff9605a.png', size: 512, purpose: 'maskable' },
] as const

export const sharePicture = {
  url: '/share/ninth-bend-d44486f4ed.jpg',
  width: 1200,
  height: 630,
  alt: 'Spices, honey, banana chips and pickle of the shop on a banana leaf',
} as const
