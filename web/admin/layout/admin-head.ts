import type { Head, HeadArgs } from '#web/client/document-head/head.ts'

/** A page of the back-office, which no search engine lists; its title may depend on what its loader has read. */
export const adminHead =
  <Loader>(title: string | ((data: HeadArgs<Loader>['data']) => string)) =>
  ({ data, shopName }: HeadArgs<Loader>): Head => ({
    title: `${typeof title === 'string' ? title : title(data)} – ${shopName}`,
    noIndex: true,
  })
