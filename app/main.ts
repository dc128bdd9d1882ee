import './start/production-mode.ts'
import { startShop } from './start/start-shop.ts'

await startShop(process.env)
