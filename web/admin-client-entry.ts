import './admin/admin.css'
import { adminArea, adminSignInArea } from './admin-areas.ts'
import { hydrateArea } from './client/hydration/hydrate-area.tsx'

await hydrateArea(
  location.pathname === '/admin' || location.pathname === '/admin/' ? adminSignInArea : adminArea,
)
