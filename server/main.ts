import './start/production-mode.ts'
import { run } from './start/start-shop.ts'

await run(process.env)
