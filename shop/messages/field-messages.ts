/** How a text that is longer than its field says so. */
export const tooLongMessage = (field: string, max: number) => `${field} must be ${max} characters or fewer`
