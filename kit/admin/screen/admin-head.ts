import type { Head, HeadArgs } from '#kit/document-head/head.ts'

/** An admin page, which search engines must not list; its title may depend on loader data. */
export const adminHead =
  <Loader>(title: string | ((data: HeadArgs<Loader>['data']) => string)) =>
  ({ data, shopName }: HeadArgs<Loader>): Head => ({
    title: `${typeof title === 'string' ? title : title(data)} – ${shopName}`,
    noIndex: true,
  })
