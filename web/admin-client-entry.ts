import './admin/admin.css'
import { isAdminSignInPath } from './admin-routes.ts'
import { adminArea, adminSignInArea } from './admin-areas.ts'
import { hydrateArea } from './client/hydration/hydrate-area.tsx'

await hydrateArea(isAdminSignInPath(location.pathname.replace(/\/$/, '')) ? adminSignInArea : adminArea)
