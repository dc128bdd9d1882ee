import { MAX_ALT_LENGTH } from '#shop/constants.ts'
import { pictureVariantUrl } from '#shop/picture-key.ts'
import { photoMessages } from '#features/pictures/picture-error-messages.ts'
import { productPictureMessages as texts } from '#features/catalogue/products/product-picture-messages.ts'
import { GuardedButton, useHasJustChanged } from '#kit/admin/screen/guarded-button.tsx'
import { MoveButtons } from '#kit/admin/list/move-buttons.tsx'
import type { MoveStep } from '#kit/admin/list/move-item.ts'
import { Button } from '#kit/form/button.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { CropPosition } from './crop-position.tsx'
import type { PictureRow } from './picture-rows.tsx'

const PREVIEW_WIDTH = 160

type PictureRowFieldsProps = {
  row: PictureRow
  index: number
  count: number
  isRemovable: boolean
  onAlt: (alt: string) => void
  onCrop: (position: number) => void
  onMove: (step: MoveStep) => void
  onReplace: () => void
  /** Undefined if there is no room for another picture. */
  onAdd: (() => void) | undefined
  onRemove: () => void
}

/** Without scripts, position and removal are fields, and a new picture is added last. */
export function PictureRowFields(props: PictureRowFieldsProps) {
  const { row, index, count, isRemovable, onAlt, onCrop, onMove, onReplace, onAdd, onRemove } = props
  const { added } = row
  const place = index + 1
  const id = `picture-${place}`
  // Another picture may be under the pointer now.
  const hasJustChanged = useHasJustChanged(count)
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3.5">
      <input type="hidden" name="picture" value={row.image_url} />
      {added && !added.cut ? (
        <p className="picture size-20 grid place-items-center aspect-square bg-cream text-muted text-sm">
          {photoMessages.reading}
        </p>
      ) : (
        <img
          src={added?.cut ? added.cut.previewUrl : pictureVariantUrl(row.image_url, PREVIEW_WIDTH, 'webp')}
          alt={added ? 'As the shop will show it' : texts.picture(place)}
          onError={({ currentTarget }) => {
            // A smaller picture has no file of this width.
            if (!added && !currentTarget.src.endsWith(row.image_url)) currentTarget.src = row.image_url
          }}
          width={PREVIEW_WIDTH}
          height={PREVIEW_WIDTH}
          className="picture size-20"
        />
      )}
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-1.5">
          <Button variant="outline" size="small" className="needs-script" onClick={onReplace}>
            Replace{' '}
            <span className={count === 1 ? undefined : 'visually-hidden'}>{texts.thisOne(place, count)}</span>
          </Button>
          {index === 0 && onAdd && (
            <Button variant="outline" size="small" className="needs-script" onClick={onAdd}>
              {texts.addAnother}
            </Button>
          )}
          {count > 1 && (
            <MoveButtons
              isFirst={index === 0}
              isLast={place === count}
              upLabel={texts.moveUp(place)}
              downLabel={texts.moveDown(place)}
              onMove={onMove}
            />
          )}
          {isRemovable && (
            <GuardedButton
              variant="quiet"
              size="small"
              className="needs-script"
              isGuarded={hasJustChanged}
              onClick={onRemove}
            >
              Remove <span className="visually-hidden">{`picture ${place}`}</span>
            </GuardedButton>
          )}
          {index === 0 && count > 1 && <span className="tag">{texts.mainPicture}</span>}
        </div>
        <TextField
          id={`${id}-alt`}
          name="picture_alt"
          label={texts.alt(place)}
          maxLength={MAX_ALT_LENGTH}
          autoComplete="off"
          value={row.alt}
          onChange={(event) => onAlt(event.target.value)}
        />
        {added?.cut && (
          <CropPosition
            id={`${id}-position`}
            picture={added.cut.picture}
            position={added.cut.position}
            onChange={onCrop}
          />
        )}
        <noscript>
          <label>
            <span>{texts.place(place)}</span>{' '}
            <input name="picture_place" inputMode="numeric" defaultValue={place} className="input" />
          </label>
          <label>
            <input type="checkbox" name="picture_removed" value={row.image_url} />{' '}
            <span>{texts.remove(place)}</span>
          </label>
        </noscript>
      </div>
    </li>
  )
}
