import './shop.css'
import { startBrowser } from './client/hydration/hydrate-area.tsx'
import { shopArea } from './shop-area.ts'

void startBrowser(shopArea)
