export type StoredPicture = {
  contentType: string
  etag: string
  lastModified: Date
  size: number
  /** Lazy: HEAD and 304 need no body. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
}

/** The `product-images` bucket. Overwriting is allowed and atomic. */
export type PictureStore = {
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  read(key: string): Promise<StoredPicture | null>
  /** A missing key is not an error. */
  remove(key: string): Promise<void>
}

/** A backup holds it exclusively from before its snapshot until its end; those who remove files share it. */
export const PICTURE_REMOVAL_LOCK = 9_2026_1123
