export const categoryPath = (slug: string) => `/products?category=${encodeURIComponent(slug)}`
