import './shop.css'
import { hydrateArea } from '#kit/hydration/hydrate-area.tsx'
import { shopArea } from './shop-area.ts'

await hydrateArea(shopArea)
