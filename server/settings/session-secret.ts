/** Of a session secret, wherever it is kept. */
export const SECRET_MIN_BYTES = 32

/** What a power cut leaves of a file may be white space or NUL bytes of the right length. */
export const isSecretLongEnough = (secret: string): boolean => Buffer.byteLength(secret.replace(/[\s\0]/g, '')) >= SECRET_MIN_BYTES
