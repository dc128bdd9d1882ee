import { data } from 'react-router'

/** Any address that is none of ours. */
export const loader = () => data(null, { status: 404 })
