import { breadcrumbStructuredData } from '#web/client/document-head/breadcrumb-structured-data.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'

type Page = { title: string; description: string; path: string }

/** What a page of text puts into its head: its own words, its address, and the way to it. */
export function buildContentHead({ title, description, path }: Page, { publicUrl, shopName }: HeadArgs<undefined>): Head {
  return {
    title: `${title} – ${shopName}`,
    description,
    canonical: path,
    structuredData: breadcrumbStructuredData(publicUrl, [{ label: 'Home', to: '/' }, { label: title, to: path }]),
  }
}
