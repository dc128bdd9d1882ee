export const SECRET_MIN_BYTES = 32

/** Ignores white space and NUL bytes, which a power cut may leave in a file of the correct length. */
export const isSecretLongEnough = (secret: string): boolean =>
  Buffer.byteLength(secret.replace(/[\s\0]/g, '')) >= SECRET_MIN_BYTES
