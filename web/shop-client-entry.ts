import './shop.css'
import { hydrateArea } from './client/hydration/hydrate-area.tsx'
import { shopArea } from './shop-area.ts'

void hydrateArea(shopArea)
