/** Fixed, so that the URLs of demo pictures are the same everywhere. */
export const DEMO_PICTURE_TIME = new Date('2026-11-01T09:00:00Z')

/** Names of products and categories by what becomes of them; `kept` are products that an administrator has changed. */
export type Demonstration = Record<
  'deleted' | 'switched_off' | 'kept' | 'categories_deleted' | 'categories_left',
  readonly string[]
>
