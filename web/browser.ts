import './theme.css'
import { startBrowser } from './kernel/start-browser.tsx'
import { shopArea } from './shop-area.ts'

void startBrowser(shopArea)
