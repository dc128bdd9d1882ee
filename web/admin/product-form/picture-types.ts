/** Those that shop/media/detect-picture-format.server.ts knows. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
