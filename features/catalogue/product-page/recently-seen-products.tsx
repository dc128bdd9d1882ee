import { useEffect, useState } from 'react'
import {
  parseRecentlySeen,
  RECENTLY_SEEN_STORAGE_KEY,
  withNewestSeen,
} from '#features/catalogue/recently-seen/recently-seen.ts'
import type { ProductCard, UnitPriced } from '#features/catalogue/products/product.ts'
import { getMemory } from '#kit/storage/device-memory.ts'
import { ProductGrid } from '#features/catalogue/product-list/product-card.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import { Button } from '#kit/form/button.tsx'

type Card = UnitPriced<ProductCard>

/** The browser stores only addresses; prices and stock are current. */
export function RecentlySeenProducts({ slug }: { slug: string }) {
  const [products, setProducts] = useState<Card[]>([])
  useEffect(() => {
    const others = rememberProduct(slug)
    const request = new AbortController()
    // Optional: if it fails, the section is omitted.
    fetchProducts(others, request.signal).then(setProducts, () => setProducts([]))
    return () => request.abort()
  }, [slug])
  if (products.length === 0) return null
  const clear = () => {
    forgetProducts()
    setProducts([])
    document.getElementById('main')?.focus()
    announce('The list of products seen is cleared')
  }
  return (
    <section className="section" aria-labelledby="recently-seen-title">
      <div className="section-head">
        <h2 id="recently-seen-title">Recently seen on this device</h2>
        <Button variant="outline" size="small" onClick={clear}>
          Clear <span className="visually-hidden">the list of products seen</span>
        </Button>
      </div>
      <ProductGrid products={products} headingLevel="h3" isRelatedProduct />
    </section>
  )
}

/** Returns earlier products, newest first. */
function rememberProduct(slug: string): string[] {
  try {
    const storage = getMemory('localStorage')
    const seen = parseRecentlySeen(storage?.getItem(RECENTLY_SEEN_STORAGE_KEY) ?? null)
    storage?.setItem(RECENTLY_SEEN_STORAGE_KEY, JSON.stringify(withNewestSeen(seen, slug)))
    return seen.filter((other) => other !== slug)
  } catch {
    return []
  }
}

function forgetProducts() {
  try {
    getMemory('localStorage')?.removeItem(RECENTLY_SEEN_STORAGE_KEY)
  } catch {
    // A browser that refuses storage has stored nothing.
  }
}

async function fetchProducts(slugs: readonly string[], signal: AbortSignal): Promise<Card[]> {
  if (slugs.length === 0) return []
  const response = await fetch(`/api/products?${new URLSearchParams({ slugs: slugs.join(',') })}`, { signal })
  if (!response.ok) throw new Error(`The products seen could not be read: ${response.status}`)
  return (await response.json()) as Card[]
}
