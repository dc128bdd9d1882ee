type Step = { label: string; to: string }

/** The way to a page as search engines read it; the page itself comes last. They read first answers only, so browsers carry none. */
export const breadcrumbList = (publicUrl: string, trail: readonly Step[]): object[] =>
  import.meta.env.SSR
    ? [
        {
          '@context': 'https://schema.org',
          '@type': 'BreadcrumbList',
          itemListElement: trail.map(({ label, to }, place) => ({
            '@type': 'ListItem',
            position: place + 1,
            name: label,
            item: publicUrl + to,
          })),
        },
      ]
    : []
