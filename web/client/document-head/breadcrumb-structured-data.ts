type BreadcrumbItem = { label: string; to: string }

/** BreadcrumbList (schema.org) of a page, which comes last. Server only: crawlers read the rendered document. */
export const breadcrumbStructuredData = (publicUrl: string, trail: readonly BreadcrumbItem[]): object[] =>
  import.meta.env.SSR
    ? [
        {
          '@context': 'https://schema.org',
          '@type': 'BreadcrumbList',
          itemListElement: trail.map(({ label, to }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: label,
            item: publicUrl + to,
          })),
        },
      ]
    : []
