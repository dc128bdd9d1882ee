/** Fixed, so that the URLs of demo pictures are the same everywhere. */
export const DEMO_PICTURE_TIME = new Date('2026-11-01T09:00:00Z')
