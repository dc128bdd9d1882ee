/** Written by scripts/pictures/generate-demo-pictures.ts: srcset of the hero by crop and format. */
export const heroImages = {
  wide: {
    width: 1920,
    height: 1080,
    src: '/hero/hero-wide-1440-284678fadd.webp',
    avif: [
      '/hero/hero-wide-960-a3525c928b.avif 960w',
      '/hero/hero-wide-1440-c2534f518d.avif 1440w',
      '/hero/hero-wide-1920-89ec540256.avif 1920w',
    ].join(', '),
    webp: [
      '/hero/hero-wide-960-e2b1b8e2af.webp 960w',
      '/hero/hero-wide-1440-284678fadd.webp 1440w',
      '/hero/hero-wide-1920-2e83ed5738.webp 1920w',
    ].join(', '),
  },
  phone: {
    width: 1080,
    height: 720,
    src: '/hero/hero-phone-750-0b3d90b35e.webp',
    avif: [
      '/hero/hero-phone-480-792aaf0ff7.avif 480w',
      '/hero/hero-phone-750-77a28de57e.avif 750w',
      '/hero/hero-phone-1080-00837ca884.avif 1080w',
    ].join(', '),
    webp: [
      '/hero/hero-phone-480-8fbe623539.webp 480w',
      '/hero/hero-phone-750-0b3d90b35e.webp 750w',
      '/hero/hero-phone-1080-2d8f4cce93.webp 1080w',
    ].join(', '),
  },
} as const
