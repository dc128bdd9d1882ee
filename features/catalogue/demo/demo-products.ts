/** A fixed time, so that the URLs of demo pictures are the same everywhere. */
export const DEMO_PICTURE_TIME = new Date('2026-11-01T09:00:00Z')

/** Names of products and categories by what happens to them; an administrator has changed the `kept` ones. */
export type Demonstration = Record<
  'deleted' | 'switched_off' | 'kept' | 'categories_deleted' | 'categories_left',
  readonly string[]
>
