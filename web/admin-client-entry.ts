import './admin/admin.css'
import { adminArea, adminDoorArea } from './admin-areas.ts'
import { startBrowser } from './client/hydration/hydrate-area.tsx'

void startBrowser(location.pathname === '/admin' || location.pathname === '/admin/' ? adminDoorArea : adminArea)
