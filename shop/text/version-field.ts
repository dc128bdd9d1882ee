import { z } from 'zod'

/** The version of a row that a form was made with, as a column of int4 holds it; 0 where there is no row yet. */
export const versionField = z.coerce.number().pipe(z.int32().min(0))
