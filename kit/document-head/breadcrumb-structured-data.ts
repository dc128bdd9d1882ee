type BreadcrumbItem = { label: string; to: string }

/** Crawlers read the rendered document, so only the server creates it. */
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
