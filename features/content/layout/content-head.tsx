import { breadcrumbStructuredData } from '#kit/document-head/breadcrumb-structured-data.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'

type Page = { title: string; description: string; path: string }

export function buildContentHead(
  { title, description, path }: Page,
  { publicUrl, shopName }: Pick<HeadArgs<undefined>, 'publicUrl' | 'shopName'>,
): Head {
  return {
    title: `${title} – ${shopName}`,
    description,
    canonical: path,
    structuredData: breadcrumbStructuredData(publicUrl, [
      { label: 'Home', to: '/' },
      { label: title, to: path },
    ]),
  }
}
