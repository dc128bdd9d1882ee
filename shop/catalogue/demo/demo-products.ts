/** The demonstration's pictures keep one time in their keys, so that every demonstration has the same addresses. */
export const DEMO_PICTURE_TIME = new Date('2026-11-01T09:00:00Z')
