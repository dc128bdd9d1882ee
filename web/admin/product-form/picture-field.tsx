import { useEffect, useRef, useState, type DragEvent } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { pictureProblems } from '#shop/media/picture-error-messages.ts'
import { PICTURE_PLACES } from '#shop/media/picture-key.ts'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_MEGAPIXELS } from '#shop/constants.ts'
import { controlProps, Field } from '#web/ui/form/field.tsx'
import { Picture, type StoredPicture } from '#web/ui/display/picture.tsx'
import type { ReadPicture } from './crop-picture.ts'

const TAKEN = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const MIDDLE = 50

type PictureFieldProps = {
  current: StoredPicture | null
  isRequired: boolean
  error?: string | undefined
  /** Given the square that was cut, which the form sends in place of the file. */
  onCut: (picture: Blob | null) => void
}

/** §5: the picture of a product or category, by choice, drop or paste, seen before it is sent. Before scripts a plain file field. */
export function PictureField({ current, isRequired, error, onCut }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ picture: ReadPicture; name: string }>()
  const [position, setPosition] = useState(MIDDLE)
  const [preview, setPreview] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isOver, setOver] = useState(false)

  const drop = () => {
    onCut(null)
    setChosen(undefined)
    setPreview(undefined)
    if (input.current) input.current.value = ''
  }
  const choose = async (file: File | undefined) => {
    if (!file) return drop()
    const refusal = file.size > UPLOAD_MAX_BYTES ? pictureProblems['picture-too-heavy'] : file.size === 0 ? pictureProblems['picture-missing']
      : TAKEN.includes(file.type) ? undefined : pictureProblems['picture-kind-unknown']
    setProblem(refusal)
    if (refusal) return drop()
    try {
      const { readPicture } = await import('./crop-picture.ts')
      const picture = await readPicture(file)
      const isTooLarge = picture.bitmap.width * picture.bitmap.height > UPLOAD_MAX_MEGAPIXELS * 1_000_000
      setProblem(isTooLarge ? pictureProblems['picture-too-many-pixels'] : undefined)
      if (isTooLarge) return drop()
      setPosition(MIDDLE)
      setChosen({ picture, name: file.name })
    } catch {
      setProblem(pictureProblems['picture-damaged'])
      drop()
    }
    return undefined
  }

  useEffect(() => {
    if (!chosen) return undefined
    let isGone = false
    let address: string | undefined
    void import('./crop-picture.ts').then(async ({ cutSquare }) => {
      const blob = await cutSquare(chosen.picture, position)
      if (isGone) return
      onCut(blob)
      address = URL.createObjectURL(blob)
      setPreview(address)
    })
    return () => {
      isGone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [chosen, position, onCut])

  // Anywhere in the dialog: a picture on the clipboard has no other place to go.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      if (!file) return
      event.preventDefault()
      void choose(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })

  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(is)
  }
  const texts = {
    label: 'Image', name: 'image', required: isRequired, error: problem ?? error,
    hint: `${messages.pictureKinds}${isRequired ? '' : ` ${messages.pictureRemains}`}`,
  }
  // A picture that was pasted or dropped is not in the field itself: only the server can say that there is none.
  const { required: _required, ...control } = controlProps(texts)
  return (
    <div
      className="picture-field"
      data-over={isOver || undefined}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event)
        void choose(event.dataTransfer.files[0])
      }}
    >
      {preview ? (
        <img src={preview} alt="As the shop will show it" width="160" height="160" className="picture picture-preview" />
      ) : (
        current && <Picture picture={current} alt="As it is now" place={PICTURE_PLACES.thumbnail} className="picture-preview" />
      )}
      <div className="grid gap-3">
        <Field {...texts}>
          <input
            ref={input}
            {...control}
            type="file"
            accept={TAKEN.join(',')}
            aria-required={isRequired || undefined}
            className="input"
            onChange={(event) => void choose(event.target.files?.[0])}
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
