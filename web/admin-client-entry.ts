import './admin/admin.css'
import { isOfAdminSignInArea } from './admin-routes.ts'
import { adminArea, adminSignInArea } from './admin-areas.ts'
import { hydrateArea } from './client/hydration/hydrate-area.tsx'

await hydrateArea(isOfAdminSignInArea(location.pathname.replace(/\/$/, '')) ? adminSignInArea : adminArea)
