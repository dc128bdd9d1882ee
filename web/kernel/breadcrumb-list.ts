type Step = { label: string; to: string }

/** The way to a page as search engines read it; the page itself comes last. */
export const breadcrumbList = (publicUrl: string, trail: readonly Step[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ label, to }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name: label,
    item: publicUrl + to,
  })),
})
