/** Written by scripts/prepare-demo-pictures.ts: srcset of the home page's large picture, by crop and format. */
export const heroPicture = {
  wide: {
    width: 1920,
    height: 1080,
    src: '/hero/hero-wide-960-e2b1b8e2af.webp',
    avif: [
      '/hero/hero-wide-640-9145165f3a.avif 640w',
      '/hero/hero-wide-960-356b7a0f25.avif 960w',
      '/hero/hero-wide-1280-0da02453d2.avif 1280w',
      '/hero/hero-wide-1920-c4fae1966e.avif 1920w',
    ].join(', '),
    webp: [
      '/hero/hero-wide-640-9d8d92e5da.webp 640w',
      '/hero/hero-wide-960-e2b1b8e2af.webp 960w',
      '/hero/hero-wide-1280-e94a35795d.webp 1280w',
      '/hero/hero-wide-1920-2e83ed5738.webp 1920w',
    ].join(', '),
  },
  phone: {
    width: 1000,
    height: 1000,
    src: '/hero/hero-phone-750-01f557e823.webp',
    avif: [
      '/hero/hero-phone-480-20b5ef8fcf.avif 480w',
      '/hero/hero-phone-750-18d20da400.avif 750w',
      '/hero/hero-phone-1000-767693892f.avif 1000w',
    ].join(', '),
    webp: [
      '/hero/hero-phone-480-baf4b3097a.webp 480w',
      '/hero/hero-phone-750-01f557e823.webp 750w',
      '/hero/hero-phone-1000-7f883a9c4f.webp 1000w',
    ].join(', '),
  },
} as const
