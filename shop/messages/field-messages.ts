export const tooLongMessage = (field: string, max: number) => `${field} must be ${max} characters or fewer`
