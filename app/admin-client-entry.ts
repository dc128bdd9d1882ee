import './admin-layout/admin.css'
import { isOfAdminSignInArea } from './admin-routes.ts'
import { adminArea, adminSignInArea } from './admin-areas.ts'
import { hydrateArea } from '#kit/hydration/hydrate-area.tsx'

await hydrateArea(isOfAdminSignInArea(location.pathname.replace(/\/$/, '')) ? adminSignInArea : adminArea)
