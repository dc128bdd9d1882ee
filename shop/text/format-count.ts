/** 1234 → '1,234', wherever something is counted. */
export const formatCount = (count: number): string => count.toLocaleString('en-GB')
