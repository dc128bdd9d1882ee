/** §5: how a text that is longer than its field says so. */
export const tooLong = (field: string, max: number) => `${field} must be ${max} characters or fewer`
