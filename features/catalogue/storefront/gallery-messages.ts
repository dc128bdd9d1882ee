export const galleryMessages = {
  pictures: 'Pictures',
  thumbnail: (place: number, alt: string) => `Picture ${place}: ${alt}`,
  shown: (place: number, count: number, alt: string) => `Picture ${place} of ${count}: ${alt}`,
}
