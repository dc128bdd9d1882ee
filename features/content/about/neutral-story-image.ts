/** Written by scripts/pictures/generate-neutral-pictures.ts. */
export const neutralStoryImage = { width: 800, height: 871, src: '/drawn/story-7149c208cc.svg' } as const
