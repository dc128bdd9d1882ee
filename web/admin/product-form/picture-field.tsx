import { useEffect, useRef, useState, type DragEvent } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { pictureErrorMessages } from '#shop/media/picture-error-messages.ts'
import { PICTURE_SLOTS } from '#shop/media/picture-key.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_MEGAPIXELS } from '#shop/constants.ts'
import { controlProps, Field } from '#web/ui/form/field.tsx'
import { Picture, type StoredPicture } from '#web/ui/display/picture.tsx'
import type { DecodedPicture } from './crop-picture.ts'
import { PICTURE_TYPES } from './picture-types.ts'

const CENTRE_POSITION = 50

type PictureFieldProps = {
  current: StoredPicture | null
  isRequired: boolean
  error?: string | undefined
  onCrop: (picture: Blob | null) => void
}

export function PictureField({ current, isRequired, error, onCrop }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [selectedPicture, setSelectedPicture] = useState<{ picture: DecodedPicture; name: string }>()
  const [position, setPosition] = useState(CENTRE_POSITION)
  const [preview, setPreview] = useState<string>()
  const [fileError, setFileError] = useState<string>()
  const [isDragOver, setDragOver] = useState(false)

  const clearPicture = () => {
    onCrop(null)
    setSelectedPicture(undefined)
    setPreview(undefined)
    if (input.current) input.current.value = ''
  }
  const chooseFile = async (file: File | undefined) => {
    if (!file) return clearPicture()
    const refusal =
      file.size > MAX_UPLOAD_BYTES
        ? pictureErrorMessages['picture-too-heavy']
        : file.size === 0
          ? pictureErrorMessages['picture-missing']
          : PICTURE_TYPES.includes(file.type)
            ? undefined
            : pictureErrorMessages['picture-kind-unknown']
    setFileError(refusal)
    if (refusal) return clearPicture()
    try {
      const { decodePicture } = await import('./crop-picture.ts')
      const picture = await decodePicture(file)
      const isTooLarge = picture.bitmap.width * picture.bitmap.height > MAX_UPLOAD_MEGAPIXELS * 1_000_000
      setFileError(isTooLarge ? pictureErrorMessages['picture-too-many-pixels'] : undefined)
      if (isTooLarge) return clearPicture()
      setPosition(CENTRE_POSITION)
      setSelectedPicture({ picture, name: file.name })
    } catch {
      setFileError(pictureErrorMessages['picture-damaged'])
      clearPicture()
    }
    return undefined
  }

  useEffect(() => {
    if (!selectedPicture) return undefined
    let isCancelled = false
    let objectUrl: string | undefined
    void import('./crop-picture.ts').then(async ({ cropSquare }) => {
      const blob = await cropSquare(selectedPicture.picture, position)
      if (isCancelled) return
      onCrop(blob)
      objectUrl = URL.createObjectURL(blob)
      setPreview(objectUrl)
    })
    return () => {
      isCancelled = true
      if (objectUrl) URL.revokeObjectURL(objectUrl)
    }
  }, [selectedPicture, position, onCrop])

  // A pasted picture has no focused target.
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file) return
      event.preventDefault()
      void chooseFile(file)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  })

  const handleDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDragOver(isOver)
  }
  const fieldProps = {
    label: 'Image',
    name: 'image',
    required: isRequired,
    error: fileError ?? error,
    hint: `${messages.pictureKinds}${isRequired ? '' : ` ${messages.leaveEmptyToKeepPicture}`}`,
  }
  // A pasted or dropped picture is not in the file input, so only the server can check `required`.
  const { required: _required, ...control } = controlProps(fieldProps)
  return (
    <div
      className="picture-field"
      data-over={isDragOver || undefined}
      onDragOver={handleDrag(true)}
      onDragLeave={handleDrag(false)}
      onDrop={(event) => {
        handleDrag(false)(event)
        void chooseFile(event.dataTransfer.files[0])
      }}
    >
      {preview ? (
        <img
          src={preview}
          alt="As the shop will show it"
          width="160"
          height="160"
          className="picture picture-preview"
        />
      ) : (
        current && (
          <Picture
            picture={current}
            alt="As it is now"
            slot={PICTURE_SLOTS.thumbnail}
            className="picture-preview"
          />
        )
      )}
      <div className="grid gap-3">
        <Field {...fieldProps}>
          <input
            ref={input}
            {...control}
            type="file"
            accept={PICTURE_TYPES.join(',')}
            aria-required={isRequired || undefined}
            className="input"
            onChange={(event) => void chooseFile(event.target.files?.[0])}
          />
        </Field>
        <p className="field-hint needs-script">You can also drop a picture here, or paste one.</p>
        {selectedPicture && !selectedPicture.picture.isSquare && (
          <label className="grid gap-1" htmlFor="image-position">
            <span className="field-label">
              {selectedPicture.picture.isWide ? 'Cut from left to right' : 'Cut from top to bottom'}
            </span>
            <input
              id="image-position"
              type="range"
              min="0"
              max="100"
              value={position}
              onChange={(event) => setPosition(Number(event.target.value))}
            />
          </label>
        )}
        {selectedPicture && (
          <button
            type="button"
            className="button button-quiet button-small justify-self-start"
            onClick={clearPicture}
          >
            Take another, or none
          </button>
        )}
      </div>
    </div>
  )
}
