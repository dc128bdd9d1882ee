type BreadcrumbItem = { label: string; to: string }

/** The way to a page as search engines read it; the page itself comes last. They read first answers only, so browsers carry none. */
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
