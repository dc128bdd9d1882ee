import { data } from 'react-router'

/** Catch-all route. */
export const loader = () => data(null, { status: 404 })
