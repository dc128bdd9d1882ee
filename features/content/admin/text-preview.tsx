import { contentMessages } from '#features/content/content-messages.ts'
import type { ContentPage } from '#features/content/content-pages.ts'
import { OwnText } from '#kit/display/own-text.tsx'
import type { TextPreview } from './text-page.server.ts'

type TextPreviewPanelProps = { page: ContentPage; preview: TextPreview; emptyMessage: string }

/** Uses the shop's colours even if the back-office is dark. */
export function TextPreviewPanel({ page, preview, emptyMessage }: TextPreviewPanelProps) {
  const { texts, blocks } = preview
  if (Object.values(texts).every((text) => typeof text !== 'string')) return <p>{emptyMessage}</p>
  return (
    <div className="text-preview">
      {page === 'home' ? (
        <HomePreview {...preview} />
      ) : (
        <div className="prose own-text">
          <OwnText blocks={blocks.text} />
        </div>
      )}
      {texts.keeps_standard && <p className="minor">{contentMessages.previewStandard}</p>}
    </div>
  )
}

function HomePreview({ texts, blocks }: TextPreview) {
  const { hero_eyebrow, hero_title, hero_lead, hero_button, why_title, why_text, why_link } = texts
  return (
    <div className="prose own-text">
      {hero_eyebrow && <p className="text-turmeric-deep font-display font-semibold">{hero_eyebrow}</p>}
      {hero_title && <p className="text-preview-title">{hero_title}</p>}
      {hero_lead && <p>{hero_lead}</p>}
      {hero_button && (
        <p>
          <span className="button">{hero_button}</span>
        </p>
      )}
      {why_title && <h3>{why_title}</h3>}
      {why_text && <OwnText blocks={blocks.why_text} />}
      {why_link && (
        <p>
          <span className="button">{why_link}</span>
        </p>
      )}
    </div>
  )
}
