/** Written by scripts/pictures/generate-story-pictures.ts. */
export const storyImages = {
  table: {
    width: 800,
    height: 871,
    src: '/story/table-480-3f56ce9cb7.webp',
    avif: '/story/table-480-35605c35c8.avif 480w, /story/table-800-5aacaf3076.avif 800w',
    webp: '/story/table-480-3f56ce9cb7.webp 480w, /story/table-800-6bf75d74ec.webp 800w',
  },
  coast: {
    width: 640,
    height: 640,
    src: '/story/coast-320-c6d4d36356.webp',
    avif: '/story/coast-320-349bc34869.avif 320w, /story/coast-640-d95a822bda.avif 640w',
    webp: '/story/coast-320-c6d4d36356.webp 320w, /story/coast-640-f658e5c67a.webp 640w',
  },
  foothills: {
    width: 640,
    height: 640,
    src: '/story/foothills-320-f5e3956384.webp',
    avif: '/story/foothills-320-a640e514e4.avif 320w, /story/foothills-640-da2517f0df.avif 640w',
    webp: '/story/foothills-320-f5e3956384.webp 320w, /story/foothills-640-01526df1e4.webp 640w',
  },
  slopes: {
    width: 640,
    height: 640,
    src: '/story/slopes-320-7140a6e99a.webp',
    avif: '/story/slopes-320-4c228d716d.avif 320w, /story/slopes-640-5c3bbb9d50.avif 640w',
    webp: '/story/slopes-320-7140a6e99a.webp 320w, /story/slopes-640-294643ff0b.webp 640w',
  },
  plateau: {
    width: 640,
    height: 640,
    src: '/story/plateau-320-18c8c5614a.webp',
    avif: '/story/plateau-320-385e4efb4d.avif 320w, /story/plateau-640-cdf9d0337d.avif 640w',
    webp: '/story/plateau-320-18c8c5614a.webp 320w, /story/plateau-640-0a20a0daca.webp 640w',
  },
} as const
