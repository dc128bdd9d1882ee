/** A picture file as it stands in a store. */
export type StoredPicture = {
  contentType: string
  /** Strong validator, with its quotes. */
  etag: string
  lastModified: Date
  size: number
  /** Read only when somebody wants the body: a HEAD or a 304 costs no reading. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
}

/** The bucket `product-images`. Writing over a key is allowed and never shows half a file. */
export type PictureStore = {
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  read(key: string): Promise<StoredPicture | null>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
}
