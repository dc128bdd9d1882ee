import { MAX_ALT_LENGTH } from '#shop/constants.ts'
import { pictureVariantUrl } from '#shop/media/picture-key.ts'
import { productPictureMessages as texts } from '#shop/catalogue/products/product-picture-messages.ts'
import { GuardedButton, useHasJustChanged } from '#web/admin/layout/guarded-button.tsx'
import { MoveButtons } from '#web/admin/lists/move-buttons.tsx'
import type { MoveStep } from '#web/admin/lists/move-item.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CropPosition } from './crop-position.tsx'
import type { PictureRow } from './picture-rows.ts'

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
  onRemove: () => void
}

/** Without scripts, place and removal are fields, and a new picture comes last. */
export function PictureRowFields(props: PictureRowFieldsProps) {
  const { row, index, count, isRemovable, onAlt, onCrop, onMove, onReplace, onRemove } = props
  const place = index + 1
  const id = `picture-${place}`
  // Another picture may have come under the pointer.
  const hasJustChanged = useHasJustChanged(count)
  return (
    <li className="picture-row">
      <input type="hidden" name="picture" value={row.image_url} />
      <img
        src={row.added ? row.added.previewUrl : pictureVariantUrl(row.image_url, PREVIEW_WIDTH, 'webp')}
        alt={row.added ? 'As the shop will show it' : texts.picture(place)}
        onError={({ currentTarget }) => {
          // A smaller picture has no file of this width.
          if (!row.added && !currentTarget.src.endsWith(row.image_url)) currentTarget.src = row.image_url
        }}
        width={PREVIEW_WIDTH}
        height={PREVIEW_WIDTH}
        className="picture picture-row-preview"
      />
      <div className="picture-row-fields">
        <TextField
          id={`${id}-alt`}
          name="picture_alt"
          label={texts.alt(place)}
          maxLength={MAX_ALT_LENGTH}
          autoComplete="off"
          value={row.alt}
          onChange={(event) => onAlt(event.target.value)}
        />
        {row.added && (
          <CropPosition
            id={`${id}-position`}
            picture={row.added.picture}
            position={row.added.position}
            onChange={onCrop}
          />
        )}
        <div className="picture-row-actions">
          {count > 1 && (
            <MoveButtons
              isFirst={index === 0}
              isLast={place === count}
              upLabel={texts.moveUp(place)}
              downLabel={texts.moveDown(place)}
              onMove={onMove}
            />
          )}
          <Button variant="outline" size="small" className="needs-script" onClick={onReplace}>
            Replace <span className="visually-hidden">{`picture ${place}`}</span>
          </Button>
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
