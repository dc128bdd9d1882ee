import { useEffect, useRef, useState, type DragEvent } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { pictureErrorMessages } from '#shop/media/picture-error-messages.ts'
import { PICTURE_SLOTS } from '#shop/media/picture-key.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_MEGAPIXELS } from '#shop/constants.ts'
import { controlProps, Field } from '#web/ui/form/field.tsx'
import { Picture, type StoredPicture } from '#web/ui/display/picture.tsx'
import type { DecodedPicture } from './crop-picture.ts'

const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const CENTRE_POSITION = 50

type PictureFieldProps = {
  current: StoredPicture | null
  isRequired: boolean
  error?: string | undefined
  /** Given the square that was cut, which the form sends in place of the file. */
  onCrop: (picture: Blob | null) => void
}

/** The picture of a product or category, by choice, drop or paste, seen before it is sent. Before scripts a plain file field. */
export function PictureField({ current, isRequired, error, onCrop }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ picture: DecodedPicture; name: string }>()
  const [position, setPosition] = useState(CENTRE_POSITION)
  const [preview, setPreview] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isDragOver, setDragOver] = useState(false)

  const drop = () => {
    onCrop(null)
    setChosen(undefined)
    setPreview(undefined)
    if (input.current) input.current.value = ''
  }
  const chooseFile = async (file: File | undefined) => {
    if (!file) return drop()
    const refusal = file.size > MAX_UPLOAD_BYTES ? pictureErrorMessages['picture-too-heavy'] : file.size === 0 ? pictureErrorMessages['picture-missing']
      : ACCEPTED_TYPES.includes(file.type) ? undefined : pictureErrorMessages['picture-kind-unknown']
    setProblem(refusal)
    if (refusal) return drop()
    try {
      const { decodePicture } = await import('./crop-picture.ts')
      const picture = await decodePicture(file)
      const isTooLarge = picture.bitmap.width * picture.bitmap.height > MAX_UPLOAD_MEGAPIXELS * 1_000_000
      setProblem(isTooLarge ? pictureErrorMessages['picture-too-many-pixels'] : undefined)
      if (isTooLarge) return drop()
      setPosition(CENTRE_POSITION)
      setChosen({ picture, name: file.name })
    } catch {
      setProblem(pictureErrorMessages['picture-damaged'])
      drop()
    }
    return undefined
  }

  useEffect(() => {
    if (!chosen) return undefined
    let isCancelled = false
    let objectUrl: string | undefined
    void import('./crop-picture.ts').then(async ({ cropSquare }) => {
      const blob = await cropSquare(chosen.picture, position)
      if (isCancelled) return
      onCrop(blob)
      objectUrl = URL.createObjectURL(blob)
      setPreview(objectUrl)
    })
    return () => {
      isCancelled = true
      if (objectUrl) URL.revokeObjectURL(objectUrl)
    }
  }, [chosen, position, onCrop])

  // Anywhere in the dialog: a picture on the clipboard has no other place to go.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file) return
      event.preventDefault()
      void chooseFile(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })

  const handleDrag = (is: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDragOver(is)
  }
  const fieldProps = {
    label: 'Image', name: 'image', required: isRequired, error: problem ?? error,
    hint: `${messages.pictureKinds}${isRequired ? '' : ` ${messages.leaveEmptyToKeepPicture}`}`,
  }
  // A picture that was pasted or dropped is not in the field itself: only the server can say that there is none.
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
        <img src={preview} alt="As the shop will show it" width="160" height="160" className="picture picture-preview" />
      ) : (
        current && <Picture picture={current} alt="As it is now" slot={PICTURE_SLOTS.thumbnail} className="picture-preview" />
      )}
      <div className="grid gap-3">
        <Field {...fieldProps}>
          <input
            ref={input}
            {...control}
            type="file"
            accept={ACCEPTED_TYPES.join(',')}
            aria-required={isRequired || undefined}
            className="input"
            onChange={(event) => void chooseFile(event.target.files?.[0])}
          />
        </Field>
        <p className="field-hint needs-script">You can also drop a picture here, or paste one.</p>
        {chosen && !chosen.picture.isSquare && (
          <label className="grid gap-1" htmlFor="image-position">
            <span className="field-label">{chosen.picture.isWide ? 'Cut from left to right' : 'Cut from top to bottom'}</span>
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
        {chosen && (
          <button type="button" className="button button-quiet button-small justify-self-start" onClick={drop}>
            Take another, or none
          </button>
        )}
      </div>
    </div>
  )
}
