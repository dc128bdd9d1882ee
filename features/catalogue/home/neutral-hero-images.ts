/** Written by scripts/pictures/generate-neutral-pictures.ts. */
export const neutralHeroImages = {
  wide: { width: 1920, height: 1080, src: '/drawn/wide-4cf418847b.svg' },
  phone: { width: 1080, height: 720, src: '/drawn/phone-42c4656d5b.svg' },
} as const
