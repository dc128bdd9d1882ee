/** Demo picture keys have a fixed timestamp, so that their URLs are the same everywhere. */
export const DEMO_PICTURE_TIME = new Date('2026-11-01T09:00:00Z')
