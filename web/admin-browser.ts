import './admin/admin.css'
import { adminArea, adminDoorArea } from './admin-areas.ts'
import { startBrowser } from './kernel/start-browser.tsx'

void startBrowser(location.pathname === '/admin' || location.pathname === '/admin/' ? adminDoorArea : adminArea)
